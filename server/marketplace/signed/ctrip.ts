// Ctrip's orders of tickets and tours, as public implementations agree on them (decision 0432): look before, hold, pay, cancel, ask. A PLU
// is a SKU, with the session behind it where there is one: "12" or "12-0900". Never tried against the real one.
import { z } from '../../../contract/call.ts';
import { currencies } from '../../../domain/currencies.ts';
import { isDay } from '../../../domain/dates.ts';
import { limits } from '../../../domain/limits.ts';
import { type Money, money, readDecimal } from '../../../domain/money.ts';
import { OrderSource } from '../../../domain/order-sources.ts';
import type { OctoAsking } from '../../octo/route.ts';
import { buyerOf } from '../../platform/context.ts';
import {
  type ChannelBooking,
  type ChannelOffer,
  cancelPlaces,
  claimReference,
  confirmPlaces,
  type FoundBooking,
  findBookedReference,
  findChannelBooking,
  holdForChannel,
  judgeEnd,
  showChannelBooking,
} from '../channel-order.ts';
import { listChannelItems, saveChannelItems } from '../platform-orders.sql.ts';
import { cancelPart, wasCancelled } from './cancel-part.ts';
import { type ChosenSkus, chooseSkus, isSameWish } from './choose-skus.ts';
import { readGuest } from './read-guest.ts';

export class CtripProblem extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const holdMinutes = 30;
const day = z.string().refine((text) => isDay(text));
const text = z.string().max(200).nullish();
const amount = z.union([z.number(), z.string().max(20)]).nullish();
/** Ctrip's number of a line, for reports of used units. */
const itemId = z
  .union([z.string().max(60), z.int()])
  .transform(String)
  .nullish();
const item = z.object({
  PLU: z.string().min(1).max(40),
  useStartDate: day,
  quantity: z.int().min(1).max(99),
  ...{ price: amount, priceCurrency: text, locale: text, remark: z.string().nullish(), itemId },
});
const contact = z.object({ name: text, mobile: text, intlCode: text, email: text });
const otaOrderId = z.string().min(1).max(limits.agentReferenceLength);
const numbers = { otaOrderId, supplierOrderId: z.string().max(40) };
const order = { otaOrderId, contacts: z.array(contact).max(20).nullish(), items: z.array(item).min(1).max(10) };

export const ctripInputs = {
  verify: z.object({ items: z.array(item).min(1).max(10) }),
  create: z.object(order),
  pay: z.object({
    ...numbers,
    items: z
      .array(z.object({ PLU: text, itemId }))
      .max(10)
      .nullish(),
  }),
  cancelHold: z.object(numbers),
  cancel: z.object({
    ...numbers,
    /** The same in a message that comes again. */
    sequenceId: z.string().min(1).max(80).nullish(),
    items: z
      .array(z.object({ PLU: text, quantity: z.int().min(1) }))
      .min(1)
      .max(10),
  }),
  query: z.object(numbers),
};
type Input<Name extends keyof typeof ctripInputs> = z.output<(typeof ctripInputs)[Name]>;
type Item = z.output<typeof item>;

/** A PLU is a SKU's number, with the session behind it. */
const wishOf = ({ PLU, useStartDate, quantity }: Item) => ({ ref: PLU, on: useStartDate, quantity });

const showItems = (items: Item[], { place }: ChosenSkus) =>
  items.map(({ PLU, useStartDate }) => ({
    PLU,
    inventorys: [{ useDate: useStartDate, quantity: place.vacancies ?? 0 }],
  }));

export async function verifyCtrip(asking: OctoAsking, { items }: Input<'verify'>) {
  return { items: showItems(items, await chooseSkus(asking, items.map(wishOf))) };
}

/** What travellers paid there, where every item has its price, all in one currency; one that is not named is ours. */
function priceOf({ row }: ChannelOffer, items: Item[]): Money | null {
  const named = items[0]?.priceCurrency || row.currency;
  const currency = currencies.find((code) => code === named.toUpperCase());
  if (!currency || items.some(({ priceCurrency }) => (priceCurrency || row.currency) !== named)) return null;
  let sum = 0;
  for (const { price, quantity } of items) {
    const each = price == null ? undefined : readDecimal(price, currency);
    if (!each) return null;
    sum += each.amountMinor * quantity;
  }
  return money(sum, currency);
}

const isLive = ({ status }: FoundBooking) => ['ON_HOLD', 'CONFIRMED', 'PENDING', 'REDEEMED'].includes(status);

const anotherOrder = () => new CtripProblem('1100', 'This otaOrderId belongs to another order');

/** The same otaOrderId gets the same order as long as it was not given up. */
export async function createCtrip(asking: OctoAsking, { otaOrderId: reference, contacts, items }: Input<'create'>) {
  const before = await findBookedReference(asking, reference);
  const wishes = items.map(wishOf);
  if (before && isLive(before)) {
    if (!isSameWish(before.row, wishes)) throw anotherOrder();
    return { otaOrderId: reference, supplierOrderId: before.row.order_no, items: [] };
  }
  const chosen = await chooseSkus(asking, wishes);
  const isTripCom = buyerOf(asking.context).agentType === OrderSource.ctripPlatform;
  const locale = items[0]?.locale || (isTripCom ? 'en' : 'zh-CN');
  const remarks = items.map(({ remark }) => remark);
  const { guest, notes } = readGuest({ lead: contacts?.[0], locale, remarks });
  const { offer, place, units } = chosen;
  const held = await holdForChannel(asking, { offer, place, units, reference, minutes: holdMinutes, guest, notes });
  const orderNo = held?.supplierReference;
  if (!orderNo || !(await claimReference(asking, { reference, orderNo, platformPrice: priceOf(offer, items) })))
    throw anotherOrder();
  return { otaOrderId: reference, supplierOrderId: orderNo, items: showItems(items, chosen) };
}

/** By our number and theirs together. */
async function open(asking: OctoAsking, { otaOrderId, supplierOrderId }: Input<'query'>, missing = '2001') {
  const found = await findChannelBooking(asking, supplierOrderId);
  if (!found || found.row.reseller_reference !== otaOrderId)
    throw new CtripProblem(missing, 'The order does not exist');
  return found;
}

/** Confirmed at once; our vouchers go to the traveller by ourselves. */
const confirmed = ({ otaOrderId, supplierOrderId }: Input<'query'>) => ({
  ...{ otaOrderId, supplierOrderId, supplierConfirmType: 1, voucherSender: 2 },
});

export async function payCtrip(asking: OctoAsking, input: Input<'pay'>) {
  const found = await open(asking, input);
  if (found.status === 'ON_HOLD') await confirmPlaces(asking, found.row.uuid);
  else if (!isLive(found)) throw new CtripProblem('1100', 'The places are not held any more');
  const items = (input.items ?? []).flatMap(({ itemId: id, PLU: ref }) => (id && ref ? [{ id, ref }] : []));
  if (items.length) await saveChannelItems(asking.context.owner, input.supplierOrderId, items);
  return confirmed(input);
}

/** Held and paid in one. */
export async function createPaidCtrip(asking: OctoAsking, input: Input<'create'>) {
  const { items, supplierOrderId = '' } = await createCtrip(asking, input);
  const paid = await payCtrip(asking, { otaOrderId: input.otaOrderId, supplierOrderId, items: input.items });
  return { ...paid, items };
}

export async function cancelHoldCtrip(asking: OctoAsking, input: Input<'cancelHold'>) {
  const found = await open(asking, input);
  if (found.status === 'ON_HOLD') await cancelPlaces(asking, found.row.uuid);
  else if (isLive(found)) throw new CtripProblem('1100', 'The order is paid');
  return {};
}

/** A part of it under the message's number alone, for a message may come twice. */
export async function cancelCtrip(asking: OctoAsking, input: Input<'cancel'>) {
  const found = await open(asking, input);
  const units = input.items.map(({ PLU, quantity }) => ({ skuId: PLU?.split('-')[0] ?? null, quantity }));
  if (input.sequenceId && (await wasCancelled(asking, found, input.sequenceId, units))) return confirmed(input);
  const end = judgeEnd(asking, found);
  const quantity = units.reduce((sum, unit) => sum + unit.quantity, 0);
  if (end === 'redeemed' || end === 'past') throw new CtripProblem('2002', 'The order was used');
  if (end === 'open' && input.sequenceId) {
    const done = await cancelPart(asking, found, input.sequenceId, units);
    if (done === 'policy') throw new CtripProblem('1100', 'The policy does not allow it any more');
    if (done !== 'done') throw new CtripProblem('2004', 'So many cannot be cancelled');
    return confirmed(input);
  }
  if (end === 'open' && quantity !== found.row.units.length)
    throw new CtripProblem('2004', 'Only all of an order can be cancelled without a sequenceId');
  if (end === 'open') {
    const { cancellable } = await showChannelBooking(asking, found.row.uuid);
    if (!cancellable) throw new CtripProblem('1100', 'The policy does not allow it any more');
    await cancelPlaces(asking, found.row.uuid);
  }
  return confirmed(input);
}

const statuses: Record<FoundBooking['status'], number> = {
  ...{ ON_HOLD: 11, EXPIRED: 14, PENDING: 13, CONFIRMED: 2, CANCELLED: 5, REJECTED: 5, REDEEMED: 8 },
};

type Unit = Pick<ChannelBooking['unitItems'][number], 'unitId' | 'status' | 'utcRedeemedAt'>;

/** Of what was booked: by what became of the units of a line. */
function judgeUnits(status: FoundBooking['status'], units: Unit[]) {
  const used = units.filter(({ utcRedeemedAt }) => utcRedeemedAt !== null).length;
  const cancelled = status === 'CANCELLED' ? units.length : units.filter((unit) => unit.status === 'CANCELLED').length;
  const counts = { quantity: units.length, useQuantity: used, cancelQuantity: cancelled };
  if (status !== 'CONFIRMED' && status !== 'REDEEMED') return { orderStatus: statuses[status], ...counts };
  const left = units.length - cancelled;
  const orderStatus = left === 0 ? 5 : used === left ? 8 : used ? 7 : cancelled ? 4 : 2;
  return { orderStatus, ...counts };
}

/** A line of Ctrip's is a SKU; two lines of one SKU, and lines without numbers, are one. */
export async function queryCtrip(asking: OctoAsking, input: Input<'query'>) {
  const { row, status } = await open(asking, input, '4001');
  const [{ unitItems }, known] = await Promise.all([
    showChannelBooking(asking, row.uuid),
    listChannelItems(asking.context.owner, input.supplierOrderId),
  ]);
  const day = row.availability?.id.slice(0, 10) ?? '';
  const dates = { useStartDate: day, useEndDate: day };
  const lines = known.map(({ id, ref }) => ({
    id,
    units: unitItems.filter((unit) => unit.unitId === ref.split('-')[0]),
  }));
  const isWhole = lines.reduce((sum, { units }) => sum + units.length, 0) === unitItems.length;
  return {
    ...{ otaOrderId: input.otaOrderId, supplierOrderId: input.supplierOrderId },
    items:
      lines.length && isWhole
        ? lines.map(({ id, units }) => ({ itemId: id, ...dates, ...judgeUnits(status, units) }))
        : [{ ...dates, ...judgeUnits(status, unitItems) }],
  };
}
