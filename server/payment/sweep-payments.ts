// Rounds for money: payments without an answer are queried, refunds without an answer requested again, overdue orders closed after the
// channel was asked. Each step claims its rows, so several processes may sweep at once. A gateway that does not answer holds up its own
// payments and refunds alone (decision 0800).

import { closeOverdue } from '../order/close-order.ts';
import { findSupplement } from '../order/supplement/supplement.sql.ts';
import type { Clock } from '../platform/context.ts';
import type { Owner, Owners } from '../platform/db.ts';
import { workAtOnce, workThrough } from '../platform/repeat-rounds.ts';
import { type Asking, askChannel } from './ask-channel.ts';
import { claimDuePolls, findPayment } from './payment.sql.ts';
import { listOpenRefunds } from './refund.sql.ts';
import { runRefund } from './run-refund.ts';
import { endOverdueTransfers } from './transfer/pay-offline.ts';

type AskingFor = (owner: Owner) => Asking;

/** Questions to one channel at a time: a round takes as long as the slowest answer to one. */
const atOnce = 5;

/** Where a channel has more to do than one round does. */
function goOn(list: { channel: string }[], soon: () => void): void {
  if ([...Map.groupBy(list, ({ channel }) => channel).values()].some((rows) => rows.length >= atOnce)) soon();
}

export async function askDuePayments({ house, forOwner }: Owners, asking: AskingFor, soon: () => void): Promise<void> {
  const due = await claimDuePolls(house, atOnce);
  goOn(due, soon);
  await workAtOnce(due, async ({ owner_id: ownerId, payment_no: paymentNo, is_late: isLate }) => {
    const owner = forOwner(ownerId);
    const payment = await findPayment(owner, paymentNo);
    const supplement = payment?.supplement_no ? await findSupplement(owner, payment.supplement_no) : undefined;
    await askChannel(asking(owner), paymentNo, isLate || supplement?.state === 'withdrawn', true);
  });
}

export async function runOpenRefunds({ house, forOwner }: Owners, asking: AskingFor, soon: () => void): Promise<void> {
  const open = await listOpenRefunds(house, atOnce);
  goOn(open, soon);
  await workAtOnce(open, ({ owner_id: ownerId, refund_no: refundNo }) =>
    runRefund(asking(forOwner(ownerId)), refundNo),
  );
}

export async function endOverdue(owners: Owners, asking: AskingFor, clock: Clock): Promise<void> {
  const works = [() => endOverdueTransfers(owners, asking, clock), () => closeOverdue(owners, clock, asking)];
  await workThrough(works, (work) => work());
}
