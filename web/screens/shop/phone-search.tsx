// The search on a phone: a button in the header that opens the box over the page. Opening it adds an entry to the history, so that going
// back closes it.
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { SearchBox } from '../../parts/product/search-box.tsx';
import { useWords } from '../../parts/use-words.ts';

const mark = '#search';

export function PhoneSearch({ initial }: { initial: string }) {
  const { say } = useWords();
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    // Closed at once: the dialog returns the focus before the new page gets it.
    if (hash !== mark) dialog.current?.close();
    setShown(hash === mark);
  }, [hash]);
  useEffect(() => {
    if (!shown || dialog.current?.open) return;
    dialog.current?.showModal();
    // What is typed replaces the words of the last search.
    dialog.current?.querySelector('input')?.select();
  }, [shown]);
  const close = () => {
    if (hash !== mark) return;
    // The first page of a tab has no previous entry.
    if (key === 'default') navigate({ pathname, search }, { replace: true, preventScrollReset: true });
    else navigate(-1);
  };
  return (
    <>
      <Link
        to={{ pathname, search, hash: mark }}
        preventScrollReset
        aria-label={say('catalog.search.label')}
        className="icon icon-5 icon-search grid size-11 shrink-0 place-items-center rounded-lg hover:bg-canvas md:hidden"
      />
      <dialog
        ref={dialog}
        aria-label={say('catalog.search.label')}
        onClose={close}
        className="h-dvh max-h-none w-full max-w-none bg-surface p-2 md:hidden"
      >
        {shown && (
          <div className="flex items-center gap-1">
            <div className="min-w-0 grow">
              <SearchBox initial={initial} over />
            </div>
            <button
              type="button"
              onClick={close}
              aria-label={say('ui.dialog.close')}
              className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-canvas"
            >
              <IconX aria-hidden="true" className="size-5" />
            </button>
          </div>
        )}
      </dialog>
    </>
  );
}
