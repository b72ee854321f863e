// What can be booked when (OCTO availability and its calendar): one statement for an answer of any length, beside what the product's
// version covers (find-days.ts). A day's session is one availability; its id is its local start, a whole day's its date.
import {
  addDays,
  type Day,
  daysBetween,
  instantOf,
  isBookable,
  isDay,
  todayIn,
  writeLocal,
} from '../../domain/dates.ts';
import type { DayRow } from '../inventory/price-days.ts';
import { type FoundDays, findDays } from './find-days.ts';
import { badRequest, unprocessable, wrongId } from './octo-problem.ts';
import type { OctoFacts, PackageFacts } from './products.sql.ts';
import type { OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import { durationOf } from './show-content.ts';
import { priceOf } from './show-products.ts';

/** Longest range of one question. */
const mostDays = 400;

type Party = { id: string; quantity: number }[] | null | undefined;
type Place = { on: Day; session: string };
type Offer = { row: OctoFacts; pack: PackageFacts };

const idOf = ({ on, session }: Place, zone: string): string =>
  session ? writeLocal(instantOf(on, session, zone), zone).replace(/T\d\d:\d\d:/, `T${session}:`) : on;

/** The day and session of an id; undefined for what is no id of ours. */
export function readId(id: string): Place | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T([01]\d|2[0-3]):([0-5]\d):00[+-]\d{2}:\d{2})?$/.exec(id);
  const [, on = '', hours, minutes] = match ?? [];
  return isDay(on) ? { on, session: hours ? `${hours}:${minutes}` : '' } : undefined;
}

/** "2026-12-01T08:00:00Z": OCTO's instants of availabilities have no fractions. */
const wholeSeconds = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/** When it is, and until when it can be booked; the part of an availability that a booking keeps. */
export function timesOf(row: OctoFacts, place: Place) {
  const { zone, cut_off_hours: hours } = row;
  const start = instantOf(place.on, place.session, zone);
  const dayEnd = instantOf(addDays(place.on, 1), '', zone);
  const length = durationOf(row) * 60_000;
  const end = place.session || row.play_unit === 1 ? start + length : dayEnd;
  // A whole day without a limit can be booked until it is over.
  const cutoff = !place.session && hours === 0 ? dayEnd : start - hours * 3_600_000;
  return {
    id: idOf(place, zone),
    localDateTimeStart: writeLocal(start, zone),
    localDateTimeEnd: writeLocal(end, zone),
    utcCutoffAt: wholeSeconds(cutoff),
    allDay: !place.session,
  };
}

/** The same for another day or session that staff moved a booking to: it takes as long, and its cut-off is as early. */
export function moveTimes<Times extends ReturnType<typeof timesOf>>(times: Times, place: Place, zone: string): Times {
  const id = idOf(place, zone);
  if (id === times.id) return times;
  const start = instantOf(place.on, place.session, zone);
  const later = (at: string) => Date.parse(at) + start - Date.parse(times.localDateTimeStart);
  return {
    ...{ ...times, id, allDay: !place.session },
    localDateTimeStart: writeLocal(start, zone),
    localDateTimeEnd: writeLocal(later(times.localDateTimeEnd), zone),
    utcCutoffAt: wholeSeconds(later(times.utcCutoffAt)),
  };
}

const wholeDay = [{ from: '00:00', to: '23:59' }];
export const openHoursOf = (isTimed: boolean) => (isTimed ? [] : wholeDay);

/** With less than half of its places left, an availability is shown as limited. */
function judge({ row, pack }: Offer, day: DayRow, place: Place, party: Party, now: Date) {
  const left = Math.max(0, day.left);
  const open = isBookable(place.on, place.session, row.zone, row.cut_off_hours, now.getTime());
  const isFull = left === 0 && !pack.oversell;
  const status = !open ? 'CLOSED' : isFull ? 'SOLD_OUT' : left * 2 < day.capacity ? 'LIMITED' : 'AVAILABLE';
  return {
    available: open && !isFull && (pack.oversell || fits(day, party)),
    status,
    vacancies: open ? (pack.oversell ? null : left) : 0,
    capacity: pack.oversell ? null : day.capacity,
  };
}

/** Whether a party finds room, as a whole and in the separate limits of its units. */
function fits(day: DayRow, party: Party): boolean {
  if (!party) return true;
  const size = party.reduce((sum, one) => sum + one.quantity, 0);
  return size <= day.left && party.every(({ id, quantity }) => quantity <= (leftFor(day, id) ?? 0));
}

const leftFor = (day: DayRow, id: string) => day.prices.find((price) => String(price.sku_id) === id)?.left;

function priceParty({ row }: Offer, { prices }: DayRow, party: NonNullable<Party>) {
  const sum = (pick: 'retail_minor' | 'price_minor') =>
    party.reduce((total, { id, quantity }) => {
      const price = prices.find((price) => String(price.sku_id) === id);
      return total + (price?.[pick] ?? 0) * quantity;
    }, 0);
  return priceOf(row, { retail_minor: sum('retail_minor'), price_minor: sum('price_minor') });
}

const unitPrices = ({ row }: Offer, { prices }: Pick<DayRow, 'prices'>) =>
  prices.map((price) => ({ unitId: String(price.sku_id), ...priceOf(row, price) }));

type Wanted = { productId: string; optionId: string; units?: Party; currency?: string | null | undefined };

/** Refuses the id that is wrong, a range that is none, and a currency that it is not sold in. */
async function readDays(asking: OctoAsking, wanted: Wanted, from: Day, to: Day): Promise<FoundDays> {
  if (to < from || daysBetween(from, to) > mostDays) throw badRequest('range', { days: mostDays });
  const found = await findDays(asking, wanted, from, to);
  refuseCurrency(found.row, wanted.currency);
  for (const { id } of wanted.units ?? [])
    if (!found.pack.skus.some((sku) => String(sku.sku_id) === id)) throw wrongId('unitId', id);
  return found;
}

export function refuseCurrency(
  { currency }: Pick<OctoFacts, 'currency'>,
  wantedCurrency: string | null | undefined,
): void {
  if (wantedCurrency && wantedCurrency.toUpperCase() !== currency) throw unprocessable('currency', { currency });
}

/** Each availability of the range; an open ticket is there on each day on which it could be used if it were bought now. */
function listPlaces({ row, pack, days }: FoundDays, from: Day, to: Day, now: Date): { day: DayRow; place: Place }[] {
  if (pack.open_days === null) return days.map((day) => ({ day, place: { on: day.on, session: day.session } }));
  const today = todayIn(row.zone, now.getTime());
  const [first, last] = [from > today ? from : today, addDays(today, pack.open_days)];
  const [stock] = days;
  const count = stock ? daysBetween(first, to < last ? to : last) + 1 : 0;
  return Array.from({ length: Math.max(0, count) }, (_, at) => ({
    day: stock as DayRow,
    place: { on: addDays(first, at), session: '' },
  }));
}

export async function listAvailability(asking: OctoAsking, input: OctoInput<'availability'>) {
  const { from, to, ids } = readRange(input);
  const found = await readDays(asking, input, from, to);
  const { context, has } = asking;
  const isAsked = (place: Place) => !ids || ids.has(idOf(place, found.row.zone));
  return listPlaces(found, from, to, context.now)
    .filter(({ place }) => isAsked(place))
    .map(({ day, place }) => {
      const judged = judge(found, day, place, input.units, context.now);
      const room = Math.min(judged.vacancies ?? found.pack.max_quantity, found.pack.max_quantity);
      return {
        ...timesOf(found.row, place),
        ...judged,
        maxUnits: room,
        openingHours: openHoursOf(found.isTimed),
        ...(has.has('pricing')
          ? {
              unitPricing: unitPrices(found, day),
              ...(input.units?.length ? { pricing: priceParty(found, day, input.units) } : {}),
            }
          : {}),
        ...(has.has('content') ? { title: null, shortDescription: '' } : {}),
      };
    });
}

/** Exactly one way of saying when. Refuses BAD_REQUEST. */
function readRange({ localDate, localDateStart, localDateEnd, availabilityIds }: OctoInput<'availability'>) {
  const ways = [localDate, localDateStart || localDateEnd, availabilityIds].filter(Boolean);
  if (ways.length !== 1 || Boolean(localDateStart) !== Boolean(localDateEnd)) throw badRequest('when');
  if (!availabilityIds) {
    const from = localDate ?? localDateStart ?? '';
    return { from, to: localDateEnd ?? from, ids: undefined };
  }
  const days = availabilityIds.map((id) => {
    const place = readId(id);
    if (!place) throw wrongId('availabilityId', id);
    return place.on;
  });
  days.sort();
  return { from: days[0] ?? '', to: days.at(-1) ?? '', ids: new Set(availabilityIds) };
}

const order = ['AVAILABLE', 'LIMITED', 'SOLD_OUT', 'CLOSED'];

/** One object for every day of the range, closed days too. */
export async function showCalendarOfOption(asking: OctoAsking, input: OctoInput<'calendar'>) {
  const { localDateStart: from, localDateEnd: to, units } = input;
  const { context, has } = asking;
  const found = await readDays(asking, input, from, to);
  const byDay = Map.groupBy(listPlaces(found, from, to, context.now), ({ place }) => place.on);
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => {
    const localDate = addDays(from, at);
    const places = byDay.get(localDate) ?? [];
    const judged = places.map(({ day, place }) => ({ ...judge(found, day, place, units, context.now), day }));
    const status = order.find((one) => judged.some((each) => each.status === one)) ?? 'CLOSED';
    const sum = (pick: 'vacancies' | 'capacity') =>
      found.pack.oversell && judged.length ? null : judged.reduce((total, one) => total + (one[pick] ?? 0), 0);
    return {
      localDate,
      available: judged.some((one) => one.available),
      status,
      vacancies: sum('vacancies'),
      capacity: sum('capacity'),
      openingHours: places.length ? openHoursOf(found.isTimed) : [],
      ...(has.has('pricing')
        ? pricesFrom(
            found,
            judged.map((one) => one.day),
            units,
          )
        : {}),
    };
  });
}

/** The lowest of the day's sessions, unit by unit. */
function pricesFrom(found: Offer, days: DayRow[], party: Party) {
  const all = days.flatMap((day) => unitPrices(found, day));
  const units = [...Map.groupBy(all, (one) => one.unitId).values()].flatMap(
    (prices) => prices.sort((a, b) => a.net - b.net)[0] ?? [],
  );
  const parties = party?.length ? days.map((day) => priceParty(found, day, party)).sort((a, b) => a.net - b.net) : [];
  return { unitPricingFrom: units, ...(parties[0] ? { pricingFrom: parties[0] } : {}) };
}
