// A modal on the platform's own dialog element: the focus stays inside, Escape closes, a bottom sheet on phones. Its content can hold it
// open, because it cannot be shown again.
import { IconX } from '@tabler/icons-react';
import {
  createContext,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { useIntl } from 'react-intl';

type DialogProps = { open: boolean; onClose(): void; title: ReactNode; children: ReactNode };

/** What holds the dialog: called instead of closing. */
type Holder = RefObject<(() => void) | undefined>;

const HolderContext = createContext<Holder | undefined>(undefined);

/** While there is `onTry`, Escape and the cross of the dialog around this call it and close nothing; its content has a button that does. */
export function useHoldDialog(onTry: (() => void) | undefined): void {
  const holder = useContext(HolderContext);
  useLayoutEffect(() => {
    if (!holder) return;
    holder.current = onTry;
    return () => {
      holder.current = undefined;
    };
  });
}

function askHolder(event: SyntheticEvent, { current: hold }: Holder): void {
  if (!hold) return;
  event.preventDefault();
  hold();
}

export function Dialog({ open, onClose, title, children }: DialogProps) {
  const { formatMessage } = useIntl();
  const ref = useRef<HTMLDialogElement>(null);
  const holder: Holder = useRef<() => void>(undefined);
  const id = useId();
  const close = () => (holder.current ?? onClose)();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
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
      // React hands the events of a dialog inside this one on to it.
      onCancel={(event) => event.target === event.currentTarget && askHolder(event, holder)}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        // A second Escape closes the element in spite of the first answer.
        if (holder.current) currentTarget.showModal();
        close();
      }}
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
              onClick={close}
              aria-label={formatMessage({ id: 'ui.dialog.close' })}
              className="grid size-11 place-items-center rounded-lg hover:bg-canvas"
            >
              <IconX className="size-5" />
            </button>
          </header>
          <div className="overflow-y-auto p-5">
            <HolderContext value={holder}>{children}</HolderContext>
          </div>
        </div>
      )}
    </dialog>
  );
}
