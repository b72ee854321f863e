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

type Wanted = Pick<ClaimedSupply, 'product_ref' | 'option_ref' | 'play_on' | 'session' | 'items'>;

/** The id of the availability for a party at this moment, or why there is none. */
export async function findPlace(target: OctoTarget, row: Wanted): Promise<{ id: string } | { message: string }> {
  const units = [...Map.groupBy(row.items, (item) => item.unitId)].map(([id, list]) => ({ id, quantity: list.length }));
  const reply = await askOcto(target, 'POST', '/availability', {
    productId: row.product_ref,
    optionId: row.option_ref,
    localDateStart: row.play_on,
    localDateEnd: row.play_on,
    units,
  });
  if ('error' in reply) return { message: reply.message };
  const places = readPlaces(reply.body);
  if (!places) throw new SupplierSilence('odd');
  const place = places.find((place) => placeFields(place, row.session !== '').session === row.session);
  if (!place) return { message: 'CLOSED' };
  return place.available ? { id: place.id } : { message: place.status };
}
