// What a supplier's booking does to the order here, by the same use cases as a supplier who answers by hand (decision 0281): its lines are
// confirmed, refused with their money back, asked to be cancelled, redeemed.
import { NotHere, Refusal } from '../../domain/errors.ts';
import { isEnded, OrderStatus } from '../../domain/order-status.ts';
import { insertRedemption, noteRedeemed } from '../export/voucher.sql.ts';
import { applyCancel } from '../order/cancel-order.ts';
import { withdrawLocked } from '../order/close-order.ts';
import { confirmOrder, type Deciding, rejectOrder } from '../order/decide-pending.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { findOrder, type LineOfOrder, listLines, lockOrder } from '../order/read.sql.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { listDelivered, readCode, type TheirBooking } from './read-octo.ts';
import { type ClaimedSupply, ofLines, ofOrder, saveSupplierCodes } from './supplies.sql.ts';

export type OurSide = { owner: Owner; jobs: Jobs; now: Date; row: ClaimedSupply; lines: LineOfOrder[] };

/** No member of staff acts. */
const byNobody = { staff: null, visitor: null, source: '' } as const;
const inName = ({ owner, jobs, now }: OurSide) => ({ owner, jobs, now, ...byNobody });

const numbersOf = ({ lines }: OurSide): string[] => lines.map((line) => line.sub_order_no);

/** The supplier, over the lines that were booked there. */
const decidingOf = (side: OurSide): Deciding => ({
  as: 'supplier',
  name: side.row.supplier_name,
  over: ofOrder(side.row.order_no),
  lines: ofLines(numbersOf(side)),
});

const isRefusal = (error: unknown, ...names: string[]): boolean =>
  error instanceof Refusal && names.includes(error.refusal);

/** Whether nothing waits any more: a pick-up that a person has to look at (§5) holds it back. */
export async function confirmOurs(side: OurSide, reference: string): Promise<boolean> {
  if (side.lines.every((line) => line.status !== OrderStatus.pending)) return true;
  try {
    await confirmOrder(inName(side), side.row.order_no, decidingOf(side), reference.slice(0, 100));
    return true;
  } catch (error) {
    if (isRefusal(error, 'actionNotAllowed')) return true;
    if (isRefusal(error, 'pickupUndecided')) return false;
    throw error;
  }
}

/** False while a payment of the order is on its way. */
export async function endOurs(side: OurSide, why: string): Promise<boolean> {
  const { owner, jobs, now, row } = side;
  const open = (await listLines(owner, [row.order_no])).filter(
    (line) => numbersOf(side).includes(line.sub_order_no) && !isEnded(line.status),
  );
  if (!open.length) return true;
  try {
    if (open.every((line) => line.status === OrderStatus.unpaid))
      await inTransaction(owner, async (owner) => {
        const by = { actor: 'owner', name: row.supplier_name, why } as const;
        await withdrawLocked(owner, await lockOrder(owner, row.order_no), row.order_no, by);
        const occasion = `cancelled:${now.getTime()}`;
        await jobs.send(owner, 'order.changed', { orderNo: row.order_no, occasion });
      });
    else if (open.some((line) => line.status === OrderStatus.pending))
      await rejectOrder(inName(side), row.order_no, why, decidingOf(side));
    else await cancelOurs(side);
    return true;
  } catch (error) {
    // Paid, or about to be, while this was decided: the next turn sees it.
    if (isRefusal(error, 'paymentUnderWay', 'actionNotAllowed') || error instanceof NotHere) return false;
    throw error;
  }
}

/** The supplier cancelled: what waits is refused, what was confirmed is asked to be cancelled as every supplier asks; the owner decides. */
export async function cancelOurs(side: OurSide): Promise<void> {
  const { owner, jobs, now, row, lines } = side;
  const why = row.supplier_name;
  if (lines.some((line) => line.status === OrderStatus.pending)) {
    await rejectOrder(inName(side), row.order_no, why, decidingOf(side));
    return;
  }
  const by = { actor: 'supplier', name: row.supplier_name } as const;
  for (const line of lines.filter((line) => line.status === OrderStatus.confirmed && !line.redeemed_at)) {
    const cancellation = {
      subOrderNo: line.sub_order_no,
      refundNum: line.quantity - line.cancelled_quantity,
      remark: why,
    };
    await applyCancel(
      { owner, jobs, now, language: 'en' },
      row.order_no,
      cancellation,
      { code: 3, by },
      async () => true,
    );
  }
}

/** What the supplier lets in by: of the units where there are such, else of the booking. Before the order is confirmed, for its mail. */
export async function keepCodes({ owner, row, lines }: OurSide, booking: TheirBooking): Promise<void> {
  const whole = readCode(booking.voucher);
  // By codes that cannot be shown here: ours would let in even less.
  const isDelivered = [booking.voucher, ...booking.unitItems.map((item) => item.ticket)].some(
    (found) => listDelivered(found).length > 0,
  );
  for (const line of lines) {
    const units = row.items.filter((item) => item.line === line.sub_order_no).map((item) => item.uuid);
    const ownCodes = booking.unitItems.flatMap((item) =>
      units.includes(item.uuid) ? (readCode(item.ticket) ?? []) : [],
    );
    const codes = ownCodes.length ? ownCodes : whole ? [whole] : isDelivered ? [] : null;
    await saveSupplierCodes(owner, line.sub_order_no, codes);
  }
}

/** A line whose units were all redeemed at the supplier is redeemed here, once. */
export async function redeemOurs(side: OurSide, booking: TheirBooking): Promise<void> {
  const { owner, row, lines } = side;
  const used = new Set(
    booking.unitItems.filter((item) => item.utcRedeemedAt ?? item.status === 'REDEEMED').map((item) => item.uuid),
  );
  const isUsed = (uuid: string) => booking.status === 'REDEEMED' || used.has(uuid);
  for (const { sub_order_no: number, redeemed_at: redeemed } of lines) {
    const items = row.items.filter((item) => item.line === number);
    if (redeemed || !items.every((item) => isUsed(item.uuid))) continue;
    await inTransaction(owner, async (owner) => {
      await lockOrder(owner, row.order_no);
      const line = (await listLines(owner, [row.order_no])).find((line) => line.sub_order_no === number);
      if (line?.status !== OrderStatus.confirmed) return;
      if ((await insertRedemption(owner, number, { id: 0, name: row.supplier_name })) !== 1) return;
      await noteRedeemed(owner, number);
      const by = { action: 'redeem', actor: 'supplier', actorName: row.supplier_name, subOrderNo: number };
      await insertEvent(owner, row.order_no, by);
    });
  }
}

/** Whom the supplier expects. */
export async function contactOf({ owner, row }: OurSide) {
  const order = await findOrder(owner, row.order_no, everyOrder());
  const { name, email, areaCode, phone } = order?.contact ?? { name: '', email: '', areaCode: '', phone: '' };
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return {
    contact: {
      fullName: name,
      firstName,
      lastName: rest.join(' ') || firstName,
      emailAddress: email || null,
      phoneNumber: phone ? `+${areaCode}${phone}` : null,
      locales: ['en'],
    },
  };
}
