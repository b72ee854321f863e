// How pieces reach their buyer, as the product's page says it (§3 field 401, §3 additional freight): collected, sent, or as the buyer
// chooses, by the rules of the booking form; and what delivery costs in each region of the owner's table (decision 0305).
import { onlyWayOf, usualOrderFields } from '../../../domain/asked-fields.ts';
import { type FreightTable, type FreightZone, freightOf } from '../../../domain/freight/freight.ts';
import { formatLocale, type Language } from '../../../domain/languages.ts';
import { formatMoney, type Money, money } from '../../../domain/money.ts';
import { isProductType, rowOf } from '../../../domain/product-types.ts';
import { translate } from '../../../locales/translate.ts';
import type { Context } from '../../platform/context.ts';
import type { Rates } from '../../site/convert-shown.ts';
import type { OfferText } from '../offer/offer.sql.ts';
import { nameCountries } from './describe-figures.ts';

/** `grams`: of the lightest SKU. `table` is null where delivery is in the price. */
export type Sending = { table: FreightTable | null; grams: number };

/** `text`: how it reaches its buyer. `sending` is null where it is not sent. */
export function describeWays(row: OfferText, language: Language): { text: string; sending: Sending | null } {
  const { redemption, type, subtype } = row;
  const say = (key: string) => translate(language, `catalog.${key}`);
  const usual = { text: say(`redemption.${redemption}`), sending: null };
  if (!isProductType(type) || rowOf(type).stockBy !== 'piece' || row.is_e_sim) return usual;
  const hasPoints = Boolean(row.content.collectPoints?.length);
  const ways = { redemption, hasPoints, hasFreight: Boolean(row.freight), isESim: false };
  const only = onlyWayOf(type, row.order_fields ?? usualOrderFields(type, subtype, ways));
  if (only === 'collect') return usual;
  const sending = { table: row.freight, grams: row.least_grams };
  return { text: say(only === 'delivery' ? 'redemption.delivery' : 'delivery.either'), sending };
}

type Cost = Pick<FreightZone, 'countries' | 'freeFromMinor' | 'daysFrom' | 'daysUntil'> & {
  minor: number;
  isPart: boolean;
};

/** Regions of the same countries by their postcodes are one: the lowest price and all days. */
function costsOf({ table, grams }: Sending): Cost[] {
  const costs = new Map<string, Cost>();
  for (const zone of table?.zones ?? []) {
    const { countries, freeFromMinor, daysFrom, daysUntil } = zone;
    const minor = freightOf(zone, grams, 1);
    const id = [...countries].sort().join();
    const known = costs.get(id);
    const isPart = zone.postcodes.length > 0 && known?.isPart !== false;
    const cost = { countries, freeFromMinor, daysFrom, daysUntil, minor, isPart };
    costs.set(id, known ? { ...merge(known, cost), isPart } : cost);
  }
  return [...costs.values()];
}

/** Free delivery is said only if it is so in the whole of it. */
function merge(cost: Cost, other: Cost): Cost {
  const free = [cost.freeFromMinor, other.freeFromMinor];
  return {
    ...cost,
    freeFromMinor: free.some((minor) => minor === null) ? null : Math.max(...free.map(Number)),
    minor: Math.min(cost.minor, other.minor),
    daysFrom: Math.min(cost.daysFrom, other.daysFrom),
    daysUntil: Math.max(cost.daysUntil, other.daysUntil),
  };
}

/** A line for each region, for one piece, in the visitor's currency; empty where nothing is sent. */
export function describeDelivery(
  sending: Sending | null,
  { language, currency }: Pick<Context, 'language' | 'currency'>,
  rates: Rates,
): string[] {
  if (!sending) return [];
  const say = (key: string, values: Record<string, string | number> = {}) => translate(language, key, values);
  const { table } = sending;
  if (!table) return [say('catalog.delivery.included')];
  const show = (amount: Money) => formatMoney(rates.show(amount, currency), formatLocale(language));
  const costs = costsOf(sending);
  return costs.map(({ countries, minor, isPart, freeFromMinor, daysFrom, daysUntil }) => {
    const others = costs.length > 1 ? 'catalog.delivery.otherCountries' : 'catalog.delivery.anyCountry';
    const named = countries.length ? nameCountries(language, countries) : say(others);
    const places = isPart ? say('catalog.delivery.someParts', { places: named }) : named;
    const parts = [
      minor
        ? say('catalog.delivery.from', { places, price: show(money(minor, table.currency)) })
        : say('catalog.delivery.free', { places }),
      minor && freeFromMinor !== null
        ? say('catalog.delivery.freeFrom', { price: show(money(freeFromMinor, table.currency)) })
        : '',
      say('freight.days', { from: daysFrom, until: daysUntil }),
    ];
    return parts.filter(Boolean).join(' · ');
  });
}
