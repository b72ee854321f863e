// Another day, package or number of units of a booking that was bought (decision 0610): as long as cancelling is free, a new order takes
// the place of the paid one in one transaction. Places, money and the platform's number go with it, or nothing changes.
import { OrderStatus } from '../../../domain/order-status.ts';
import { saveFilled, saveTravellers } from '../../completion/completion.sql.ts';
import { readOrders } from '../../completion/read-completion.ts';
import { quoteLine } from '../../order/cancel/quote-line.ts';
import { insertEvent } from '../../order/order.sql.ts';
import { type LineOfOrder, listLines, lockOrder } from '../../order/read.sql.ts';
import { listSupplements } from '../../order/supplement/supplement.sql.ts';
import { collectRefunds } from '../../payment/give-back-at-once.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { joinTransaction, type OwnerTrx } from '../../platform/db.ts';
import { type BookingRow, findChannelSource, moveChannelOrder, type StoredUnit } from '../bookings.sql.ts';
import { cancelLocked } from '../cancel-booking.ts';
import { type Chosen, holdByOcto } from '../hold-booking.ts';
import { lockPlaces } from '../lock-places.sql.ts';
import { unprocessable } from '../octo-problem.ts';
import { payFromAccounts } from '../pay-booking.ts';
import { type OctoStatus, statusOf } from '../show-booking.ts';

export type Replacing = { row: BookingRow; chosen: Chosen; units: StoredUnit[]; resellerReference: string | null };

/** The number of the order that takes the booking's place, which holds its places for so long. */
export function holdInstead(
  context: Context,
  { row, chosen, units, resellerReference }: Replacing,
  minutes: number,
): Promise<string> {
  return holdByOcto(context, {
    ...{ chosen, units, key: `octo-${row.uuid}-${row.version + 1}`, minutes, resellerReference },
  });
}

/** In the history of both orders, for those who look at one of them. */
export async function noteReplaced(owner: OwnerTrx, context: Context, from: string, to: string): Promise<void> {
  const by = { actor: 'buyer', actorName: buyerOf(context).name };
  await insertEvent(owner, from, { action: 'replaced', ...by, why: to });
  await insertEvent(owner, to, { action: 'replaces', ...by, why: from });
}

/** It is paid in the same transaction. */
const minutesToPay = 5;

/**
 * The number of the new, unpaid order; `payReplaced` pays it. Refuses UNPROCESSABLE_ENTITY once cancelling costs something, after a part
 * was used or changed by staff, and without room.
 */
export async function replaceBought(owner: OwnerTrx, context: Context, wish: Replacing): Promise<string> {
  const { row, chosen, units } = wish;
  const { order_no: orderNo } = row;
  await lockPlaces(owner, orderNo, { packageId: chosen.pack.package_id, ...chosen.place });
  const lines = await listLines(owner, [orderNo]);
  const isPlain = lines.every((line) => isFree(line, context.now)) && !(await listSupplements(owner, orderNo)).length;
  if (!isPlain) throw unprocessable('confirmed');
  const { context: inside, giveBack } = collectRefunds(context);
  const status = statusOf(row, lines, context.now);
  await cancelLocked(owner, { ...inside, owner: joinTransaction(owner) }, { row, lines, status }, '');
  const replacing = await holdInstead(await asPlatform(owner, context, orderNo), wish, minutesToPay);
  await giveBack(owner);
  await moveChannelOrder(owner, { from: orderNo, to: replacing });
  await carryDetails(owner, context, { row, units, lines, to: replacing });
  return replacing;
}

/** The order that comes has the source of the one that goes, whichever key of the partner changes it. */
async function asPlatform(owner: OwnerTrx, context: Context, orderNo: string): Promise<Context> {
  const source = await findChannelSource(owner, orderNo);
  return source === undefined ? context : { ...context, visitor: { ...buyerOf(context), agentType: source } };
}

/** Nothing of it was used, cancelled or changed, and the policy gives everything back. */
function isFree(line: LineOfOrder, now: Date): boolean {
  const isWhole = !line.cancelled_quantity && !line.added_quantity && !line.added_minor && !line.returned_minor;
  if (!isWhole || line.redeemed_at) return false;
  if (line.status === OrderStatus.pending) return true;
  return line.status === OrderStatus.confirmed && quoteLine(line, line.quantity, now).feeMinor === 0;
}

type Carrying = { row: BookingRow; units: StoredUnit[]; lines: LineOfOrder[]; to: string };

/** What the agent or the traveller filled in by the portal or a link stays, with the units that stay. */
async function carryDetails(owner: OwnerTrx, { now }: Context, { row, units, lines, to }: Carrying): Promise<void> {
  const [before] = await readOrders(owner, [row.order_no], now);
  const fields = before?.lines[0]?.fields;
  if (before && fields) await saveFilled(owner, to, { fields, notes: before.notes, pickup: null, doubtful: false });
  for (const [at, { uuid }] of units.entries()) {
    const place = row.units.findIndex((unit) => unit.uuid === uuid);
    const line = lines.find((line) => line.sub_order_no === `${row.order_no}-${place + 1}`);
    if (line?.travellers.length) await saveTravellers(owner, `${to}-${at + 1}`, line.travellers);
  }
}

/** Refuses UNPROCESSABLE_ENTITY where a confirmed booking would wait for a person again. */
export async function payReplaced(
  owner: OwnerTrx,
  context: Context,
  written: BookingRow,
  was: OctoStatus,
): Promise<BookingRow> {
  await payFromAccounts(context, written.order_no);
  const order = await lockOrder(owner, written.order_no);
  if (was === 'CONFIRMED' && order?.status === OrderStatus.pending) throw unprocessable('wouldWait');
  return written;
}
