// What a marketplace does with our products (§3 order source), in one form for all of them: which products it may sell, what is free, hold,
// book, cancel. Each has a file that translates its own messages; the orders are placed by the code of OCTO (decision 0390), so that
// stock, money, rights, test keys and limits are those of every system's booking.
import { createHash } from 'node:crypto';
import { addDays, isDay } from '../../domain/dates.ts';
import type { Money } from '../../domain/money.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import { type AskingFacts, detailsAsked, detailsNeeded } from '../octo/asked-details.ts';
import type { BookingRow } from '../octo/bookings.sql.ts';
import { findBooking, listBookings } from '../octo/bookings.sql.ts';
import { cancelBooking } from '../octo/cancel-booking.ts';
import { everyCapability } from '../octo/capabilities.ts';
import { updateBookingByCall } from '../octo/change/change-booking.ts';
import { confirmBooking } from '../octo/confirm-booking.ts';
import { reserveBooking } from '../octo/hold-booking.ts';
import { listOctoProducts, type OctoPackage, type OctoProductRow, readOctoProducts } from '../octo/products.sql.ts';
import type { OctoAsking } from '../octo/route.ts';
import { listAvailability } from '../octo/show-availability.ts';
import { showBooking, statusOf } from '../octo/show-booking.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { isDuplicate } from '../platform/db.ts';
import { claimPlatformOrder, listPlatformOrders } from './platform-orders.sql.ts';

export type ChannelOffer = { row: OctoProductRow; pack: OctoPackage };
export type ChannelPlace = Awaited<ReturnType<typeof listAvailability>>[number];
export type ChannelBooking = NonNullable<Awaited<ReturnType<typeof showBooking>>>;

/** Contact, units' prices and nothing more: marketplaces have no words for pick-ups and questions. */
const plain: OctoAsking['has'] = new Set(['pricing']);

/** The marketplace is the order's source, whatever platform its partner is noted with. */
export function askingOf(context: Context, source: number, root: string): OctoAsking {
  const buyer = buyerOf(context);
  return { context: { ...context, visitor: { ...buyer, agentType: source } }, has: plain, root };
}

/** What decides whether a marketplace may sell a package. */
export type SaleFacts = {
  row: AskingFacts & Pick<OctoProductRow, 'instant'>;
  pack: Pick<OctoPackage, 'oversell' | 'open_days' | 'by_day' | 'directions'>;
};

/** What is confirmed at once, is for a day, and asks no more than a contact can answer. */
export const isOffered = ({ row, pack }: SaleFacts): boolean => {
  const needed = detailsNeeded(detailsAsked(row, pack));
  const simple = ['101', '102', '301', '302', '303', 'areaCode', 'lastname', 'firstname'];
  return (
    row.instant &&
    !pack.oversell &&
    pack.open_days === null &&
    !pack.by_day &&
    [...needed.order, ...needed.travellers].every((name) => simple.includes(name))
  );
};

/** `ref` is "12-34", a product and its package, or "12" for its first one. */
export const listChannelOffers = ({ context }: OctoAsking, ref: string): Promise<ChannelOffer[]> =>
  listOffersOf(context, ref);

/** All of them, some at a time. */
export async function* readChannelOffers({ context }: OctoAsking): AsyncGenerator<ChannelOffer[]> {
  for await (const rows of readOctoProducts(context.owner, pricingOf(context), { isShown: false }))
    yield offersIn(rows).filter(isOffered);
}

const offersIn = (rows: OctoProductRow[]): ChannelOffer[] =>
  rows.flatMap((row) => row.packages.map((pack) => ({ row, pack })));

/** The same of what was sold: where it is not offered any more, as it was. */
export async function listSoldOffers({ context }: OctoAsking, ref: string): Promise<ChannelOffer[]> {
  const offers = await listOffersOf(context, ref);
  return offers.length ? offers : listOffersOf(context, ref, true);
}

async function listOffersOf(context: Context, ref: string, isSold = false): Promise<ChannelOffer[]> {
  const [, productId, packageId] = /^(\d{1,18})(?:-(\d{1,18}))?$/.exec(ref) ?? [];
  if (!productId) return [];
  const all = offersIn(await listOctoProducts(context.owner, pricingOf(context), [productId], { isSold }));
  const offers = isSold ? all : all.filter(isOffered);
  return packageId ? offers.filter(({ pack }) => String(pack.package_id) === packageId) : offers.slice(0, 1);
}

/** Of these products, by the id of each. */
export async function listOffersOfProducts(context: Context, ids: string[]): Promise<ChannelOffer[]> {
  return offersIn(await listOctoProducts(context.owner, pricingOf(context), ids)).filter(isOffered);
}

/** A SKU under the marketplace's name for its ticket type: of one name the first; what has no name there is not sold there. */
export type ChannelKind = { kind: string; unitId: string; minAge: number; maxAge: number; retailMinor: number };

export function kindsOf({ pack }: ChannelOffer, names: Record<number, string>): ChannelKind[] {
  const list = pack.skus.flatMap((sku) => {
    const kind = names[sku.ticket_type ?? 0];
    const ages = { minAge: sku.min_age, maxAge: Math.min(99, sku.max_age) };
    return kind ? [{ kind, unitId: String(sku.sku_id), ...ages, retailMinor: sku.retail_minor }] : [];
  });
  return [...new Map(list.reverse().map((one) => [one.kind, one])).values()].reverse();
}

type Numbered = { row: Pick<OctoProductRow, 'product_id'>; pack: Pick<OctoPackage, 'package_id'> };

export const refOf = ({ row, pack }: Numbered): string => `${row.product_id}-${pack.package_id}`;

const idsOf = ({ row, pack }: ChannelOffer) => ({
  productId: String(row.product_id),
  optionId: String(pack.package_id),
});

export async function listChannelPlaces(
  asking: OctoAsking,
  offer: ChannelOffer,
  from: string,
  to: string,
  units: { id: string; quantity: number }[] = [],
): Promise<ChannelPlace[]> {
  return listAvailability(asking, { ...idsOf(offer), localDateStart: from, localDateEnd: to, units });
}

/** The departure at an instant that the marketplace names with any offset; a whole day by its date. */
export async function findChannelPlace(
  asking: OctoAsking,
  offer: ChannelOffer,
  at: string,
): Promise<ChannelPlace | undefined> {
  const day = at.slice(0, 10);
  if (!isDay(day)) return undefined;
  const places = await listChannelPlaces(asking, offer, addDays(day, -1), addDays(day, 1));
  return places.find(({ id }) => isStart(id, at));
}

/** Whether an availability is the one at an instant; a whole day's at any of the day. */
export const isStart = (id: string, at: string): boolean =>
  isDay(id) ? id === at.slice(0, 10) : Date.parse(id) === Date.parse(at);

/**
 * The same for the same reference and attempt: a repeated message finds what the first one made. One partner may stand for several
 * marketplaces, which number their orders apart.
 */
function uuidOf(context: Context, reference: string, attempt: number): string {
  const { agentType: source, partnerId } = buyerOf(context);
  const text = `${partnerId} ${source} ${reference} ${attempt}`;
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function stateOf({ context }: OctoAsking, row: BookingRow) {
  return statusOf(row, await listLines(context.owner, [row.order_no]), context.now);
}

const mostAttempts = 20;

export type ChannelHold = {
  offer: ChannelOffer;
  place: ChannelPlace;
  units: string[];
  reference: string;
  minutes: number;
  /** Where the marketplace names them before it books. */
  guest?: ChannelGuest;
  /** The order's remark. */
  notes?: string | null;
};

export type FoundBooking = { row: BookingRow; status: Awaited<ReturnType<typeof stateOf>> };

const isBookedState = (status: FoundBooking['status']) => ['CONFIRMED', 'REDEEMED', 'PENDING'].includes(status);
export const isBooked = ({ status }: FoundBooking): boolean => isBookedState(status);

/**
 * Places held for a reference, once; after it ended the same reference may ask again. What a message at the same moment has booked
 * with the reference already is that booking.
 */
export async function holdForChannel(asking: OctoAsking, hold: ChannelHold): Promise<ChannelBooking | undefined> {
  const { context } = asking;
  const { offer, place, units, reference, minutes, guest, notes } = hold;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const uuid = uuidOf(context, reference, attempt);
    const before = await findBooking(context.owner, buyerOf(context).partnerId, uuid);
    const state = before && (await stateOf(asking, before));
    if (state && isBookedState(state)) return showChannelBooking(asking, uuid);
    if (state && state !== 'ON_HOLD') continue;
    return reserveBooking(asking, {
      ...{ ...idsOf(offer), uuid, availabilityId: place.id, expirationMinutes: minutes, resellerReference: reference },
      unitItems: units.map((unitId) => ({ unitId })),
      ...(guest ? { contact: contactOf(guest) } : {}),
      ...(notes ? { notes } : {}),
    });
  }
  return undefined;
}

/** Why a booking cannot be cancelled any more; `open` where it can. */
export function judgeEnd({ context }: OctoAsking, { row, status }: FoundBooking) {
  if (status === 'CANCELLED' || status === 'EXPIRED' || status === 'REJECTED') return 'ended';
  if (status === 'REDEEMED') return 'redeemed';
  const end = row.availability?.localDateTimeEnd;
  return end && Date.parse(end) <= context.now.getTime() ? 'past' : 'open';
}

/** By the marketplace's number: the newest that was booked with it. */
export async function findBookedReference(asking: OctoAsking, reference: string): Promise<FoundBooking | undefined> {
  const { context } = asking;
  const { agentType, partnerId } = buyerOf(context);
  const [known] = await listPlatformOrders(context.owner, agentType, [reference]);
  return known?.partner_id === partnerId ? findChannelBooking(asking, known.order_no) : undefined;
}

/** False where the number is that of another order that has not ended, or the order has another number: one number, one order. */
export async function claimReference(
  { context }: OctoAsking,
  claim: { reference: string; orderNo: string; platformPrice: Money | null },
): Promise<boolean> {
  const { agentType: source, partnerId } = buyerOf(context);
  const claimOnce = async () => (await claimPlatformOrder(context.owner, { ...claim, source, partnerId })) === 1;
  try {
    // Two messages with one number at one moment may meet at the order's key first; by then the first is written.
    return await claimOnce().catch((error) => (isOfOrder(error) ? claimOnce() : Promise.reject(error)));
  } catch (error) {
    if (isOfOrder(error)) return false;
    throw error;
  }
}

const isOfOrder = (error: unknown) => isDuplicate(error, 'channel_order_owner_id_order_no_key');

/** By the number that we gave it: the caller's own. */
export async function findChannelBooking(asking: OctoAsking, orderNo: string): Promise<FoundBooking | undefined> {
  if (!/^[A-Z0-9]{8,20}$/.test(orderNo)) return undefined;
  const partnerId = buyerOf(asking.context).partnerId;
  const filter = { partnerId, resellerReference: null, supplierReference: orderNo, from: null, to: null };
  const [row] = await listBookings(asking.context.owner, filter);
  return row && { row, status: await stateOf(asking, row) };
}

/** Whether the number is that of an order of the caller with this reference that another one took the place of (decision 0610). */
export async function isFormerOrder(
  { context }: OctoAsking,
  { orderNo, reference }: { orderNo: string; reference: string },
): Promise<boolean> {
  const order = await findOrder(context.owner, orderNo, limitVisibility(context));
  return order?.agent_reference === reference;
}

export type ChannelGuest = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** The language in which the platform sold, as a tag such as zh-CN; left out where it is not known. */
  locale?: string;
  notes?: string | undefined;
};

function contactOf({ firstName, lastName, email, phone, locale, notes }: ChannelGuest) {
  return {
    ...{ firstName, lastName, fullName: `${firstName} ${lastName}`.trim() },
    ...{ emailAddress: email || null, phoneNumber: phone || null, ...(locale ? { locales: [locale] } : {}) },
    ...(notes ? { notes } : {}),
  };
}

/** Bookings are never deleted. */
function stillThere(booking: ChannelBooking | undefined): ChannelBooking {
  if (!booking) throw new Error('a booking is not there any more');
  return booking;
}

export async function bookPlaces(
  asking: OctoAsking,
  uuid: string,
  reference: string,
  guest: ChannelGuest,
): Promise<ChannelBooking> {
  const change = { uuid, resellerReference: reference, contact: contactOf(guest) };
  return stillThere(await confirmBooking({ ...asking, has: everyCapability }, change));
}

/** With the guest who was named when the places were held, and who gets the voucher from us: the platform has none (decision 0783). */
export const confirmPlaces = async (asking: OctoAsking, uuid: string): Promise<ChannelBooking> =>
  stillThere(await confirmBooking({ ...asking, has: everyCapability }, { uuid, emailReceipt: true }));

type ChannelChange = { uuid: string; offer: ChannelOffer; placeId: string; units: string[]; guest: ChannelGuest };

/** Another departure or other units of what was booked, with its money (decision 0610). Refuses what OCTO's PATCH refuses. */
export async function changePlaces(asking: OctoAsking, change: ChannelChange): Promise<ChannelBooking> {
  const { uuid, offer, placeId, units, guest } = change;
  const whole = { ...asking, has: everyCapability };
  const unitItems = units.map((unitId) => ({ unitId }));
  const wish = { uuid, ...idsOf(offer), availabilityId: placeId, unitItems, contact: contactOf(guest) };
  return stillThere(await updateBookingByCall(whole, wish));
}

export const cancelPlaces = (asking: OctoAsking, uuid: string) =>
  cancelBooking(asking, { uuid, reason: null, force: false });

export const showChannelBooking = async (asking: OctoAsking, uuid: string): Promise<ChannelBooking> =>
  stillThere(await showBooking(asking, { uuid }));
