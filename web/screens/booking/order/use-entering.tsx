// A visitor fills in the form first (decision 0411): the mailbox is proved when a call needs a buyer, and the typed
// values stay.
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useWords } from '../../../parts/use-words.ts';
import { useRoot } from '../../../root-data.ts';
import { Dialog } from '../../../ui/dialog.tsx';

const ProveMailbox = lazy(async () => ({
  default: (await import('../../../parts/account/enter-as-guest.tsx')).ProveMailbox,
}));

export type Entering = {
  /** True once the caller is a buyer, at once for a signed-in user; false if the dialog was closed. */
  enter(): Promise<boolean>;
  dialog: ReactNode;
};

export function useEntering(email: string): Entering {
  const { say } = useWords();
  const { user } = useRoot();
  const { revalidate } = useRevalidator();
  const [isAsking, setIsAsking] = useState(false);
  const entered = useRef(false);
  const waiting = useRef<(done: boolean) => void>(undefined);
  const end = (done: boolean) => {
    setIsAsking(false);
    waiting.current?.(done);
    waiting.current = undefined;
  };
  const enter = async () => {
    if (user || entered.current) return true;
    setIsAsking(true);
    return new Promise<boolean>((resolve) => {
      waiting.current = resolve;
    });
  };
  const onEntered = () => {
    entered.current = true;
    // The frame gets the signed-in user.
    void revalidate();
    end(true);
  };
  const dialog = (
    <Dialog open={isAsking} onClose={() => end(false)} title={say('order.booking.proveTitle')}>
      <Suspense>
        <ProveMailbox email={email.trim()} onEntered={onEntered} />
      </Suspense>
    </Dialog>
  );
  return { enter, dialog };
}
