// The focal point of a photograph, which stays visible when a screen crops it: clicked or dragged on the picture, or set by two sliders,
// with previews of the ratios that buyers see.
import { useState } from 'react';
import type { PictureDraft } from '../../../parts/console/catalogue/product-draft.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LabelledField } from '../../../ui/field.tsx';

type Focus = Pick<PictureDraft, 'focusX' | 'focusY'>;
type FocusProps = { address: string; row: PictureDraft; onClose(): void; onFocus(focus: Focus): void };

export function FocusDialog({ open, name, ...body }: FocusProps & { open: boolean; name: string }) {
  const { say } = useWords();
  return (
    <Dialog open={open} onClose={body.onClose} title={say('editing.focus.open', { name })}>
      <FocusForm {...body} />
    </Dialog>
  );
}

function FocusForm({ address, row, onClose, onFocus }: FocusProps) {
  const { say } = useWords();
  const [focus, setFocus] = useState<Focus>({ focusX: row.focusX, focusY: row.focusY });
  return (
    // No form element: the form of the product is around it.
    <div className="grid gap-4">
      <p className="text-sm text-quiet">{say('editing.focus.text')}</p>
      <PointPicker address={address} focus={focus} onFocus={setFocus} />
      <div className="grid gap-3 sm:grid-cols-2">
        {(['focusX', 'focusY'] as const).map((side) => (
          <LabelledField key={side} label={say(`editing.focus.${side}`)}>
            {(ids) => (
              <input
                id={ids.id}
                type="range"
                min={0}
                max={100}
                value={focus[side]}
                className="min-h-11 w-full accent-(--brand)"
                onChange={(event) => setFocus({ ...focus, [side]: event.target.value })}
              />
            )}
          </LabelledField>
        ))}
      </div>
      <Shapes address={address} focus={focus} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onClose}>
          {say('ui.dialog.cancel')}
        </Button>
        <Button onClick={() => onFocus(focus)}>{say('editing.focus.use')}</Button>
      </div>
    </div>
  );
}

const percentOf = (at: number, from: number, length: number): string =>
  String(Math.round(Math.min(1, Math.max(0, (at - from) / length)) * 100));

/** The whole picture with the point on it; keyboard users have the sliders below. */
function PointPicker({ address, focus, onFocus }: { address: string; focus: Focus; onFocus(focus: Focus): void }) {
  const put = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    onFocus({
      focusX: percentOf(event.clientX, box.left, box.width),
      focusY: percentOf(event.clientY, box.top, box.height),
    });
  };
  return (
    <div
      className="relative mx-auto w-fit cursor-crosshair touch-none overflow-hidden rounded-lg"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        put(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) put(event);
      }}
    >
      <img src={`${address}?w=800`} alt="" draggable={false} className="max-h-72 w-auto max-w-full select-none" />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute size-8 -translate-1/2 rounded-full border-3 border-white bg-brand/60 shadow-card"
        style={{ left: `${focus.focusX}%`, top: `${focus.focusY}%` }}
      />
    </div>
  );
}

/** The ratios of lists, of the top of a page on a phone, and the two of a gallery. */
const shapes = [
  ['card', 'aspect-3/2'],
  ['phone', 'aspect-3/2 rounded-none!'],
  ['large', 'aspect-15/8'],
  ['small', 'aspect-8/3'],
] as const;

function Shapes({ address, focus }: { address: string; focus: Focus }) {
  const { say } = useWords();
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {shapes.map(([name, shape]) => (
        <figure key={name} className="grid content-start gap-1">
          <img
            src={`${address}?w=400`}
            alt=""
            className={`w-full rounded-lg border border-line object-cover ${shape}`}
            style={{ objectPosition: `${focus.focusX}% ${focus.focusY}%` }}
          />
          <figcaption className="text-xs text-quiet">{say(`editing.focus.${name}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
