// After something was removed that can be brought back: what it was, and a button that does so. It is loaded with the first removal and
// stands in a place of its own, so that no page pays for it. It waits while somebody points at it or is in it with the keyboard.
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';

type Offer = {
  text: string;
  /** The words of its two buttons. */
  undoWord: string;
  closeWord: string;
  undo(): void;
};

const shownMilliseconds = 10_000;
let room: Root | undefined;
let offers = 0;

/** Takes the place of an earlier one. */
export function offerUndo(offer: Offer): void {
  if (!room) {
    const place = document.createElement('div');
    document.body.append(place);
    room = createRoot(place);
  }
  offers += 1;
  room.render(<UndoToast key={offers} {...offer} />);
}

/** When what was removed cannot be brought back any more. */
export function withdrawUndo(): void {
  room?.render(null);
}

function UndoToast({ text, undoWord, closeWord, undo }: Offer) {
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [said, setSaid] = useState('');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // Screen readers tell what comes into a region that is there already.
    setSaid(text);
    // The pressed button went with what it removed: keyboards go on here.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [text]);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(withdrawUndo, shownMilliseconds);
    return () => clearTimeout(timer);
  }, [held]);
  const close = () => {
    if (box.current?.contains(document.activeElement)) focusOnPage();
    withdrawUndo();
  };
  return (
    <div
      ref={box}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(box.current?.querySelector(':focus-visible') !== null)}
      onFocus={(event) => setHeld(event.target.matches(':focus-visible'))}
      onBlur={() => setHeld(false)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className={
        'fixed inset-x-4 bottom-24 z-50 mx-auto flex w-fit items-center gap-2 rounded-card bg-ink p-2 pl-4 text-surface shadow-card ' +
        'print:hidden'
      }
    >
      <p role="status" className="min-w-0 break-words">
        {said}
      </p>
      <button
        ref={button}
        type="button"
        className="min-h-11 shrink-0 rounded-lg px-3 font-semibold underline"
        onClick={() => {
          undo();
          close();
        }}
      >
        {undoWord}
      </button>
      <button
        type="button"
        aria-label={closeWord}
        onClick={close}
        className="grid size-11 shrink-0 place-items-center rounded-lg"
      >
        <IconX aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}

function focusOnPage(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
