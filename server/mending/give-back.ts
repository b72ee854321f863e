// Money given back although nothing is cancelled (§3 refund): up to what is left of what was paid, at once up to the owner's limit,
// above it by a second person (decisions 0024, 0293). It takes the way of every refund, through the payments that took the money.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { leftOf } from '../../domain/cancellation.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { convertMoney, money, spreadMoney } from '../../domain/money.ts';
import { isEnded } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { moneyOf } from '../order/cancel/quote-line.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import {
  findMoneyTotals,
  findOrder,
  type LineOfOrder,
  listLines,
  lockOrder,
  type OrderRow,
} from '../order/read.sql.ts';
import { noteAddedBack } from '../order/supplement/added.sql.ts';
import { answerOnce, readKey } from '../platform/answer-once.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type Owner, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  decideGoodwill,
  findGoodwill,
  findLoose,
  type GoodwillRow,
  insertGoodwill,
  type Loose,
  listGoodwill,
  noteLines,
} from './goodwill.sql.ts';
import { noteReturned } from './mending.sql.ts';

/** Lines with a remaining quantity or a finished journey: their money may be refunded. */
const standing = (lines: LineOfOrder[]) => lines.filter((line) => !isEnded(line.status) && leftOf(moneyOf(line)) > 0);

type Left = Loose & { most: number; lines: LineOfOrder[] };

/** What may still be given back, in minor units of the selling currency, and what of it belongs to no line. */
async function findLeft(owner: Owner, order: OrderRow): Promise<Left> {
  const { order_no: orderNo } = order;
  if (order.pay_status !== PaymentStatus.paid) return { most: 0, looseMinor: 0, addedMinor: 0, lines: [] };
  const [all, loose, totals] = await Promise.all([
    listLines(owner, [orderNo]),
    findLoose(owner, orderNo),
    findMoneyTotals(owner, orderNo),
  ]);
  const lines = standing(all);
  const sum = lines.reduce((minor, line) => minor + leftOf(moneyOf(line)), loose.looseMinor);
  return { most: Math.max(0, Math.min(sum, totals.paid - totals.refunded)), ...loose, lines };
}

export async function showGoodwill(
  context: Context,
  { id }: ParsedInputOf<'consoleGoodwill'>,
): Promise<OutputOf<'consoleGoodwill'>> {
  const { owner } = context;
  const order = await findOrder(owner, id, everyOrder());
  if (!order) throw new NotHere();
  const [{ most }, list] = await Promise.all([findLeft(owner, order), listGoodwill(owner, id)]);
  return { most: money(most, order.currency), list: list.map((row) => showRow(context, row)) };
}

function showRow(context: Context, row: GoodwillRow): OutputOf<'consoleGoodwill'>['list'][number] {
  return {
    id: String(row.goodwill_id),
    orderNo: row.order_no,
    partnerName: row.partner_name,
    amount: money(row.amount_minor, row.currency),
    reason: row.reason,
    state: row.state,
    askedBy: row.asked_by_name,
    own: row.asked_by === staffOf(context).accountId,
    decidedBy: row.decided_by_name ?? '',
    at: row.created_at.toISOString(),
  };
}

export async function listWaitingGoodwill(context: Context): Promise<OutputOf<'consoleGoodwills'>> {
  const list = await listGoodwill(context.owner, null);
  return { list: list.map((row) => showRow(context, row)), zone: context.site.zone };
}

/** Refuses invalidInput by field, refundTooMuch above what is left. */
export async function giveBack(
  context: Context,
  input: ParsedInputOf<'consoleGoodwillGive'>,
): Promise<OutputOf<'consoleGoodwillGive'>> {
  const { owner, site } = context;
  const { id, amountMinor } = input;
  const reason = input.reason.trim();
  const fields: FieldProblems = {};
  if (amountMinor < 1) fields.amountMinor = { problem: 'required' };
  if (!reason) fields.reason = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const staff = staffOf(context);
  const keyed = readKey(context, 'consoleGoodwillGive', staff.accountId, input);
  return inTransaction(owner, (owner) =>
    answerOnce(owner, keyed, async () => {
      const order = await lockOrder(owner, id);
      if (!order) throw new NotHere();
      const left = await findLeft(owner, order);
      if (amountMinor > left.most) throw new Refusal('refundTooMuch');
      const amount = money(amountMinor, order.currency);
      const ownerMinor = convertMoney(amount, site.currency, order.rate).amountMinor;
      const by = { id: staff.accountId, name: staff.name };
      const made = await insertGoodwill(owner, { orderNo: id, amountMinor, ownerMinor, reason, by });
      const row = { id: made.goodwill_id, amountMinor, reason };
      if (made.state === 'done') await carryOut(owner, context, order, left, row);
      else await note(owner, context, order, 'goodwill-asked', row);
      return { id: String(made.goodwill_id), state: made.state };
    }),
  );
}

/** Another person approves; who asked may withdraw it by refusing. Refuses ownAdjustment, changedMeanwhile, refundTooMuch. */
export async function decideGiving(
  context: Context,
  { id, approve, reason: typed }: ParsedInputOf<'consoleGoodwillDecide'>,
): Promise<Record<string, never>> {
  const why = typed.trim();
  if (!approve && !why) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const staff = staffOf(context);
  await inTransaction(context.owner, async (owner) => {
    const first = await findGoodwill(owner, id);
    const order = first && (await lockOrder(owner, first.order_no));
    if (!first || !order) throw new NotHere();
    const left = await findLeft(owner, order);
    const by = { id: staff.accountId, name: staff.name };
    if ((await decideGoodwill(owner, id, { approve, by })) !== 1) {
      const row = await findGoodwill(owner, id);
      throw new Refusal(row?.state === 'waiting' ? 'ownAdjustment' : 'changedMeanwhile');
    }
    const row = { id: first.goodwill_id, amountMinor: first.amount_minor, reason: first.reason };
    const details = { askedBy: first.asked_by_name };
    if (!approve) return note(owner, context, order, 'goodwill-refused', { ...row, ...details, why });
    await carryOut(owner, context, order, left, { ...row, ...details });
  });
  return {};
}

type Goodwill = { id: number; amountMinor: number; reason: string; askedBy?: string };

/**
 * First what belongs to no line: fees that were kept, then additional payments. The rest is noted on the lines by what is left of each, so
 * that cancelling does not refund it again; it is on the additional payments for the same reason.
 */
async function carryOut(
  owner: OwnerTrx,
  context: Context,
  order: OrderRow,
  { lines, looseMinor, addedMinor, most }: Left,
  goodwill: Goodwill,
): Promise<void> {
  if (goodwill.amountMinor > most) throw new Refusal('refundTooMuch');
  const fromLines = Math.max(0, goodwill.amountMinor - looseMinor);
  const feesMinor = Math.max(0, looseMinor - addedMinor);
  const fromAdded = Math.max(0, goodwill.amountMinor - fromLines - feesMinor);
  await noteAddedBack(owner, order.order_no, fromAdded, { ofSpent: true });
  const shares = spreadMoney(
    money(fromLines, order.currency),
    lines.map((line) => leftOf(moneyOf(line))),
  );
  for (const [at, line] of lines.entries()) {
    const share = shares[at]?.amountMinor ?? 0;
    if (share && (await noteReturned(owner, line.sub_order_no, share)) !== 1) throw new Refusal('refundTooMuch');
  }
  await noteLines(owner, goodwill.id, fromLines + fromAdded);
  const { amountMinor: orderMinor, reason } = goodwill;
  const refund = { orderNo: order.order_no, cause: `goodwill-${goodwill.id}`, reason, withFee: false, orderMinor };
  await context.jobs.send(owner, 'refund.ask', refund);
  await note(owner, context, order, 'goodwill-given', goodwill);
}

function note(
  owner: OwnerTrx,
  context: Context,
  { order_no: orderNo, currency }: OrderRow,
  act: string,
  goodwill: Goodwill & { why?: string },
) {
  return logAction(owner, context, { act, subject: `order ${orderNo}`, after: { ...goodwill, currency } });
}
