// An agent takes a top-up by bank transfer back while finance has not settled it (decision 0781).
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { send } from '../../call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CallProblem } from '../call-problem.tsx';
import { useTask } from '../use-task.ts';
import { useWords } from '../use-words.ts';

export function WithdrawTopUp({ rechargeNo }: { rechargeNo: string }) {
  const { say } = useWords();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const { busy, problem, run } = useTask();
  const withdraw = () =>
    run(async () => {
      await send('offlineWithdraw', { id: rechargeNo });
      setOpen(false);
      await navigate(paths.payment('offlinePayInfo', rechargeNo));
    });
  return (
    <>
      <Button variant="danger" size="lg" onClick={() => setOpen(true)}>
        {say('payment.transfer.withdraw')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={say('payment.transfer.withdrawTitle')}>
        <p>{say('payment.transfer.withdrawText')}</p>
        {problem && (
          <div className="mt-3">
            <CallProblem title={problem} />
          </div>
        )}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={() => setOpen(false)}>
            {say('payment.transfer.keep')}
          </Button>
          <Button variant="danger" busy={busy} onClick={withdraw}>
            {say('payment.transfer.withdraw')}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
