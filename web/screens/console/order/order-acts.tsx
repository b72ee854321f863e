// Staff actions on an active order (§4): decide its cancellation requests, send its voucher again, and request its cancellation for the
// buyer.
import { useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { send } from '../../../call.ts';
import { ActionButton } from '../../../console-kit/action-dialog.tsx';
import { type CancelRow, DecideCancel } from '../../../parts/console/decide-cancel.tsx';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { CancelForBuyer } from './cancel-for-buyer.tsx';
import { isErased } from './change-contact.tsx';

type Order = Pick<OutputOf<'consoleOrder'>, 'orderNo' | 'lines' | 'actions' | 'contact' | 'source'>;

/** Hidden when no action is possible. */
export function OrderActs({ order }: { order: Order }) {
  const { say } = useWords();
  const [sent, setSent] = useState(false);
  const { orderNo: id } = order;
  const voucher = !isErased(order.contact) && order.lines.some((line) => line.voucher);
  const withdraw = order.actions.includes('withdraw');
  const apply = !withdraw && ['applyToCancel', 'cancelPending'].some((one) => order.actions.includes(one));
  if (!voucher && !withdraw && !apply) return null;
  const mail = async () => {
    await send('consoleVoucherMail', { id });
    setSent(true);
  };
  return (
    <Card className="grid gap-3">
      {sent && <Notice tone="good" title={say('desk.voucherSent')} />}
      {voucher && (
        <ActionButton act={say('desk.voucherAgain')} work={mail}>
          <p>{say('desk.voucherText')}</p>
        </ActionButton>
      )}
      {withdraw && (
        <ActionButton
          act={say('order.action.withdraw')}
          danger
          reason={{ hint: say('console.whyHint'), required: true }}
          work={(remark) => send('consoleCancelApply', { id, remark })}
        >
          <p>{say('order.withdrawText')}</p>
        </ActionButton>
      )}
      {apply && (
        <DialogButton variant="danger" text={say('desk.cancelFor')}>
          {(close) => <CancelForBuyer order={order} onClose={close} />}
        </DialogButton>
      )}
    </Card>
  );
}

type OpenRequestsProps = { requests: CancelRow[]; lines: Order['lines'] };

/** What waits for the owner: of which line how many, what goes back, and the decision. Nothing without requests. */
export function OpenRequests({ requests, lines }: OpenRequestsProps) {
  const words = useWords();
  if (!requests.length) return null;
  return (
    <TitledCard title={words.say('desk.queue.cancels')}>
      <ul className="divide-y divide-line">
        {requests.map((row) => {
          const line = lines.find(({ subOrderNo }) => subOrderNo === row.subOrderNo);
          return (
            <li key={row.id} className="grid gap-3 py-4 first:pt-0 last:pb-0">
              <p className="font-semibold break-words">
                {line ? nameLine(words, line) : row.productName} ×&nbsp;{row.quantity}
              </p>
              <DecideCancel row={row} />
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}
