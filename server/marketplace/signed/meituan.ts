// Meituan's orders of tickets (decision 0500): hold, pay, ask, refund, and the notices that it closed or paid back by itself. Field names
// from public repositories of suppliers that agree with each other. A partnerDealId is a SKU, with the session behind it. Never tried
// against the real one.
import { z } from '../../../contract/call.ts';
import { isDay } from '../../../domain/dates.ts';
import { limits } from '../../../domain/limits.ts';
import { readDecimal } from '../../../domain/money.ts';
import type { OctoAsking } from '../../octo/route.ts';
import {
  cancelPlaces,
  claimReference,
  confirmPlaces,
  type FoundBooking,
  findBookedReference,
  holdForChannel,
  judgeEnd,
  showChannelBooking,
} from '../channel-order.ts';
import { cancelPart, wasCancelled } from './cancel-part.ts';
import { chooseSkus, isSameWish } from './choose-skus.ts';
import { readGuest } from './read-guest.ts';

/**
 * 400 what cannot be read or is not there · 503 no places · 505 no such product · 506 not in this state · 599 everything else
 * · 999 it follows by our notice.
 */
export const meituanCode = {
  ...{ done: 200, wrong: 400, key: 401, full: 503, product: 505, state: 506, failed: 599, later: 999 },
} as const;

export class MeituanProblem extends Error {
  readonly code: number;

  constructor(code: keyof typeof meituanCode, message: string) {
    super(message);
    this.code = meituanCode[code];
  }
}

const holdMinutes = 30;
const text = z.string().max(200).nullish();
const orderId = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((id) => id.length >= 1 && id.length <= limits.agentReferenceLength);
const count = z.coerce.number().int().min(1).max(99);
const person = z.object({ name: text, mobile: text, email: text });

export const meituanInputs = {
  create: z
    .object({
      ...{ orderId, partnerDealId: z.string().min(1).max(40), quantity: count },
      /** One source says travelDate, another one useDate. */
      ...{ travelDate: text, useDate: text },
      visitors: z.array(person).max(99).nullish(),
      contacts: z.array(person).max(99).nullish(),
      /** In yuan, of all of it. */
      totalPrice: z.union([z.number(), z.string().max(20)]).nullish(),
    })
    .transform(({ travelDate, useDate, ...rest }) => ({ ...rest, on: (travelDate ?? useDate ?? '').slice(0, 10) }))
    .refine(({ on }) => isDay(on), { path: ['travelDate'] }),
  order: z.object({ orderId }),
  refund: z.object({ orderId, refundQuantity: count, refundId: text }),
  refunded: z.object({ orderId, count: count.nullish() }),
};
type Input<Name extends keyof typeof meituanInputs> = z.output<(typeof meituanInputs)[Name]>;

const statuses: Record<FoundBooking['status'], number> = {
  ...{ ON_HOLD: 2, PENDING: 5, CONFIRMED: 4, REDEEMED: 4, CANCELLED: 4, EXPIRED: 3, REJECTED: 3 },
};
const isLive = ({ status }: FoundBooking) => ['ON_HOLD', 'CONFIRMED', 'PENDING', 'REDEEMED'].includes(status);

const answerFor = (orderId: string, partnerOrderId: string) => ({ orderId, partnerOrderId });

const anotherOrder = () => new MeituanProblem('state', 'This orderId belongs to another order');

/** The same orderId gets the same order as long as it was not given up. */
export async function createForMeituan(asking: OctoAsking, input: Input<'create'>) {
  const { orderId: reference, partnerDealId, on, quantity, visitors, contacts, totalPrice } = input;
  const before = await findBookedReference(asking, reference);
  const wishes = [{ ref: partnerDealId, on, quantity }];
  if (before && isLive(before)) {
    if (!isSameWish(before.row, wishes)) throw anotherOrder();
    return answerFor(reference, before.row.order_no);
  }
  const { offer, place, units } = await chooseSkus(asking, wishes);
  const [lead] = [...(contacts ?? []), ...(visitors ?? [])];
  const { guest, notes } = readGuest({ lead, locale: 'zh-CN' });
  const held = await holdForChannel(asking, { offer, place, units, reference, minutes: holdMinutes, guest, notes });
  const orderNo = held?.supplierReference;
  const platformPrice = totalPrice == null ? null : readDecimal(totalPrice, 'CNY');
  if (!orderNo || !(await claimReference(asking, { reference, orderNo, platformPrice }))) throw anotherOrder();
  return answerFor(reference, orderNo);
}

async function open(asking: OctoAsking, reference: string): Promise<FoundBooking> {
  const found = await findBookedReference(asking, reference);
  if (!found) throw new MeituanProblem('wrong', 'The order does not exist');
  return found;
}

/** Our vouchers go to the traveller by ourselves: no codes of ours are shown there. */
const withoutCodes = { voucherType: 0, realNameType: 0, vouchers: [], voucherPics: [] };

export async function payForMeituan(asking: OctoAsking, { orderId: reference }: Input<'order'>) {
  const found = await open(asking, reference);
  if (found.status === 'ON_HOLD') await confirmPlaces(asking, found.row.uuid);
  else if (!isLive(found)) throw new MeituanProblem('state', 'The places are not held any more');
  return { ...answerFor(reference, found.row.order_no), ...withoutCodes };
}

export async function askForMeituan(asking: OctoAsking, { orderId: reference }: Input<'order'>) {
  const { row, status } = await open(asking, reference);
  const { unitItems } = await showChannelBooking(asking, row.uuid);
  const cancelled = unitItems.filter((unit) => unit.status === 'CANCELLED').length;
  return {
    ...answerFor(reference, row.order_no),
    ...{ orderStatus: statuses[status], orderQuantity: unitItems.length, voucherType: 0 },
    usedQuantity: unitItems.filter(({ utcRedeemedAt }) => utcRedeemedAt !== null).length,
    refundedQuantity: status === 'CANCELLED' ? unitItems.length : cancelled,
  };
}

/** A part of it under Meituan's number of the refund alone, for a message may come twice. */
async function end(
  asking: OctoAsking,
  found: FoundBooking,
  quantity: number | null,
  refundId?: string | null,
): Promise<void> {
  const units = [{ skuId: null, quantity: quantity ?? 0 }];
  if (refundId && (await wasCancelled(asking, found, refundId, units))) return;
  const state = judgeEnd(asking, found);
  if (state === 'ended') return;
  if (state !== 'open') throw new MeituanProblem('state', 'The order was used');
  if (quantity !== null && refundId) {
    const done = await cancelPart(asking, found, refundId, units);
    if (done === 'policy') throw new MeituanProblem('state', 'The policy does not allow it any more');
    if (done !== 'done') throw new MeituanProblem('state', 'So many cannot be cancelled');
    return;
  }
  if (quantity !== null && quantity !== found.row.units.length)
    throw new MeituanProblem('state', 'Only all of an order can be cancelled without a refundId');
  const { cancellable } = await showChannelBooking(asking, found.row.uuid);
  if (!cancellable) throw new MeituanProblem('state', 'The policy does not allow it any more');
  await cancelPlaces(asking, found.row.uuid);
}

export async function refundForMeituan(asking: OctoAsking, { orderId: reference, ...input }: Input<'refund'>) {
  const found = await open(asking, reference);
  await end(asking, found, input.refundQuantity, input.refundId);
  return { ...answerFor(reference, found.row.order_no), ...(input.refundId ? { refundId: input.refundId } : {}) };
}

/** Meituan paid back already. */
export async function endForMeituan(asking: OctoAsking, { orderId: reference, count: quantity }: Input<'refunded'>) {
  await end(asking, await open(asking, reference), quantity ?? null);
  return undefined;
}

/** Not paid in time, or given up there. */
export async function closeForMeituan(asking: OctoAsking, { orderId: reference }: Input<'order'>) {
  await end(asking, await open(asking, reference), null);
  return undefined;
}
