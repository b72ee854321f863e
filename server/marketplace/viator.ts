// Viator's Reservation System API (decision 0431, source 15): what is free and what it costs, reserve, book, cancel, redeemed or not. The
// adapter was never tried against the real one. An option is "product-package"; five age bands are ticket types.
import { z } from '../../contract/call.ts';
import { currencies } from '../../domain/currencies.ts';
import { addDays, isDay } from '../../domain/dates.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { decimalOf, money, readDecimal } from '../../domain/money.ts';
import { OrderSource } from '../../domain/order-sources.ts';
import type { OctoAsking } from '../octo/route.ts';
import {
  type ChannelOffer,
  type ChannelPlace,
  holdForChannel,
  kindsOf,
  listChannelOffers,
  listChannelPlaces,
  listSoldOffers,
  readChannelOffers,
  refOf,
} from './channel-order.ts';
import { isSoldOut, ViatorProblem } from './viator-problem.ts';

export const viatorSource = OrderSource.viator;
/** They ask for fifteen at least. */
const holdMinutes = 30;
const mostDays = 400;

/** Their names of ticket types. */
export const bands: Record<number, string> = { 10001: 'ADULT', 10002: 'CHILD', 10006: 'INFANT', 10007: 'SENIOR' };
export const bandsOf = (offer: ChannelOffer) => kindsOf(offer, bands);

const day = z.string().refine((text) => isDay(text));
const time = z.string().regex(/^\d{2}:\d{2}(:\d{2})?$/);
const optionId = z.string().min(1).max(50);
const supplierId = z.union([z.int(), z.string().max(40)]);
const tickets = z
  .array(z.object({ type: z.string().max(20), quantity: z.int().min(0).max(999) }))
  .min(1)
  .max(10);
const totalTravelers = z.int().min(1).max(999);

export const viatorInputs = {
  check: z.object({
    ...{ supplierId, travelDate: day, tickets, totalTravelers },
    productOptions: z
      .array(z.object({ productOptionId: optionId, startTimes: z.array(time).max(50).nullish() }))
      .min(1)
      .max(100),
  }),
  calendar: z.object({
    ...{ supplierId, startDate: day, endDate: day },
    productOptionIds: z.array(optionId).min(1).max(100),
  }),
  reserve: z.object({
    supplierId,
    productOptionId: optionId,
    startTime: time.nullish(),
    travelDate: day,
    tickets,
    totalTravelers,
  }),
};

type Input<Name extends keyof typeof viatorInputs> = z.output<(typeof viatorInputs)[Name]>;
type Tickets = Input<'reserve'>['tickets'];

/** Of a session; undefined for a whole day. */
const startTimeOf = ({ allDay, id }: ChannelPlace): string | undefined => (allDay ? undefined : id.slice(11, 16));

/** Null where a type is not sold. */
function unitsOf(offer: ChannelOffer, list: Tickets): { id: string; quantity: number }[] | null {
  const known = new Map(bandsOf(offer).map((kind) => [kind.kind, kind.unitId]));
  const units = list
    .filter(({ quantity }) => quantity > 0)
    .map(({ type, quantity }) => ({ id: known.get(type) ?? '', quantity }));
  return units.some(({ id }) => !id) ? null : units;
}

const sizeOf = (units: { quantity: number }[]) => units.reduce((sum, { quantity }) => sum + quantity, 0);

function showCapacity(offer: ChannelOffer, place: ChannelPlace) {
  const remaining = Math.max(0, place.vacancies ?? 0);
  const types = bandsOf(offer).map(({ kind }) => kind);
  return {
    ...{ type: 'LIMITED', original: Math.max(1, remaining, place.capacity ?? 0), remaining },
    vacancies: [{ types, quantity: remaining, quantityType: 'SHARED' }],
  };
}

/** Their amounts are decimal numbers. */
function showPrice(offer: ChannelOffer, place: ChannelPlace, tickets?: Tickets) {
  const kinds = new Map(bandsOf(offer).map((kind) => [kind.unitId, kind.kind]));
  const isAsked = (kind: string) => !tickets || tickets.some(({ type, quantity }) => type === kind && quantity > 0);
  const prices = (place.unitPricing ?? []).flatMap(({ unitId, retail }) => {
    const kind = kinds.get(unitId);
    const retailPrice = Number(decimalOf(money(retail, offer.row.currency)));
    return kind && isAsked(kind) ? [{ types: [kind], retailPrice }] : [];
  });
  return { type: 'PER_PERSON_PRICE', prices };
}

const timesOf = (place: ChannelPlace) => {
  const startTime = startTimeOf(place);
  return { ...(startTime ? { startTime } : {}), bookingCutoff: place.utcCutoffAt };
};

/** Undefined where it can be booked. */
function whyNot(offer: ChannelOffer, place: ChannelPlace, units: { quantity: number }[] | null): string | undefined {
  const { min_quantity: min, max_quantity: max } = offer.pack;
  if (!units || sizeOf(units) < min) return 'UNSUPPORTED_TICKET_COMBINATION';
  if (place.status === 'CLOSED') return 'PAST_BOOKING_CUTOFF';
  if (!place.vacancies) return 'SOLD_OUT';
  return !place.available || sizeOf(units) > max ? 'LIMITED_AVAILABILITY' : undefined;
}

/** Options that are not ours are left out, as they ask. */
export async function checkAvailability(asking: OctoAsking, input: Input<'check'>) {
  const { travelDate, tickets } = input;
  const productOptions = [];
  for (const { productOptionId, startTimes } of input.productOptions) {
    const offer = await findViatorOffer(asking, productOptionId);
    if (!offer) continue;
    const units = unitsOf(offer, tickets);
    const places = await listChannelPlaces(asking, offer, travelDate, travelDate, units ?? []);
    const times = startTimes?.map((startTime) => startTime.slice(0, 5));
    const events = places
      .filter((place) => !times?.length || times.includes(startTimeOf(place) ?? ''))
      .map((place) => {
        const unavailableReason = whyNot(offer, place, units);
        const event = { ...timesOf(place), capacity: showCapacity(offer, place) };
        if (unavailableReason) return { status: 'UNAVAILABLE', unavailableReason, ...event };
        return { status: 'AVAILABLE', ...event, price: showPrice(offer, place, tickets) };
      });
    productOptions.push({ productOptionId, currency: offer.row.currency, events });
  }
  return { productOptions };
}

export async function showViatorCalendar(asking: OctoAsking, input: Input<'calendar'>) {
  const { startDate, endDate, productOptionIds } = input;
  if (endDate < startDate || endDate > addDays(startDate, mostDays))
    throw new ViatorProblem(400, 'BAD_REQUEST', 'endDate');
  const productOptions = [];
  for (const productOptionId of productOptionIds) {
    const offer = await findViatorOffer(asking, productOptionId);
    if (!offer) continue;
    const places = await listChannelPlaces(asking, offer, startDate, endDate);
    const byDay = Map.groupBy(places, (place) => place.id.slice(0, 10));
    const dates = [...byDay].map(([travelDate, list]) => ({
      travelDate,
      events: list.map((place) => ({
        ...(place.status === 'CLOSED'
          ? { status: 'UNAVAILABLE', unavailableReason: 'PAST_BOOKING_CUTOFF' }
          : place.vacancies
            ? { status: 'AVAILABLE' }
            : { status: 'UNAVAILABLE', unavailableReason: 'SOLD_OUT' }),
        ...timesOf(place),
        ...(place.allDay ? { openingHours: { coordinateStartTimes: false, hours: place.openingHours } } : {}),
        ...{ capacity: showCapacity(offer, place), price: showPrice(offer, place) },
      })),
    }));
    productOptions.push({ productOptionId, currency: offer.row.currency, dates });
  }
  return { productOptions };
}

export async function findViatorOffer(
  asking: OctoAsking,
  ref: string,
  isSold = false,
): Promise<ChannelOffer | undefined> {
  const [offer] = await (isSold ? listSoldOffers : listChannelOffers)(asking, ref);
  return offer && bandsOf(offer).length ? offer : undefined;
}

/** The departure of a day: the one at the time, or a whole day's. */
export async function findStart(
  asking: OctoAsking,
  offer: ChannelOffer,
  { on, at, units }: { on: string; at: string | null | undefined; units: { id: string; quantity: number }[] },
): Promise<ChannelPlace | undefined> {
  const places = await listChannelPlaces(asking, offer, on, on, units);
  const time = at?.slice(0, 5);
  return places.find((place) => place.allDay || (time ? startTimeOf(place) === time : places.length === 1));
}

const notReserved = (reason: string) => ({ status: 'NOT_RESERVED', reason });

export async function reserveForViator(asking: OctoAsking, input: Input<'reserve'>) {
  const { productOptionId, startTime, travelDate, tickets } = input;
  const offer = await findViatorOffer(asking, productOptionId);
  if (!offer) throw new ViatorProblem(422, 'INVALID_PRODUCT_OPTION', 'The product option does not exist');
  const units = unitsOf(offer, tickets);
  if (!units) return notReserved('UNSUPPORTED_TICKET_COMBINATION');
  const place = await findStart(asking, offer, { on: travelDate, at: startTime, units });
  if (!place) return notReserved('NO_EVENT');
  const reason = whyNot(offer, place, units);
  if (reason) return notReserved(reason);
  // They have no number of their own yet.
  const reference = `V${crypto.randomUUID()}`;
  const list = units.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
  try {
    const held = await holdForChannel(asking, { offer, place, units: list, reference, minutes: holdMinutes });
    return {
      ...{ status: 'RESERVED', reference: held?.supplierReference, expiration: held?.utcExpiresAt },
      ...{ currency: offer.row.currency, price: showPrice(offer, place, tickets) },
    };
  } catch (error) {
    if (isSoldOut(error)) return notReserved('SOLD_OUT');
    throw error;
  }
}

/** Product codes of 50 characters at most, without the sign that they divide by. */
export async function listTours(asking: OctoAsking) {
  const Tour: ReturnType<typeof showTour>[] = [];
  for await (const offers of readChannelOffers(asking)) {
    const sold = offers.filter((offer) => bandsOf(offer).length);
    for (const list of Map.groupBy(sold, ({ row }) => row.product_id).values())
      Tour.push(showTour(asking.context.language, list));
  }
  return { Tour };
}

function showTour(language: Language, list: ChannelOffer[]) {
  const { row } = list[0] as ChannelOffer;
  const city = textIn(row.city_names, 'en');
  return {
    ...{ SupplierProductCode: String(row.product_id), SupplierProductName: textIn(row.names, language) },
    ...{ CountryCode: row.country, DestinationCode: city, DestinationName: city },
    TourDescription: textIn(row.overviews, language) || textIn(row.names, language),
    TourOption: list.map((offer) => ({
      ...{ productOptionId: refOf(offer), SupplierOptionCode: String(offer.pack.package_id) },
      SupplierOptionName: textIn(offer.pack.names, language),
    })),
  };
}

/** What they pay for a booking, in decimals of the currency that they name; one that is not named is ours. */
export function readPrice(amount: number | null | undefined, offer: ChannelOffer, named: string | null | undefined) {
  const currency = currencies.find((code) => code === (named || offer.row.currency).toUpperCase());
  return amount == null || !currency ? null : readDecimal(amount, currency);
}
