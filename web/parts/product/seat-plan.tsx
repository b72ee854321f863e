// The seating plan beside the choice, and enlarged over the whole screen: zoomed by buttons, the keys + and −, or two fingers, and moved by
// the arrow keys. Loaded for products that have one.
import { IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Picture, type PictureData } from '../page/picture.tsx';
import { useWords } from '../use-words.ts';

const largest = 4;

type SeatPlanProps = { picture: PictureData & { caption: string } };

export default function SeatPlan({ picture }: SeatPlanProps) {
  const { say } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <div className="grid justify-items-start gap-2">
      <h3 className="font-semibold">{say('catalog.seatPlan.title')}</h3>
      <button
        type="button"
        aria-label={say('catalog.seatPlan.large')}
        aria-haspopup="dialog"
        className={
          'relative block h-40 max-w-full cursor-zoom-in overflow-hidden rounded-lg border border-line bg-white ' +
          // Saved without scripts it cannot be opened: then it is as large as the page.
          'in-data-offline:h-auto in-data-offline:w-full'
        }
        onClick={() => setOpen(true)}
      >
        <Picture
          picture={picture}
          sizes="240px"
          small
          className="aspect-auto h-full w-auto object-contain in-data-offline:w-full"
        />
        <IconZoomIn
          aria-hidden="true"
          className="absolute right-2 bottom-2 size-8 rounded-full bg-surface p-1.5 text-brand shadow-card in-data-offline:hidden"
        />
      </button>
      {picture.caption && <p className="text-sm text-quiet">{picture.caption}</p>}
      {open && <LargePlan picture={picture} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The zoom factor, and the visible part of the page. */
function useZoom() {
  const part = useRef<HTMLElement>(null);
  const [{ times, before }, setTimes] = useState({ times: 1, before: 1 });
  const zoom = (by: number) =>
    setTimes(({ times: now }) => ({ times: Math.min(largest, Math.max(1, now + by)), before: now }));
  // The centre stays in the centre.
  useLayoutEffect(() => {
    const seen = part.current;
    if (!seen || times === before) return;
    const settle = (from: number, size: number) => ((from + size / 2) * times) / before - size / 2;
    seen.scrollTo(settle(seen.scrollLeft, seen.clientWidth), settle(seen.scrollTop, seen.clientHeight));
  }, [times, before]);
  return { part, times, zoom };
}

function LargePlan({ picture, onClose }: { picture: PictureData; onClose(): void }) {
  const { say } = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  const { part, times, zoom } = useZoom();
  useEffect(() => ref.current?.showModal(), []);
  const press = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') zoom(1);
    if (key === '-') zoom(-1);
  };
  const title = say('catalog.seatPlan.title');
  const acts = [
    { name: say('places.map.zoomOut'), Icon: IconZoomOut, act: () => zoom(-1), off: times === 1 },
    { name: say('places.map.zoomIn'), Icon: IconZoomIn, act: () => zoom(1), off: times === largest },
    { name: say('ui.dialog.close'), Icon: IconX, act: onClose, off: false },
  ];
  return (
    <dialog
      ref={ref}
      aria-label={title}
      onClose={onClose}
      onKeyDown={press}
      className="m-0 h-dvh max-h-none w-screen max-w-none bg-surface p-0 text-ink"
    >
      <div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
        <header className="flex items-center gap-1 border-b border-line px-4 py-2">
          <h2 className="min-w-0 grow truncate text-lg font-semibold">{title}</h2>
          {acts.map(({ name, Icon, act, off }) => (
            <IconButton
              Icon={Icon}
              label={name}
              key={name}
              disabled={off}
              onClick={act}
              className="hover:bg-canvas disabled:opacity-40"
            />
          ))}
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <section ref={part} tabIndex={0} aria-label={picture.alt} className="overflow-auto bg-white">
          <img
            src={picture.src}
            alt={picture.alt}
            className="block max-w-none object-contain"
            style={{ width: `${times * 100}%`, height: `${times * 100}%` }}
          />
        </section>
      </div>
    </dialog>
  );
}
