// The refusal of a call (§8): a dialog on a desktop, a toast on phones, and afterwards a notice in the page, so that it can be read again.
// Codes that screens handle themselves are a notice at once, as is everything in the mobile group and in the back office.
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import { refusals } from '../../domain/errors.ts';
import { consoleRoot } from '../../domain/paths.ts';
import { isMobilePath } from '../../domain/safe-path.ts';
import { isUnder } from '../../domain/write-address.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/pieces.tsx';
import { foundHere } from './describe-error.ts';
import { marked } from './form/show-and-focus.ts';
import { useWords } from './use-words.ts';

const inPlace = new Set<number | undefined>([refusals.wrongCode, refusals.priceChanged, foundHere]);
/** From this width on there is room for a dialog beside the page. */
const desktop = '(min-width: 640px)';
const toastMilliseconds = 8000;

type CallProblemProps = { title: string; code?: number; children?: ReactNode };

export function CallProblem({ title, code, children }: CallProblemProps) {
  const { pathname } = useLocation();
  const [seen, setSeen] = useState('');
  const [way, setWay] = useState<'dialog' | 'toast'>();
  const quiet = inPlace.has(code) || isMobilePath(pathname) || isUnder(pathname, consoleRoot);
  useEffect(() => setWay(matchMedia(desktop).matches ? 'dialog' : 'toast'), []);
  const close = () => {
    flushSync(() => setSeen(title));
    document.querySelector<HTMLElement>(marked)?.focus();
  };
  if (quiet || seen === title)
    return (
      <Notice tone="bad" title={title}>
        {children}
      </Notice>
    );
  if (way === 'dialog') return <ProblemDialog {...{ title, children, close }} />;
  return way === 'toast' ? <Toast {...{ title, children, close }} /> : null;
}

type Shown = { title: string; children: ReactNode; close(): void };

function ProblemDialog({ title, children, close }: Shown) {
  const { say } = useWords();
  return (
    <Dialog open onClose={close} title={say('ui.problem.heading')}>
      <div role="alert">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
      <div className="mt-5 flex justify-end">
        <Button onClick={close}>{say('ui.dialog.close')}</Button>
      </div>
    </Dialog>
  );
}

/** Stays long enough to be read, longer while it has the focus, and then becomes a notice in the page. */
function Toast({ title, children, close }: Shown) {
  const { say } = useWords();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(close, toastMilliseconds);
    return () => clearTimeout(timer);
  });
  return (
    <div
      role="alert"
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      // A dialog is at the foot of a phone: above it, the message covers nothing that it is about.
      className={
        'fixed inset-x-4 bottom-20 z-50 flex items-start gap-2 rounded-card bg-ink p-4 pr-2 text-surface shadow-card ' +
        'in-[dialog]:top-4 in-[dialog]:bottom-auto'
      }
    >
      <div className="min-w-0 grow self-center break-words">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
      <button
        type="button"
        aria-label={say('ui.dialog.close')}
        onClick={close}
        className="grid size-11 shrink-0 place-items-center rounded-lg"
      >
        <IconX className="size-5" />
      </button>
    </div>
  );
}
