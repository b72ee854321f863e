// The form after ordering (decision 0465): the order that waits for payment, and a question before the same is booked twice.
import { useRef, useState } from 'react';
import { paths } from '../../../../domain/paths.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Placed } from './find-placed.ts';

export function WaitingOrder({ orderNo }: { orderNo: string }) {
  const { say } = useWords();
  return (
    <Notice tone="warn" title={say('order.booking.waiting', { orderNo })}>
      <p>{say('order.booking.waitingText')}</p>
      <LinkButton variant="book" to={paths.payment('pay', orderNo)} className="mt-3">
        {say('order.pay')}
      </LinkButton>
    </Notice>
  );
}

/** `ask`: true if no order waits, or if the buyer wants a second booking. */
export function useSecondBooking(placed: Placed | null) {
  const { say } = useWords();
  const [isAsking, setIsAsking] = useState(false);
  const answer = useRef<(meant: boolean) => void>(undefined);
  const end = (meant: boolean) => {
    setIsAsking(false);
    answer.current?.(meant);
    answer.current = undefined;
  };
  const ask = async () => {
    if (!placed?.waits) return true;
    setIsAsking(true);
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  };
  const dialog = placed?.waits && (
    <Dialog
      open={isAsking}
      onClose={() => end(false)}
      title={say('order.booking.waiting', { orderNo: placed.orderNo })}
    >
      <p>{say('order.booking.waitingText')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <LinkButton variant="book" to={paths.payment('pay', placed.orderNo)}>
          {say('order.pay')}
        </LinkButton>
        <Button variant="outline" onClick={() => end(true)}>
          {say('order.booking.again')}
        </Button>
      </div>
    </Dialog>
  );
  return { ask, dialog };
}
