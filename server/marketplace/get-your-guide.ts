// GetYourGuide's supplier API, version 1 (§3 order source 14): it asks what is free, reserves, books, cancels. Never tried against the
// real one. Its words for what we have: an option is "product-package", a ticket category is a ticket type.
import { z } from '../../contract/call.ts';
import { exponentOf } from '../../domain/currencies.ts';
import { todayIn } from '../../domain/dates.ts';
import { joinList, textIn } from '../../domain/languages.ts';
import { type Money, money } from '../../domain/money.ts';
import { OrderSource } from '../../domain/order-sources.ts';
import { translate } from '../../locales/translate.ts';
import type { OctoAsking } from '../octo/route.ts';
import {
  bookPlaces,
  type ChannelBooking,
  type ChannelOffer,
  type ChannelPlace,
  cancelPlaces,
  claimReference,
  findChannelBooking,
  findChannelPlace,
  holdForChannel,
  isStart,
  judgeEnd,
  listChannelOffers,
  listChannelPlaces,
  listSoldOffers,
  readChannelOffers,
  refOf,
  showChannelBooking,
} from './channel-order.ts';
import { type BookingItems, bookingItems, participantsOf, readParty, sizesOf, soldBy } from './gyg-party.ts';
import { GygProblem } from './gyg-problem.ts';
import { noteAskedProduct } from './places/places.sql.ts';
import { keepChannelItems } from './platform-orders.sql.ts';
import { joinWishes, wishText } from './read-wishes.ts';

export const gygSource = OrderSource.getYourGuide;
const holdMinutes = 60;
/** Longest range of one question. */
const mostDays = 400;

export const sellsThere = (offer: ChannelOffer): boolean => soldBy(offer).kinds.length > 0;

async function openOffer(asking: OctoAsking, ref: string, isSold = false): Promise<ChannelOffer> {
  const [offer] = await (isSold ? listSoldOffers : listChannelOffers)(asking, ref);
  if (!offer || !sellsThere(offer)) throw new GygProblem('INVALID_PRODUCT', `Product ${ref} is not available`);
  return offer;
}

/** An unescaped plus sign in an address arrives as a blank. */
const at = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[ +-]\d{2}:?\d{2})$/)
  .transform((text) => text.replace(' ', '+'));
const ref = z.string().min(1).max(60);
const reference = z.string().min(1).max(60);
const text = z.string().max(500).nullish();
const traveler = z.object({ firstName: text, lastName: text, email: text, phoneNumber: text });

export const gygInputs = {
  nothing: z.object({}),
  supplier: z.object({ id: z.string().max(60) }),
  product: z.object({ id: ref }),
  availabilities: z.object({ productId: ref, fromDateTime: at, toDateTime: at }),
  reserve: z.object({
    data: z.object({ productId: ref, dateTime: at, bookingItems, gygBookingReference: reference }),
  }),
  cancelReservation: z.object({ data: z.object({ reservationReference: reference, gygBookingReference: reference }) }),
  book: z.object({
    data: z.object({
      ...{ productId: ref, dateTime: at, bookingItems, reservationReference: reference },
      ...{ gygBookingReference: reference, currency: z.string().length(3).nullish() },
      travelers: z.array(traveler).max(100).default([]),
      ...{ comment: wishText, travelerHotel: wishText, language: z.string().nullish() },
      // None are offered: see showAddOns.
      addonItems: z.array(z.unknown()).max(0).nullish(),
    }),
  }),
  cancelBooking: z.object({
    data: z.object({ bookingReference: reference, gygBookingReference: reference, productId: ref }),
  }),
  notify: z.object({ data: z.object({ notificationType: z.string().max(100), description: text }) }),
};

type Input<Name extends keyof typeof gygInputs> = z.output<(typeof gygInputs)[Name]>;

/** The same in answers and in notifications of changes. */
export function showPlace(offer: ChannelOffer, place: ChannelPlace) {
  const start = Date.parse(place.localDateTimeStart);
  const sold = new Map(soldBy(offer).kinds.map((kind) => [kind.unitId, kind.kind]));
  const retailPrices = (place.unitPricing ?? []).flatMap(({ unitId, retail }) => {
    const category = sold.get(unitId);
    return category ? [{ category, price: retail }] : [];
  });
  return {
    ...{ dateTime: place.localDateTimeStart, currency: offer.row.currency },
    cutoffSeconds: Math.max(0, Math.round((start - Date.parse(place.utcCutoffAt)) / 1000)),
    vacancies: place.available ? (place.vacancies ?? 0) : 0,
    pricesByCategory: { retailPrices },
    ...(place.allDay
      ? { openingTimes: place.openingHours.map(({ from, to }) => ({ fromTime: from, toTime: to })) }
      : {}),
  };
}

/** A product requested with a live key counts as sold there: GetYourGuide is notified of its changes (decision 0595). */
async function noteAsked({ context: { owner } }: OctoAsking, ref: string, { row, pack }: ChannelOffer): Promise<void> {
  if (owner.isTest) return;
  await noteAskedProduct(owner, { source: gygSource, ref, productId: row.product_id, packageId: pack.package_id });
}

export async function showAvailabilities(asking: OctoAsking, input: Input<'availabilities'>) {
  const { productId, fromDateTime, toDateTime } = input;
  const [from, to] = [Date.parse(fromDateTime), Date.parse(toDateTime)];
  if (to < from || to - from > mostDays * 86_400_000)
    throw new GygProblem('VALIDATION_FAILURE', 'The range of fromDateTime and toDateTime is not valid');
  const offer = await openOffer(asking, productId);
  await noteAsked(asking, productId, offer);
  const places = await listChannelPlaces(asking, offer, todayIn(offer.row.zone, from), todayIn(offer.row.zone, to));
  const inside = places.filter((place) => {
    const start = Date.parse(place.localDateTimeStart);
    return place.allDay || (start >= from && start <= to);
  });
  return { availabilities: inside.map((place) => ({ productId, ...showPlace(offer, place) })) };
}

/** How many people come in each group: for those who receive them, as the order's remark. Places are taken by groups. */
function sayGroupSizes({ context: { site } }: OctoAsking, list: BookingItems): string | null {
  const sizes = sizesOf(list);
  const [language = 'en'] = site.languages;
  return sizes.length
    ? translate(language, 'marketplace.groupSizes', { sizes: joinList(sizes.map(String), language) })
    : null;
}

export async function reserve(asking: OctoAsking, { data }: Input<'reserve'>) {
  const offer = await openOffer(asking, data.productId);
  const units = readParty(offer, data.bookingItems);
  const place = await findChannelPlace(asking, offer, data.dateTime);
  if (!place) throw new GygProblem('NO_AVAILABILITY', 'There is no departure at this time');
  const held = await holdForChannel(asking, {
    ...{ offer, place, units, minutes: holdMinutes, reference: data.gygBookingReference },
    notes: sayGroupSizes(asking, data.bookingItems),
  });
  if (!held?.supplierReference) throw new GygProblem('VALIDATION_FAILURE', 'This reference was used too often');
  return { reservationReference: held.supplierReference, reservationExpiration: held.utcExpiresAt };
}

const noReservation = () => new GygProblem('INVALID_RESERVATION', 'The reservation does not exist or has expired');
const differs = () => new GygProblem('VALIDATION_FAILURE', 'What is booked differs from what was reserved');

export async function cancelReservation(asking: OctoAsking, { data }: Input<'cancelReservation'>) {
  const found = await findChannelBooking(asking, data.reservationReference);
  const isTheirs = found?.row.reseller_reference === data.gygBookingReference;
  if (!found || !isTheirs || found.status === 'CONFIRMED' || found.status === 'REDEEMED') throw noReservation();
  if (found.status === 'ON_HOLD') await cancelPlaces(asking, found.row.uuid);
  return {};
}

function showTickets(offer: ChannelOffer, { supplierReference, unitItems }: ChannelBooking) {
  const known = new Map(soldBy(offer).kinds.map((kind) => [kind.unitId, kind.kind]));
  return {
    bookingReference: supplierReference,
    tickets: unitItems.map(({ unitId, ticket }) => ({
      category: known.get(unitId) ?? 'ADULT',
      ticketCode: ticket.deliveryOptions[0]?.deliveryValue ?? supplierReference,
      ticketCodeType: 'QR_CODE',
    })),
  };
}

export async function book(asking: OctoAsking, { data }: Input<'book'>) {
  const found = await findChannelBooking(asking, data.reservationReference);
  // What is held or booked under this reference may have gone off sale since.
  const isTheirs = found?.row.reseller_reference === data.gygBookingReference;
  const offer = await openOffer(asking, data.productId, isTheirs);
  if (!found || found.row.reseller_reference !== data.gygBookingReference) throw noReservation();
  const { row, status } = found;
  if (data.currency && data.currency.toUpperCase() !== offer.row.currency)
    throw new GygProblem('VALIDATION_FAILURE', `This is sold in ${offer.row.currency}`);
  const [wanted, held] = [readParty(offer, data.bookingItems), row.units.map(({ unitId }) => unitId)];
  if ([...wanted].sort().join() !== [...held].sort().join() || row.package_id !== offer.pack.package_id)
    throw differs();
  // A repeated message gets the same tickets.
  if (status === 'CONFIRMED' || status === 'REDEEMED')
    return giveTickets(asking, offer, await showChannelBooking(asking, row.uuid));
  if (status !== 'ON_HOLD') throw noReservation();
  if (!isStart(row.availability?.id ?? '', data.dateTime)) throw differs();
  const [lead] = data.travelers;
  const guest = {
    ...{ firstName: lead?.firstName ?? '', lastName: lead?.lastName ?? '' },
    ...{ email: lead?.email ?? '', phone: lead?.phoneNumber ?? '' },
    ...(data.language ? { locale: data.language } : {}),
    notes: joinWishes([data.comment, data.travelerHotel]),
  };
  const platformPrice = priceOf(offer, data.bookingItems);
  if (!(await claimReference(asking, { reference: data.gygBookingReference, orderNo: row.order_no, platformPrice })))
    throw new GygProblem('VALIDATION_FAILURE', 'This reference belongs to another booking');
  return giveTickets(asking, offer, await bookPlaces(asking, row.uuid, data.gygBookingReference, guest));
}

/** Stored as issued: notifications name used tickets by these codes (decision 0611). */
async function giveTickets({ context: { owner } }: OctoAsking, offer: ChannelOffer, booking: ChannelBooking) {
  const tickets = showTickets(offer, booking);
  const items = tickets.tickets.map(({ ticketCode }, at) => ({
    ...{ id: ticketCode, ref: booking.unitItems[at]?.supplierReference ?? '' },
  }));
  await keepChannelItems(owner, booking.supplierReference, items);
  return tickets;
}

/** What travellers paid there, where every item has its price. */
function priceOf({ row }: ChannelOffer, list: BookingItems): Money | null {
  if (!list.every(({ retailPrice }) => typeof retailPrice === 'number')) return null;
  return money(
    list.reduce((sum, { count, retailPrice }) => sum + count * (retailPrice ?? 0), 0),
    row.currency,
  );
}

export async function cancelGygBooking(asking: OctoAsking, { data }: Input<'cancelBooking'>) {
  const found = await findChannelBooking(asking, data.bookingReference);
  if (!found || found.row.reseller_reference !== data.gygBookingReference || found.status === 'ON_HOLD')
    throw new GygProblem('INVALID_BOOKING', 'The booking does not exist');
  const end = judgeEnd(asking, found);
  if (end === 'ended') throw new GygProblem('BOOKING_ALREADY_CANCELED', 'The booking was cancelled before');
  if (end === 'redeemed') throw new GygProblem('BOOKING_REDEEMED', 'The booking was redeemed');
  if (end === 'past') throw new GygProblem('BOOKING_IN_PAST', 'The booking is over');
  await cancelPlaces(asking, found.row.uuid);
  return {};
}

/** Noted in the log of calls with its code; nothing here depends on it. */
export function takeNotice({ context }: OctoAsking, { data }: Input<'notify'>) {
  context.log.warn({ notification: data.notificationType }, 'GetYourGuide sent a notification');
  return {};
}

export async function listGygProducts(asking: OctoAsking, { id }: Input<'supplier'>) {
  const { site, language } = asking.context;
  if (id !== site.ownerCode) throw new GygProblem('INVALID_SUPPLIER', `Supplier ${id} does not exist`);
  const products: { productId: string; productTitle: string }[] = [];
  for await (const offers of readChannelOffers(asking))
    for (const offer of offers.filter(sellsThere)) {
      const names = [textIn(offer.row.names, language), textIn(offer.pack.names, language)];
      products.push({ productId: refOf(offer), productTitle: names.join(' · ') });
    }
  return { supplierId: site.ownerCode, supplierName: site.ownerName, products };
}

export async function showGygProduct(asking: OctoAsking, { id }: Input<'product'>) {
  const { site, language } = asking.context;
  const offer = await openOffer(asking, id);
  const { row, pack } = offer;
  return {
    supplierId: site.ownerCode,
    productTitle: `${textIn(row.names, language)} · ${textIn(pack.names, language)}`,
    productDescription: textIn(row.overviews, language),
    destinationLocation: { city: textIn(row.city_names, 'en'), country: row.country },
    configuration: participantsOf(offer, soldBy(offer).most),
  };
}

export async function showPricingCategories(asking: OctoAsking, { id }: Input<'product'>) {
  const offer = await openOffer(asking, id);
  const { currency } = offer.row;
  return {
    pricingCategories: soldBy(offer).kinds.map(({ kind: category, minAge, maxAge, retailMinor }) => ({
      ...{ category, ageFrom: minAge, ageTo: maxAge, minTicketAmount: 0, maxTicketAmount: offer.pack.max_quantity },
      bookingCategory: 'STANDARD',
      price: [{ priceType: 'RETAIL_PRICE', price: retailMinor, currency, exponent: exponentOf(currency) }],
    })),
  };
}

/** Extras are sold with our own form alone. */
export async function showAddOns(asking: OctoAsking, { id }: Input<'product'>) {
  await openOffer(asking, id);
  return { addons: [] };
}
