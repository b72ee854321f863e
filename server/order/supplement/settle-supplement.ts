// Money has come for an additional payment (§3): the first payment settles it, a second or late one is refunded.
import { shareOf } from '../../../domain/cancellation.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { moneyOf } from '../cancel/quote-line.ts';
import { listRequests, raiseRefund } from '../cancel.sql.ts';
import { insertEvent } from '../order.sql.ts';
import { listLines } from '../read.sql.ts';
import type { Settling } from '../settle-order.ts';
import { findSupplement, noteSupplement, type SupplementRow, settleSupplementRow } from './supplement.sql.ts';

type Paid = { supplement_no: string; order_minor: number; channel: string };

/** Runs in the payment's transaction, after the order's row was locked. The order's own state is not touched. */
export async function settleSupplement(
  owner: OwnerTrx,
  { jobs }: Settling,
  { supplement_no: supplementNo, order_minor: amountMinor, channel }: Paid,
): Promise<'applied' | 'overpaid' | 'late'> {
  const settled = (await settleSupplementRow(owner, supplementNo, amountMinor)) === 1;
  const row = await findSupplement(owner, supplementNo);
  if (!row) throw new Error(`no supplement ${supplementNo}`);
  if (settled) {
    if (row.kind === 'rest') await noteRest(owner, jobs, row.order_no, channel);
    else await noteAddition(owner, jobs, row, channel);
    await raiseRefunds(owner, row.order_no);
    return 'applied';
  }
  return row.state === 'paid' ? 'overpaid' : 'late';
}

async function noteAddition(owner: OwnerTrx, jobs: Jobs, row: SupplementRow, channel: string): Promise<void> {
  const { order_no: orderNo, supplement_no: supplementNo } = row;
  const step = { action: 'supplementPaid', actor: 'channel', actorName: channel } as const;
  await noteSupplement(owner, orderNo, supplementNo, step);
  await jobs.send(owner, 'order.changed', { orderNo, occasion: `supplementPaid:${supplementNo}` });
}

/** The order is paid in full: its vouchers go out (decision 0380). */
async function noteRest(owner: OwnerTrx, jobs: Jobs, orderNo: string, channel: string): Promise<void> {
  await insertEvent(owner, orderNo, { action: 'payRest', actor: 'channel', actorName: channel });
  await jobs.send(owner, 'order.changed', { orderNo, occasion: 'restPaid' });
}

/** An open cancellation request keeps the fee that the buyer saw: a payment for its line that arrives later is refunded with it. */
async function raiseRefunds(owner: OwnerTrx, orderNo: string): Promise<void> {
  const open = (await listRequests(owner, orderNo)).filter(({ result }) => result === 0);
  if (!open.length) return;
  const lines = await listLines(owner, [orderNo]);
  for (const request of open) {
    const line = lines.find((line) => line.sub_order_no === request.sub_order_no);
    const shareMinor = line ? shareOf(moneyOf(line), request.quantity) : 0;
    await raiseRefund(owner, request.request_id, shareMinor - request.fee_minor);
  }
}
