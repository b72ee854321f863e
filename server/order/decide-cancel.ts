// The owner decides a cancellation request (§4): approving returns places and money; rejecting, with a reason, leaves the order
// unchanged, and it may be requested again.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Giving } from '../../domain/cancellation.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { readOptionalKey } from '../platform/answer-once.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { Ended } from '../platform/jobs.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { isFirstOf } from './cancel/claim-cancel.ts';
import { endLine } from './cancel/end-line.ts';
import { addUp, announceCancelled, announceOnce, endIfOver } from './cancel/end-order.ts';
import { quoteLine } from './cancel/quote-line.ts';
import {
  bySupplier,
  decideRequest,
  findRequest,
  listCancelRequests,
  listRequests,
  type RequestRow,
} from './cancel.sql.ts';
import { applyCancel, calculateRefund, refusePart, showRequest } from './cancel-order.ts';
import { type ActedBy, changeStatus } from './change-status.ts';
import { withdrawOrder } from './close-order.ts';
import { everyOrder } from './limit-visibility.ts';
import { findPaidBy } from './part/paid-by.sql.ts';
import { findOrder, type LineOfOrder, listLines, lockOrder } from './read.sql.ts';

const pageSize = 20;

export async function listCancels(
  context: Context,
  { page, ...filter }: ParsedInputOf<'consoleCancels'>,
): Promise<OutputOf<'consoleCancels'>> {
  const { owner, site } = context;
  const { total, list } = await listCancelRequests(owner, filter, { size: pageSize, from: (page - 1) * pageSize });
  const open = list.filter((row) => row.result === 0);
  const paidBy = await findPaidBy(
    owner,
    open.map((row) => row.order_no),
  );
  return {
    total,
    page,
    pages: Math.ceil(total / pageSize),
    zone: site.zone,
    list: list.map((row) => ({
      ...showRequest(row, context),
      partnerName: row.partner_name,
      playOn: row.play_on,
      status: row.status,
      paidBy: row.result === 0 ? paidBy(row.order_no, row.currency) : [],
    })),
  };
}

/**
 * The owner cancels for a partner: an unpaid order is withdrawn; otherwise staff choose what goes back, and a confirmed order still passes
 * the queue. Done once for each key. Refuses invalidInput by field.
 */
export async function applyForPartner(
  context: Context,
  input: ParsedInputOf<'consoleCancelApply'>,
): Promise<OutputOf<'consoleCancelApply'>> {
  const { id, refund, refundMinor, ...application } = input;
  const { owner, jobs, now } = context;
  const { accountId, name } = staffOf(context);
  const why = application.remark.trim();
  const fields: FieldProblems = {};
  if (!why) fields.remark = { problem: 'required' };
  // An amount belongs to one line.
  if (refund === 'own' && !application.subOrderNo) fields.subOrderNo = { problem: 'choose' };
  if (refund === 'own' && refundMinor === undefined) fields.refundMinor = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const give: Giving = refund === 'own' ? { way: refund, refundMinor: refundMinor ?? 0 } : { way: refund };
  const by = { actor: 'owner', name, why } as const;
  const keyed = readOptionalKey(context, 'consoleCancelApply', accountId, input);
  const begin = async (owner: OwnerTrx) => {
    if (!(await isFirstOf(owner, keyed))) return false;
    const { subOrderNo, refundNum: quantity } = application;
    await logAction(owner, context, {
      act: 'cancel-asked',
      subject: `order ${id}`,
      after: { subOrderNo, quantity, why, refund, refundMinor },
    });
    return true;
  };
  const order = await findOrder(owner, id, everyOrder());
  if (order?.status !== OrderStatus.unpaid)
    return applyCancel(context, id, { ...application, give }, { code: 2, by }, begin);
  refusePart(await listLines(owner, [id]), application);
  const beginAndNotify = async (owner: OwnerTrx) => {
    if (!(await begin(owner))) return false;
    await jobs.send(owner, 'order.changed', { orderNo: id, occasion: `cancelled:${now.getTime()}` });
    return true;
  };
  return { ...(await withdrawOrder(context, id, by, beginAndNotify)), requests: [] };
}

export function quoteForPartner(
  context: Context,
  { id, ...application }: ParsedInputOf<'consoleCancelQuote'>,
): Promise<OutputOf<'consoleCancelQuote'>> {
  if (!application.subOrderNo.startsWith(`${id}-`)) throw new NotHere();
  return calculateRefund(context, application, everyOrder());
}

type Amounts = { shareMinor: number; refundMinor: number };

/** Places and money go back. The caller locks the order and mails it. Refuses changedMeanwhile when it is already decided. */
async function approve(
  owner: OwnerTrx,
  context: Context,
  request: RequestRow,
  line: LineOfOrder,
  { shareMinor, refundMinor }: Amounts,
  by: ActedBy & { why: string },
  text = by.why,
): Promise<Ended> {
  const approved = {
    result: 1,
    refundMinor,
    feeMinor: shareMinor - refundMinor,
    reason: null,
    text,
    name: by.name,
  } as const;
  if ((await decideRequest(owner, request.request_id, approved)) !== 1) throw new Refusal('changedMeanwhile');
  const ending = { quantity: request.quantity, shareMinor, refundMinor };
  const part = await endLine(owner, context, line, ending, 'approveCancel', by);
  return addUp([part], await endIfOver(owner, context.jobs, request.order_no, by.why));
}

/** What a request gives back; some of it may have been given back since, by hand. */
const promisedOf = ({ refund_minor: promised }: RequestRow, shareMinor: number) => Math.min(promised, shareMinor);

/**
 * Approves what the agreed policy gives of every open request of an order that the caller has locked (decision 0391). One mail is about
 * that and what the caller `gathered` of the same act.
 */
export async function approveByPolicy(
  owner: OwnerTrx,
  context: Context,
  orderNo: string,
  by: ActedBy & { why: string },
  gathered: readonly Ended[] = [],
): Promise<void> {
  const parts: Ended[] = [];
  const lines = await listLines(owner, [orderNo]);
  for (const request of await listRequests(owner, orderNo)) {
    const line = lines.find((line) => line.sub_order_no === request.sub_order_no);
    if (request.result !== 0 || !line) continue;
    const { shareMinor } = quoteLine(line, request.quantity, context.now);
    parts.push(
      await approve(owner, context, request, line, { shareMinor, refundMinor: promisedOf(request, shareMinor) }, by),
    );
  }
  await announceCancelled(owner, context, orderNo, addUp([...gathered, ...parts]), { ended: numbersOf(parts) });
}

const numbersOf = (parts: readonly Ended[]) => parts.flatMap((part) => part.lines.map((line) => line.subOrderNo));

/** Refuses invalidInput by field, changedMeanwhile when it is already decided. */
export async function decideCancel(
  context: Context,
  input: ParsedInputOf<'consoleCancelDecide'>,
): Promise<{ status: number }> {
  const { owner } = context;
  const text = input.text.trim();
  const fields: FieldProblems = {};
  if (!input.approve && !input.reason) fields.reason = { problem: 'choose' };
  if (!input.approve && !text) fields.text = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const { name } = staffOf(context);
  return inTransaction(owner, async (owner) => {
    const first = await findRequest(owner, input.id);
    if (!first) throw new NotHere();
    await lockOrder(owner, first.order_no);
    // Read again under the lock: another person may have decided while this call waited.
    const request = await findRequest(owner, input.id);
    if (request?.result !== 0) throw new Refusal('changedMeanwhile');
    const lines = await listLines(owner, [request.order_no]);
    const line = lines.find((line) => line.sub_order_no === request.sub_order_no);
    if (!line) throw new NotHere();
    // What the owner answers to its supplier is in the request; the history and the refund are the buyer's, too.
    const by = { actor: 'owner', name, why: request.applier === bySupplier ? '' : text } as const;
    const { shareMinor } = quoteLine(line, request.quantity, context.now);
    const refundMinor = input.approve ? (input.refundMinor ?? promisedOf(request, shareMinor)) : 0;
    if (refundMinor > shareMinor)
      throw new Refusal('invalidInput', { fields: { refundMinor: { problem: 'range', min: 0, max: shareMinor } } });
    if (input.approve) {
      const over = await approve(owner, context, request, line, { shareMinor, refundMinor }, by, text);
      await announceCancelled(owner, context, request.order_no, over, { ended: numbersOf([over]) });
    } else {
      const rejected = {
        result: 2,
        refundMinor,
        feeMinor: request.fee_minor,
        reason: input.reason ?? 1,
        text,
        name,
      } as const;
      if ((await decideRequest(owner, request.request_id, rejected)) !== 1) throw new Refusal('changedMeanwhile');
      await changeStatus(owner, request.order_no, 'rejectCancel', OrderStatus.confirmed, by, request.sub_order_no);
      await context.jobs.send(owner, 'order.changed', {
        orderNo: request.order_no,
        occasion: `cancelRejected:${request.request_id}`,
        ...(request.applier === bySupplier && {
          stands: { subOrderNo: request.sub_order_no, requestId: request.request_id },
        }),
      });
      // The others may have been decided while this line was asked back.
      await announceOnce(owner, context.jobs, request.order_no);
    }
    await logAction(owner, context, {
      act: input.approve ? 'cancel-approved' : 'cancel-rejected',
      subject: `order ${request.order_no}`,
      before: { refundMinor: request.refund_minor, quantity: request.quantity },
      after: { refundMinor, reason: input.reason ?? null, text },
    });
    return { status: (await lockOrder(owner, request.order_no))?.status ?? 0 };
  });
}
