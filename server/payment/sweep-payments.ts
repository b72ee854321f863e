// Clock work around money: silent payments are asked about, overdue orders closed after the channel was asked, refunds
// without an answer asked again. Each piece claims its rows, so several processes may sweep at once.

import { closeOverdue } from '../order/close-order.ts';
import type { Database } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { askChannel } from './ask-channel.ts';
import { claimDuePolls, findPayment, listOpenRefunds } from './payment.sql.ts';
import { runRefund } from './run-refund.ts';

export async function sweepPayments(database: Database, jobs: Jobs, log: Logger): Promise<void> {
  for (const { owner_id: ownerId, payment_no: paymentNo } of await claimDuePolls(database.house, 50)) {
    const db = database.forOwner(ownerId);
    const payment = await findPayment(db, ownerId, paymentNo);
    const over = payment?.expires_at ? payment.expires_at <= new Date() : false;
    await askChannel({ db, jobs, log, ownerId }, paymentNo, over);
  }
  for (const { owner_id: ownerId, refund_no: refundNo } of await listOpenRefunds(database.house, 50)) {
    await runRefund({ db: database.forOwner(ownerId), jobs, log, ownerId }, refundNo);
  }
  await closeOverdue(database.house, (ownerId) => database.forOwner(ownerId));
}
