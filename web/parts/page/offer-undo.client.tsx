// A toast after an undoable removal: what was removed, and an undo button. It is loaded with the first removal and
// has a separate React root, so that no page pays for it, nor the server (`.client`). It stays while it is hovered or has the focus.
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { IconButton } from '../../ui/icon-button.tsx';
import { focusHeading } from '../../ui/move-focus.ts';

type Offer = {
  text: string;
  /** The texts of its two buttons. */
  undoWord: string;
  closeWord: string;
  undo(): void;
};

const shownMilliseconds = 10_000;
let room: Root | undefined;
let offers = 0;

/** Replaces an earlier one. */
export function offerUndo(offer: Offer): void {
  if (!room) {
    const place = document.createElement('div');
    document.body.append(place);
    room = createRoot(place);
  }
  offers += 1;
  room.render(<UndoToast key={offers} {...offer} />);
}

/** Called when the removal can no longer be undone. */
export function withdrawUndo(): void {
  room?.render(null);
}

function UndoToast({ text, undoWord, closeWord, undo }: Offer) {
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [message, setMessage] = useState('');
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // Screen readers announce what is added to an existing region.
    setMessage(text);
    // The clicked button disappeared with the removed item: the focus moves here.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [text]);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(withdrawUndo, shownMilliseconds);
    return () => clearTimeout(timer);
  }, [held]);
  const close = () => {
    if (box.current?.contains(document.activeElement)) focusHeading();
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
        {message}
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
      <IconButton Icon={IconX} label={closeWord} onClick={close} />
    </div>
  );
}
