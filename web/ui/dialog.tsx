// A modal on the platform's own dialog element: the focus stays inside, Escape closes, a bottom sheet on phones.
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { focusHeading } from './move-focus.ts';

type DialogProps = { open: boolean; onClose(): void; title: ReactNode; children: ReactNode };

export function Dialog({ open, onClose, title, children }: DialogProps) {
  const { formatMessage } = useIntl();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  const wasOpen = useRef(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
    // Closing returns the focus to what opened it, unless that has left the page, as the bar of chosen rows does.
    if (!open && wasOpen.current && document.activeElement === document.body) focusHeading();
    wasOpen.current = open;
  }, [open]);
  // An open dialog that leaves the page would take the focus with it; closing returns it.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      // React hands the closing of a dialog inside this one on to it.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      className={
        'm-auto w-full max-w-lg rounded-card bg-surface p-0 text-ink shadow-card max-sm:mb-0 ' +
        'max-sm:max-w-full max-sm:rounded-b-none'
      }
    >
      {open && (
        <div className="grid max-h-[88dvh] grid-rows-[auto_1fr]">
          <header className="flex items-center justify-between gap-4 border-b border-line px-5 py-3">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            <button
              type="button"
              data-close
              onClick={onClose}
              aria-label={formatMessage({ id: 'ui.dialog.close' })}
              className="grid size-11 place-items-center rounded-lg hover:bg-canvas"
            >
              <IconX className="size-5" />
            </button>
          </header>
          <div className="overflow-y-auto p-5">{children}</div>
        </div>
      )}
    </dialog>
  );
}
