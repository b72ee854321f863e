// Withdrawing an unpaid order: there is nothing to refund, its places are released at once.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { useTask } from '../../../parts/use-task.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { focusHeading } from './focus-heading.ts';

export function WithdrawOrder({ orderNo }: { orderNo: string }) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const { busy, problem, run } = useTask();
  const cancel = () =>
    run(async () => {
      await send('cancelOrder', { orderNo });
      setOpen(false);
      await revalidate();
      focusHeading();
    });
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {say('order.action.withdraw')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say('order.withdrawTitle')}>
        <p>{say('order.withdrawText')}</p>
        {problem && (
          <div className="mt-3">
            <CallProblem title={say('order.cancelFailed')}>{problem}</CallProblem>
          </div>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setOpen(false)}>
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
