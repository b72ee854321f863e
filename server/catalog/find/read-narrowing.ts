// What a visitor chose beside words, kind and city, as the search reads it (§2 search, decision 0437).
import type { ParsedInputOf } from '../../../contract/index.ts';
import { exponentOf } from '../../../domain/currencies.ts';
import type { Context } from '../../platform/context.ts';
import type { Rates } from '../../site/convert-shown.ts';
import type { Filter } from '../search.sql.ts';
import { type Narrowing, notNarrowed } from './narrow.sql.ts';

type Input = ParsedInputOf<'searchProducts'>;

/** Minutes, both included. */
const lengths: Record<NonNullable<Input['length']>, Pick<Narrowing, 'minutesFrom' | 'minutesTo'>> = {
  short: { minutesFrom: null, minutesTo: 240 },
  day: { minutesFrom: 241, minutesTo: 1440 },
  days: { minutesFrom: 1441, minutesTo: null },
};

const times: Record<NonNullable<Input['time']>, Pick<Narrowing, 'startsFrom' | 'startsBefore'>> = {
  morning: { startsFrom: '00:00', startsBefore: '12:00' },
  afternoon: { startsFrom: '12:00', startsBefore: '17:00' },
  evening: { startsFrom: '17:00', startsBefore: '24:00' },
};

/** Null where nothing is chosen: most searches read nothing of this. */
export function readNarrowing(context: Context, input: Input, rates: Rates): Filter['narrowing'] {
  const by: Narrowing = {
    ...notNarrowed,
    country: input.country ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
    ...(input.from && !input.to && { to: input.from }),
    ...(input.time && times[input.time]),
    ...(input.length && lengths[input.length]),
    priceFrom: readPrice(context, input.priceFrom, rates, -1),
    priceTo: readPrice(context, input.priceTo, rates, 1),
    instant: input.instant ?? null,
    freeCancel: input.freeCancel ?? null,
    spoken: input.spoken ?? null,
    ratingFrom: input.rating ?? null,
    ...(input.lat !== undefined &&
      input.lng !== undefined && { lat: input.lat, lng: input.lng, kilometres: input.kilometres ?? null }),
  };
  return Object.values(by).some((one) => one !== null) ? { ...by, now: context.now } : null;
}

/**
 * Units of the caller's currency as hundredths of the owner's, by the rate that prices are shown with. Half of the smallest unit is added
 * or taken off (`side`): a price that is shown as the bound is within it.
 */
function readPrice({ currency, site }: Context, units: number | undefined, rates: Rates, side: 1 | -1): number | null {
  if (units === undefined) return null;
  const rate = rates.rate(site.currency, currency) ?? '1';
  if (Number(rate) === 1) return units * 100;
  return Math.round(((units + side * 0.5 * 10 ** -exponentOf(currency)) * 100) / Number(rate));
}
