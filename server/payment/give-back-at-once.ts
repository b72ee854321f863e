// Money of an order that another one takes the place of in the same transaction (decision 0610): what a deposit or a credit line paid is
// back on it before the other order is paid, so that the account need not hold both. Other channels refund after the commit, as always.
import { isLedgerKind } from '../../domain/payment-status.ts';
import type { Context } from '../platform/context.ts';
import { joinTransaction, type OwnerTrx } from '../platform/db.ts';
import type { JobData, JobName, RequestJobs } from '../platform/jobs.ts';
import { listAppliedPayments } from './payment.sql.ts';
import { askRefund, runRefund } from './run-refund.ts';

type Jobs = Pick<RequestJobs, 'send'>;

/** Queues of a transaction that keep one kind of job back for the caller, in the order in which it was sent. */
function keepBack<Kept extends JobName>(queues: RequestJobs, gathered: Kept) {
  const list: JobData[Kept][] = [];
  const send: Jobs['send'] = async (owner, name, data) => {
    if ((name as JobName) === gathered) list.push(data as unknown as JobData[Kept]);
    else await queues.send(owner, name, data);
  };
  return { list, jobs: { ...queues, send } };
}

/** `context` is for the work that ends the order; `giveBack` refunds what that work asked for. */
export function collectRefunds(context: Context) {
  const refunds = keepBack(context.jobs, 'refund.ask');
  async function giveBack(trx: OwnerTrx): Promise<void> {
    const owner = joinTransaction(trx);
    const run = keepBack(context.jobs, 'refund.run');
    for (const one of refunds.list) await askRefund({ ...context, owner, jobs: run.jobs }, one);
    const orders = [...new Set(refunds.list.map(({ orderNo }) => orderNo))];
    const payments = (await Promise.all(orders.map((orderNo) => listAppliedPayments(owner, orderNo)))).flat();
    for (const job of run.list) {
      const payment = payments.find((payment) => job.refundNo.startsWith(`${payment.payment_no}-`));
      if (payment && isLedgerKind(payment.channel)) await runRefund({ ...context, owner }, job.refundNo);
      else await context.jobs.send(owner, 'refund.run', job);
    }
  }
  return { context: { ...context, jobs: refunds.jobs }, giveBack };
}
