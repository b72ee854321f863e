// Withdrawing an unpaid order: nothing to refund, its places are released at once.
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { Told } from '../../../parts/told.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export function WithdrawOrder({ orderNo }: { orderNo: string }) {
  const words = useWords();
  const { say } = words;
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await send('cancelOrder', { orderNo });
      setOpen(false);
      await revalidate();
    } catch (error) {
      setProblem(describeError(error, words).text);
    }
    setBusy(false);
  };
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        {say('order.action.withdraw')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say('order.withdrawTitle')}>
        <p>{say('order.withdrawText')}</p>
        {problem && (
          <div className="mt-3">
            <Told title={say('order.cancelFailed')}>{problem}</Told>
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
