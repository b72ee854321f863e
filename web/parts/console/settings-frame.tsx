// What surrounds a long form of the back office: its cards, the bar with the one button, and the question before typed work is lost.
import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

type SectionProps = { title: string; hint?: string; problem?: string; children: ReactNode };

/** A card with its heading. A problem of the whole card takes the focus when nothing inside it is marked. */
export function Section({ title, hint, problem, children }: SectionProps) {
  return (
    <Card className="grid content-start gap-4">
      <header>
        <h2 className="text-lg font-bold">{title}</h2>
        {hint && <p className="max-w-prose text-sm text-quiet">{hint}</p>}
      </header>
      {problem && (
        <p role="alert" tabIndex={-1} data-invalid className="text-sm text-bad">
          {problem}
        </p>
      )}
      {children}
    </Card>
  );
}

/** Stays at the foot of the window, with what happened above the button. */
export function SaveBar({ busy, dirty, children }: { busy: boolean; dirty: boolean; children?: ReactNode }) {
  const { say } = useWords();
  return (
    <div className="sticky bottom-0 z-10 -mx-4 -mb-4 grid gap-3 border-t border-line bg-surface p-4 sm:-mx-6 sm:-mb-6 sm:px-6">
      {children}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
        <p role="status" className="text-sm text-quiet">
          {dirty ? say('site.setting.unsaved') : ''}
        </p>
        <Button type="submit" busy={busy}>
          {say('site.setting.save')}
        </Button>
      </div>
    </div>
  );
}

/** Asks before a page with unsaved work is left: links in a dialog, closing the window by the browser's own question. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const { say } = useWords();
  const blocker = useBlocker(dirty);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={say('site.setting.leaveTitle')}>
      <div className="grid gap-4">
        <p>{say('site.setting.leaveText')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => blocker.reset?.()}>
            {say('site.setting.stay')}
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed?.()}>
            {say('site.setting.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
