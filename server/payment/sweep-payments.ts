// Rounds for money: payments without an answer are queried, overdue orders closed after the channel was asked, refunds
// without an answer requested again. Each step claims its rows, so several processes may sweep at once.

import { closeOverdue } from '../order/close-order.ts';
import { findSupplement } from '../order/supplement/supplement.sql.ts';
import type { Clock } from '../platform/context.ts';
import type { Owner, Owners } from '../platform/db.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import { type Asking, askChannel } from './ask-channel.ts';
import { claimDuePolls, findPayment } from './payment.sql.ts';
import { listOpenRefunds } from './refund.sql.ts';
import { runRefund } from './run-refund.ts';
import { endOverdueTransfers } from './transfer/pay-offline.ts';

export async function sweepPayments(owners: Owners, asking: (owner: Owner) => Asking, clock: Clock): Promise<void> {
  const { house, forOwner } = owners;
  const askChannels = async () =>
    workThrough(
      await claimDuePolls(house, 50),
      async ({ owner_id: ownerId, payment_no: paymentNo, is_late: isLate }) => {
        const owner = forOwner(ownerId);
        const payment = await findPayment(owner, paymentNo);
        const supplement = payment?.supplement_no ? await findSupplement(owner, payment.supplement_no) : undefined;
        await askChannel(asking(owner), paymentNo, isLate || supplement?.state === 'withdrawn', true);
      },
    );
  const runRefunds = async () =>
    workThrough(await listOpenRefunds(house, 50), ({ owner_id: ownerId, refund_no: refundNo }) =>
      runRefund(asking(forOwner(ownerId)), refundNo),
    );
  const endTransfers = () => endOverdueTransfers(owners, asking, clock);
  await workThrough(
    [askChannels, runRefunds, endTransfers, () => closeOverdue(owners, clock, asking)],
    async (work) => {
      await work();
    },
  );
}
