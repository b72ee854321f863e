// The question before unsaved changes are lost.
import { useEffect, useRef } from 'react';
import { type Location, useBlocker } from 'react-router';
import { isTypedStored } from '../../store-typed.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useWords } from '../use-words.ts';

type GuardProps = {
  dirty: boolean;
  onLeave?(): void;
  /** Within one area the reader may navigate without a question; by default each address is a separate area. */
  roomOf?(place: Location): string;
  /** The draft survives a reload, so the browser asks nothing. */
  stored?: boolean;
};

/** Asks before a page with unsaved changes is left: a dialog for links, the browser's question for closing the window. */
export function LeaveGuard({ dirty, onLeave, roomOf = ({ key }) => key, stored = false }: GuardProps) {
  const { say } = useWords();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && roomOf(currentLocation) !== roomOf(nextLocation),
  );
  useEffect(() => {
    if (!dirty || stored) return;
    const ask = (event: BeforeUnloadEvent) => !isTypedStored() && event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty, stored]);
  // A second press may come before the dialog is gone; the router takes one answer.
  const isAnswered = useRef(false);
  useEffect(() => {
    isAnswered.current = blocker.state !== 'blocked';
  }, [blocker.state]);
  const answerBy = (act: () => void) => () => {
    if (isAnswered.current) return;
    isAnswered.current = true;
    act();
  };
  const stay = answerBy(() => blocker.reset?.());
  const leave = answerBy(() => {
    onLeave?.();
    blocker.proceed?.();
  });
  return (
    <Dialog open={blocker.state === 'blocked'} onClose={stay} title={say('site.setting.leaveTitle')}>
      <div className="grid gap-4">
        <p>{say('site.setting.leaveText')}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={stay}>
            {say('site.setting.stay')}
          </Button>
          <Button variant="danger" onClick={leave}>
            {say('site.setting.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
