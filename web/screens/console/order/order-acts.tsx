// Staff actions on an active order: send its voucher again, and request its cancellation for the buyer (§4).
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';
import { ActionDialog } from '../../../console-kit/action-dialog.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { CancelForBuyer } from './cancel-for-buyer.tsx';

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'lines' | 'actions'>;

/** Hidden when no action is possible. */
export function OrderActs({ order }: { order: Order }) {
  const { say } = useWords();
  const [asked, setAsked] = useState<'voucher' | 'cancel'>();
  const [sent, setSent] = useState(false);
  const { orderNo: id } = order;
  const voucher = order.lines.some((line) => line.voucher);
  const cancels = order.lines.some((line) => line.status === OrderStatus.cancelling);
  const withdraw = order.actions.includes('withdraw');
  const apply = withdraw || ['applyToCancel', 'cancelPending'].some((one) => order.actions.includes(one));
  const cancelFor = say(withdraw ? 'order.action.withdraw' : 'desk.cancelFor');
  if (!voucher && !cancels && !apply) return null;
  const mail = async () => {
    await send('consoleVoucherMail', { id });
    setSent(true);
  };
  return (
    <Card className="grid gap-3">
      {cancels && (
        <Link to={consolePaths.cancels()} className="flex min-h-11 items-center font-semibold text-brand underline">
          {say('desk.queue.cancels')}
        </Link>
      )}
      {sent && <Notice tone="good" title={say('desk.voucherSent')} />}
      {voucher && (
        <Button variant="outline" onClick={() => setAsked('voucher')}>
          {say('desk.voucherAgain')}
        </Button>
      )}
      {apply && (
        <Button variant="danger" onClick={() => setAsked('cancel')}>
          {cancelFor}
        </Button>
      )}
      <ActionDialog
        open={asked === 'voucher'}
        onClose={() => setAsked(undefined)}
        title={say('desk.voucherAgain')}
        act={say('desk.voucherAgain')}
        work={mail}
      >
        <p>{say('desk.voucherText')}</p>
      </ActionDialog>
      <CancelForBuyer
        order={order}
        title={cancelFor}
        open={asked === 'cancel' && !withdraw}
        onClose={() => setAsked(undefined)}
      />
      <Withdraw id={id} title={cancelFor} open={asked === 'cancel' && withdraw} onClose={() => setAsked(undefined)} />
    </Card>
  );
}

function Withdraw({ id, title, open, onClose }: { id: string; title: string; open: boolean; onClose(): void }) {
  const { say } = useWords();
  return (
    <ActionDialog
      {...{ open, onClose, title }}
      act={title}
      danger
      reason={{ hint: say('console.whyHint'), required: true }}
      work={(remark) => send('consoleCancelApply', { id, remark })}
    >
      <p>{say('order.withdrawText')}</p>
    </ActionDialog>
  );
}
