// Ctrip's orders of tickets and tours, as public implementations agree on them (decision 0432): look before, hold, pay, cancel, ask. A PLU
// is a SKU, with the session behind it where there is one: "12" or "12-0900". Never tried against the real one.
import { z } from '../../contract/call.ts';
import { isDay } from '../../domain/dates.ts';
import { limits } from '../../domain/limits.ts';
import { type Money, money, readAmount } from '../../domain/money.ts';
import type { OctoAsking } from '../octo/route.ts';
import {
  type ChannelOffer,
  type ChannelPlace,
  cancelPlaces,
  claimReference,
  confirmPlaces,
  type FoundBooking,
  findBookedReference,
  findChannelBooking,
  holdForChannel,
  judgeEnd,
  listChannelOffers,
  listChannelPlaces,
  showChannelBooking,
} from './channel-order.ts';
import { listSkus } from './platform-orders.sql.ts';

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
const item = z.object({
  PLU: z.string().min(1).max(40),
  useStartDate: day,
  quantity: z.int().min(1).max(99),
  ...{ price: amount, priceCurrency: text, remark: text },
});
const contact = z.object({ name: text, mobile: text, intlCode: text, email: text });
const otaOrderId = z.string().min(1).max(limits.agentReferenceLength);
const numbers = { otaOrderId, supplierOrderId: z.string().max(40) };
const order = { otaOrderId, contacts: z.array(contact).max(20).nullish(), items: z.array(item).min(1).max(10) };

export const ctripInputs = {
  verify: z.object({ items: z.array(item).min(1).max(10) }),
  create: z.object(order),
  pay: z.object(numbers),
  cancelHold: z.object(numbers),
  cancel: z.object({
    ...numbers,
    items: z
      .array(z.object({ PLU: text, quantity: z.int().min(1) }))
      .min(1)
      .max(10),
  }),
  query: z.object(numbers),
};
type Input<Name extends keyof typeof ctripInputs> = z.output<(typeof ctripInputs)[Name]>;
type Item = z.output<typeof item>;

type Chosen = { offer: ChannelOffer; place: ChannelPlace; units: string[]; party: { id: string; quantity: number }[] };

/** All items are of one package, on one day, in one session. Refuses by their codes. */
async function choose(asking: OctoAsking, items: Item[]): Promise<Chosen> {
  const read = items.map(({ PLU }) => /^(\d{1,18})(?:-(\d{2})(\d{2}))?$/.exec(PLU));
  const ids = read.map((match) => match?.[1] ?? '');
  const known = new Map(
    (await listSkus(asking.context.owner, ids.filter(Boolean))).map((sku) => [String(sku.sku_id), sku]),
  );
  const first = known.get(ids[0] ?? '');
  if (!first || ids.some((id) => !known.has(id))) throw new CtripProblem('1001', 'The PLU does not exist');
  const offers = await listChannelOffers(asking, String(first.product_id));
  const all = offers.length ? await listChannelOffers(asking, `${first.product_id}-${first.package_id}`) : [];
  const offer = all.find(({ pack }) => ids.every((id) => pack.skus.some((sku) => String(sku.sku_id) === id)));
  if (!offer) throw new CtripProblem('1002', 'The PLU is off sale, or not sold together with the others');
  const [on = ''] = items.map(({ useStartDate }) => useStartDate);
  const times = new Set(read.map((match) => (match?.[2] ? `${match[2]}:${match[3]}` : '')));
  if (items.some(({ useStartDate }) => useStartDate !== on) || times.size > 1)
    throw new CtripProblem('1009', 'All items are for one day and time');
  const party = items.map(({ quantity }, at) => ({ id: ids[at] ?? '', quantity }));
  const places = await listChannelPlaces(asking, offer, on, on, party);
  const [time = ''] = times;
  const place = places.find((one) => (one.allDay ? !time : one.id.slice(11, 16) === time));
  if (!place || place.status === 'CLOSED') throw new CtripProblem('1009', 'Not sold on this day');
  if (!place.available) throw new CtripProblem('1003', `Only ${place.vacancies ?? 0} places are left`);
  const units = party.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  const { min_quantity: min, max_quantity: max } = offer.pack;
  if (units.length < min || units.length > max)
    throw new CtripProblem('1004', `Between ${min} and ${max} can be booked`);
  return { offer, place, units, party };
}

const showItems = (items: Item[], { place }: Chosen) =>
  items.map(({ PLU, useStartDate }) => ({
    PLU,
    inventorys: [{ useDate: useStartDate, quantity: place.vacancies ?? 0 }],
  }));

export async function verifyCtrip(asking: OctoAsking, { items }: Input<'verify'>) {
  return { items: showItems(items, await choose(asking, items)) };
}

/** What travellers paid there, where every item has its price in our currency. */
function priceOf({ row }: ChannelOffer, items: Item[]): Money | null {
  let sum = 0;
  for (const { price, priceCurrency, quantity } of items) {
    const each = price == null ? undefined : readAmount(String(price), row.currency);
    if (!each || (priceCurrency && priceCurrency !== row.currency)) return null;
    sum += each.amountMinor * quantity;
  }
  return money(sum, row.currency);
}

const isLive = ({ status }: FoundBooking) => ['ON_HOLD', 'CONFIRMED', 'PENDING', 'REDEEMED'].includes(status);

/** The same otaOrderId gets the same order as long as it was not given up. */
export async function createCtrip(asking: OctoAsking, { otaOrderId: reference, contacts, items }: Input<'create'>) {
  const before = await findBookedReference(asking, reference);
  if (before && isLive(before)) return { otaOrderId: reference, supplierOrderId: before.row.order_no, items: [] };
  const chosen = await choose(asking, items);
  const [lead] = contacts ?? [];
  const guest = {
    ...{ firstName: '', lastName: lead?.name ?? '', email: lead?.email ?? '' },
    phone: lead?.mobile ? `+${lead.intlCode || '86'}${lead.mobile}` : '',
  };
  const { offer, place, units } = chosen;
  const held = await holdForChannel(asking, { offer, place, units, reference, minutes: holdMinutes, guest });
  const orderNo = held?.supplierReference;
  if (!orderNo || !(await claimReference(asking, { reference, orderNo, platformPrice: priceOf(offer, items) })))
    throw new CtripProblem('1100', 'This otaOrderId belongs to another order');
  return { otaOrderId: reference, supplierOrderId: orderNo, items: showItems(items, chosen) };
}

/** By our number and theirs together. */
async function open(asking: OctoAsking, { otaOrderId, supplierOrderId }: Input<'pay'>, missing = '2001') {
  const found = await findChannelBooking(asking, supplierOrderId);
  if (!found || found.row.reseller_reference !== otaOrderId)
    throw new CtripProblem(missing, 'The order does not exist');
  return found;
}

/** Confirmed at once; our vouchers go to the traveller by ourselves. */
const confirmed = ({ otaOrderId, supplierOrderId }: Input<'pay'>) => ({
  ...{ otaOrderId, supplierOrderId, supplierConfirmType: 1, voucherSender: 2 },
});

export async function payCtrip(asking: OctoAsking, input: Input<'pay'>) {
  const found = await open(asking, input);
  if (found.status === 'ON_HOLD') await confirmPlaces(asking, found.row.uuid);
  else if (!isLive(found)) throw new CtripProblem('1100', 'The places are not held any more');
  return confirmed(input);
}

/** Held and paid in one. */
export async function createPaidCtrip(asking: OctoAsking, input: Input<'create'>) {
  const { items, supplierOrderId = '' } = await createCtrip(asking, input);
  return { ...(await payCtrip(asking, { otaOrderId: input.otaOrderId, supplierOrderId })), items };
}

export async function cancelHoldCtrip(asking: OctoAsking, input: Input<'cancelHold'>) {
  const found = await open(asking, input);
  if (found.status === 'ON_HOLD') await cancelPlaces(asking, found.row.uuid);
  else if (isLive(found)) throw new CtripProblem('1100', 'The order is paid');
  return {};
}

/** All of it; for a part of it a person asks us. */
export async function cancelCtrip(asking: OctoAsking, input: Input<'cancel'>) {
  const found = await open(asking, input);
  const end = judgeEnd(asking, found);
  const quantity = input.items.reduce((sum, one) => sum + one.quantity, 0);
  if (end === 'redeemed' || end === 'past') throw new CtripProblem('2002', 'The order was used');
  if (end === 'open' && quantity !== found.row.units.length)
    throw new CtripProblem('2004', 'Only all of an order can be cancelled here');
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

export async function queryCtrip(asking: OctoAsking, input: Input<'query'>) {
  const { row, status } = await open(asking, input, '4001');
  const { unitItems } = await showChannelBooking(asking, row.uuid);
  const used = unitItems.filter(({ utcRedeemedAt }) => utcRedeemedAt !== null).length;
  const cancelled = unitItems.filter((unit) => unit.status === 'CANCELLED').length;
  const orderStatus = status === 'CONFIRMED' && used ? 7 : status === 'CONFIRMED' && cancelled ? 4 : statuses[status];
  const day = row.availability?.id.slice(0, 10) ?? '';
  return {
    ...{ otaOrderId: input.otaOrderId, supplierOrderId: input.supplierOrderId },
    items: [
      {
        ...{ useStartDate: day, useEndDate: day, orderStatus, quantity: unitItems.length },
        ...{ useQuantity: used, cancelQuantity: status === 'CANCELLED' ? unitItems.length : cancelled },
      },
    ],
  };
}
