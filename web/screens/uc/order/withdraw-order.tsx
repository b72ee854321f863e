// Withdrawing an unpaid order: its places are released at once, and what a gift card or a balance paid of it goes back (decision 0408).

import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { nameWay } from '../../../../domain/payment/name-way.ts';
import { send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import type { Detail } from '../../../parts/order/order-pieces.tsx';
import { isUnderWay } from '../../../parts/payment/under-way.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { focusOrder } from './focus-order.ts';

type WithdrawProps = { order: Detail };

export function WithdrawOrder({ order }: WithdrawProps) {
  const { orderNo, paidBy } = order;
  const held = paidBy.length > 0;
  // The order stays where the provider knows of the money (decision 0739).
  const underWay = isUnderWay(order);
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const { busy, problem, run } = useTask();
  const cancel = () =>
    run(async () => {
      await send('cancelOrder', { orderNo, seenRefund: null });
      setOpen(false);
      await revalidate();
      focusOrder();
    });
  const close = () => {
    setOpen(false);
    // It may have been paid or closed on another page: it is shown as it is now.
    if (problem) void revalidate();
  };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {say('order.action.withdraw')}
      </Button>
      <Dialog open={open} onClose={close} title={say('order.withdrawTitle')}>
        {underWay && <p>{say('order.withdrawUnderWay')}</p>}
        {(!underWay || held) && <p>{say(held ? 'order.withdrawHeld' : 'order.withdrawText')}</p>}
        {paidBy.map((way, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one card may hold two shares, in the sequence in which they paid
          <p key={at} className="mt-2 flex flex-wrap justify-between gap-x-4">
            {nameWay(words.say, way)} <span className="font-semibold tabular-nums">{words.money(way.amount)}</span>
          </p>
        ))}
        {problem && (
          <div className="mt-3">
            <CallProblem title={say('order.cancelFailed')}>{problem}</CallProblem>
          </div>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={close}>
            {say('order.keep')}
          </Button>
          <Button variant="danger" busy={busy} onClick={cancel}>
            {say('order.action.withdraw')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
