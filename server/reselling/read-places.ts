// A supplier's availabilities as departures: which day and session each is, what is left of it, and what it costs.
import { exponentOf, isCurrency } from '../../domain/currencies.ts';
import { askOcto, type OctoTarget } from './ask-octo.ts';
import { SupplierSilence } from './ask-system.ts';
import { readPlaces, type TheirPlace } from './read-octo.ts';
import type { ClaimedSupply } from './supplies.sql.ts';

type TheirPrice = { currency: string; currencyPrecision: number };

/** In minor units of its currency here; null where that is no whole number of them, or the currency is unknown. */
export function minorOf({ currency, currencyPrecision }: TheirPrice, amount: number | null): number | null {
  if (amount === null || !isCurrency(currency)) return null;
  const minor = amount * 10 ** (exponentOf(currency) - currencyPrecision);
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Day and session; what lasts the whole day has no session. */
export function placeFields({ localDateTimeStart: start, allDay }: TheirPlace, timed: boolean) {
  return { on: start.slice(0, 10), session: timed && !allDay ? start.slice(11, 16) : '' };
}

/** Of what a day has without a time, the one that is the whole day: several parts of a day cannot be told apart. */
export const wholeDayOf = <Place extends { allDay?: boolean | null | undefined }>(places: Place[]): Place | undefined =>
  places.find(({ allDay }) => allDay) ?? (places.length === 1 ? places[0] : undefined);

type Wanted = Pick<ClaimedSupply, 'product_ref' | 'option_ref' | 'play_on' | 'session' | 'items'>;
type FoundPlace = { id: string } | { message: string; error: string };

/** The id of the availability for a party at this moment, or why there is none. */
export async function findPlace(target: OctoTarget, row: Wanted, currency: object): Promise<FoundPlace> {
  const units = [...Map.groupBy(row.items, (item) => item.unitId)].map(([id, list]) => ({ id, quantity: list.length }));
  const reply = await askOcto(target, 'POST', '/availability', {
    productId: row.product_ref,
    optionId: row.option_ref,
    localDateStart: row.play_on,
    localDateEnd: row.play_on,
    units,
    ...currency,
  });
  if ('error' in reply) return reply;
  const places = readPlaces(reply.body);
  if (!places) throw new SupplierSilence('odd');
  const ofDay = places.filter((place) => placeFields(place, false).on === row.play_on);
  const isMeant = (place: TheirPlace) => placeFields(place, true).session === row.session;
  const place = row.session ? ofDay.find(isMeant) : wholeDayOf(ofDay);
  if (!place) return { message: 'CLOSED', error: '' };
  return place.available ? { id: place.id } : { message: place.status, error: '' };
}
