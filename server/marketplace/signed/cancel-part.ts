// A part of an order that its platform cancels (decision 0573): so many units of a SKU, once for each of the platform's numbers of the
// cancellation. All remaining units are cancelled as a whole order is.
import { OrderStatus } from '../../../domain/order-status.ts';
import { cancelLocked, cancelUnits } from '../../octo/cancel-booking.ts';
import { lockOpen } from '../../octo/change/lock-booking.ts';
import type { OctoAsking } from '../../octo/route.ts';
import { isCancellable } from '../../octo/show-booking.ts';
import type { LineOfOrder } from '../../order/read.sql.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import type { FoundBooking } from '../channel-order.ts';
import { claimPartRefund, countPartRefunded, isPartRefunded, type PartUnits } from './refunds.sql.ts';

/** `tooMany`: fewer units remain · `policy`: nothing is refunded, or a person decides · `other`: the number meant other units. */
type PartEnd = 'done' | 'tooMany' | 'policy' | 'other';

const isUncancelled = (line: LineOfOrder): boolean =>
  line.status === OrderStatus.confirmed && line.quantity > line.cancelled_quantity && !line.redeemed_at;

/** The last ones of each SKU; undefined if there are fewer. */
function choose(lines: LineOfOrder[], units: PartUnits): LineOfOrder[] | undefined {
  const chosen: LineOfOrder[] = [];
  for (const { skuId, quantity } of units) {
    const fitting = lines.filter((line) => !chosen.includes(line) && (!skuId || String(line.sku_id) === skuId));
    if (fitting.length < quantity) return undefined;
    chosen.push(...fitting.slice(-quantity));
  }
  return chosen;
}

/**
 * What is left where the platform cancels all that it has, by its own numbers: it does not know what staff cancelled meanwhile. Undefined
 * where it cancels a part, or something was used.
 */
async function chooseRest(
  owner: OwnerTrx,
  { row, lines }: Pick<Awaited<ReturnType<typeof lockOpen>>, 'row' | 'lines'>,
  refundRef: string,
  units: PartUnits,
): Promise<LineOfOrder[] | undefined> {
  const left = lines.filter((line) => line.quantity > line.cancelled_quantity);
  if (left.some((line) => line.redeemed_at)) return undefined;
  const known = lines.length - (await countPartRefunded(owner, row.order_no, refundRef));
  return choose(lines, units)?.length === known ? left : undefined;
}

/** A message that comes again is answered as the first one was, whatever became of the other units meanwhile. */
export const wasCancelled = (
  { context }: OctoAsking,
  { row }: FoundBooking,
  refundRef: string,
  units: PartUnits,
): Promise<boolean> => isPartRefunded(context.owner, { orderNo: row.order_no, refundRef, units });

export async function cancelPart(
  { context }: OctoAsking,
  { row }: FoundBooking,
  refundRef: string,
  units: PartUnits,
): Promise<PartEnd> {
  return inTransaction(context.owner, async (owner) => {
    const locked = await lockOpen(owner, context, row.uuid);
    const claimed = await claimPartRefund(owner, { orderNo: locked.row.order_no, refundRef, units });
    if (claimed !== 'new') return claimed === 'same' ? 'done' : 'other';
    const chosen =
      choose(locked.lines.filter(isUncancelled), units) ?? (await chooseRest(owner, locked, refundRef, units));
    const end = !chosen ? 'tooMany' : isCancellable(locked.status, chosen, context.now) ? 'done' : 'policy';
    if (end !== 'done' || !chosen) throw new PartRefused(end);
    const isAll = chosen.length === locked.lines.filter((line) => line.quantity > line.cancelled_quantity).length;
    if (isAll) await cancelLocked(owner, context, locked, '');
    else await cancelUnits(owner, context, locked, chosen);
    return 'done' as const;
  }).catch((error: unknown) => {
    if (error instanceof PartRefused) return error.end;
    throw error;
  });
}

/** Nothing was cancelled, so that the number may come again. */
class PartRefused extends Error {
  readonly end: PartEnd;

  constructor(end: PartEnd) {
    super(end);
    this.end = end;
  }
}
