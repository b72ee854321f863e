// Additional payments (§3): the owner adds extra time, a price difference or freight to a valid order, and may withdraw it
// until it is paid. The order itself, its refund rules and its places are not affected; when the order ends, they end with it.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { giveAdded } from '../../../domain/cancellation.ts';
import type { Currency } from '../../../domain/currencies.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { money } from '../../../domain/money.ts';
import { OrderStatus, type OrderStatusCode } from '../../../domain/order-status.ts';
import { inTransactionOnce } from '../../platform/answer-once.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import type { Jobs, RefundAsk } from '../../platform/jobs.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { lockOrder } from '../read.sql.ts';
import { findAdded, noteAddedBack, noteAllBack } from './added.sql.ts';
import {
  findSupplement,
  insertSupplement,
  listPaidSupplements,
  listSupplements,
  noteSupplement,
  type SupplementRow,
  withdrawAllRows,
  withdrawSupplementRow,
} from './supplement.sql.ts';

const openTo: OrderStatusCode[] = [OrderStatus.pending, OrderStatus.confirmed];
const mostOfAnOrder = 50;

/** Refuses invalidInput by field, actionNotAllowed for an order that is not paid, is being cancelled or has ended. */
export async function addSupplement(
  context: Context,
  input: ParsedInputOf<'consoleSupplementAdd'>,
): Promise<OutputOf<'consoleSupplementAdd'>> {
  const { amountMinor, reason } = input;
  const fields: FieldProblems = {};
  if (amountMinor < 1) fields.amountMinor = { problem: 'required' };
  if (!reason.trim()) fields.reason = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return inTransactionOnce(context, 'consoleSupplementAdd', input, (owner) => writeSupplement(owner, context, input));
}

/** The same in the caller's transaction, once its input is judged. */
export async function writeSupplement(
  owner: OwnerTrx,
  context: Context,
  { id, kind, amountMinor, reason }: ParsedInputOf<'consoleSupplementAdd'>,
): Promise<{ supplementNo: string }> {
  const order = await lockOrder(owner, id);
  if (!order) throw new NotHere();
  const known = await listSupplements(owner, id);
  if (!openTo.includes(order.status) || known.length >= mostOfAnOrder) throw new Refusal('actionNotAllowed');
  const row = { kind, amount_minor: amountMinor, reason: reason.trim() };
  const supplementNo = await insertSupplement(owner, id, row);
  const step = { action: 'supplementAsked', actor: 'owner', actorName: context.staff?.name ?? '' } as const;
  await noteSupplement(owner, id, supplementNo, step);
  await context.jobs.send(owner, 'order.changed', { orderNo: id, occasion: `supplement:${supplementNo}` });
  await logAction(owner, context, {
    act: 'supplement-added',
    subject: `order ${id}`,
    after: { supplementNo, kind, amountMinor, currency: order.currency, reason: row.reason },
  });
  return { supplementNo };
}

/** Refuses alreadyPaid, paymentUnderWay, and actionNotAllowed for one that is withdrawn. */
export async function withdrawSupplement(
  context: Context,
  { id, supplementNo }: ParsedInputOf<'consoleSupplementWithdraw'>,
): Promise<OutputOf<'consoleSupplementWithdraw'>> {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    await lockOrder(owner, id);
    const row = await findSupplement(owner, supplementNo);
    if (row?.order_no !== id) throw new NotHere();
    if (row.state === 'paid') throw new Refusal('alreadyPaid');
    // The rest of an order is no addition: it falls away with what it would pay for.
    if (row.state === 'withdrawn' || row.kind === 'rest') throw new Refusal('actionNotAllowed');
    if ((await withdrawSupplementRow(owner, id, supplementNo)) !== 1) throw new Refusal('paymentUnderWay');
    const step = { action: 'supplementWithdrawn', actor: 'owner', actorName: context.staff?.name ?? '' } as const;
    await noteSupplement(owner, id, supplementNo, step);
    const { kind, amount_minor: amountMinor, reason } = row;
    await logAction(owner, context, {
      act: 'supplement-withdrawn',
      subject: `order ${id}`,
      before: { supplementNo, kind, amountMinor, reason },
    });
  });
  return {};
}

export function showSupplement(row: SupplementRow, currency: Currency): OutputOf<'orderDetail'>['supplements'][number] {
  return {
    supplementNo: row.supplement_no,
    kind: row.kind,
    amount: money(row.amount_minor, currency),
    reason: row.reason,
    state: row.state,
    at: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    dueAt: row.due_at?.toISOString() ?? null,
  };
}

/**
 * What goes back of paid ones when the order ends: their payments, those of lines too, where the order's own goes back whole; all that is
 * left of those of the whole order; as much of these as of its price; or nothing, where the owner keeps all.
 */
type RefundAtEnd = 'payments' | 'everything' | 'share' | 'nothing';

/** `withFee` as for any refund. */
type Why = { reason: string; withFee?: boolean };

/** The whole order ended: additional payments are closed, in the transaction that ended it, once its lines are. Returns the refunds. */
export async function endSupplements(
  owner: OwnerTrx,
  jobs: Jobs,
  orderNo: string,
  { give, reason, withFee = false }: { give: RefundAtEnd } & Why,
): Promise<RefundAsk[]> {
  await withdrawAllRows(owner, orderNo);
  if (give === 'nothing') return [];
  if (give !== 'payments') return giveAddedBack(owner, jobs, orderNo, { give, reason, withFee });
  const paid = await listPaidSupplements(owner, orderNo);
  const back = paid.map(({ payment_no: paymentNo }) => ({ orderNo, paymentNo, cause: 'ended', reason, withFee }));
  for (const refund of back) await jobs.send(owner, 'refund.ask', refund);
  await noteAllBack(owner, orderNo);
  return back;
}

/** What a gift took from them is back already (decision 0742). */
async function giveAddedBack(
  owner: OwnerTrx,
  jobs: Jobs,
  orderNo: string,
  { give, reason, withFee = false }: { give: 'everything' | 'share' } & Why,
): Promise<RefundAsk[]> {
  const { addedMinor, everyMinor, ...cancelled } = await findAdded(owner, orderNo);
  const orderMinor = give === 'share' ? giveAdded(addedMinor, cancelled) : everyMinor;
  if (orderMinor < 1) return [];
  await noteAddedBack(owner, orderNo, orderMinor, { ofSpent: give === 'everything' });
  const refund = { orderNo, cause: 'ended', reason: reason || 'approveCancel', withFee, orderMinor };
  await jobs.send(owner, 'refund.ask', refund);
  return [refund];
}
