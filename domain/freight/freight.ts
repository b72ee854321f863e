// What delivery costs (§3 additional freight; decision 0305): an owner's tables of regions, each with a price for the first grams or pieces
// and for each further step, free from an amount of goods. The booking form and the order count by the same functions.
import type { Currency } from '../currencies.ts';
import type { FieldProblems } from '../errors.ts';
import { convertMoney, type Money, money, spreadMoney } from '../money.ts';

export const freightBy = ['weight', 'piece'] as const;

/** Amounts in minor units of the table's currency; weights in grams. */
export type FreightZone = {
  /** Codes of countries; none: every country that no other region names. */
  countries: string[];
  /** How postcodes of its one country begin; none: all of them. */
  postcodes: string[];
  by: (typeof freightBy)[number];
  firstUnits: number;
  firstMinor: number;
  stepUnits: number;
  stepMinor: number;
  freeFromMinor: number | null;
  daysFrom: number;
  daysUntil: number;
};

export type FreightTable = { currency: Currency; zones: FreightZone[] };
/** With the units of the goods' currency for one unit of the table's, as decimal text. */
export type FreightTerms = FreightTable & { rate: string };

export type FreightPlace = { country: string; postcode: string };
export type FreightLine = { quantity: number; grams: number; amount: Money };

export const freightLimits = {
  zones: 40,
  countries: 250,
  postcodes: 100,
  dearestMinor: 1_000_000_000,
  units: 1_000_000,
  days: 120,
};

const bare = (postcode: string) => postcode.replace(/[\s-]/g, '').toUpperCase();

/** The region with the longest beginning of the postcode, else of the country, else the one for all others. */
function findRegion(zones: readonly FreightZone[], { country, postcode }: FreightPlace): FreightZone | undefined {
  const bareCode = bare(postcode);
  const matched = (zone: FreightZone) =>
    Math.max(
      -1,
      ...zone.postcodes
        .filter((postcode) => bareCode.startsWith(bare(postcode)))
        .map((postcode) => bare(postcode).length),
    );
  const near = zones.filter((zone) => zone.countries.includes(country));
  const byCode = near
    .map((zone) => ({ zone, length: zone.postcodes.length ? matched(zone) : 0 }))
    .filter(({ length }) => length >= 0)
    .sort((a, b) => b.length - a.length);
  return near.length ? byCode[0]?.zone : zones.find((zone) => !zone.countries.length);
}

/** The countries that the table reaches; null: every one. */
export function countriesOf(zones: readonly FreightZone[]): string[] | null {
  if (zones.some((zone) => !zone.countries.length)) return null;
  return [...new Set(zones.flatMap((zone) => zone.countries))];
}

/** Under the field that has to change; empty where the place has delivery, or the country is not known yet. */
export function judgeDelivery(zones: readonly FreightZone[], place: FreightPlace): FieldProblems {
  if (!place.country || findRegion(zones, place)) return {};
  const isServed = zones.some((zone) => zone.countries.includes(place.country));
  if (!isServed) return { 'orderFields.deliveryCountry': { problem: 'notDelivered' } };
  return { 'orderFields.deliveryPostcode': { problem: place.postcode.trim() ? 'notDelivered' : 'required' } };
}

/** In minor units of the table's currency; each begun step counts. */
export function freightOf(zone: FreightZone, grams: number, pieces: number): number {
  const units = zone.by === 'weight' ? grams : pieces;
  const steps = Math.ceil(Math.max(0, units - zone.firstUnits) / Math.max(1, zone.stepUnits));
  return zone.firstMinor + steps * zone.stepMinor;
}

/**
 * Freight of an order in the goods' currency, and each line's part of it by weight or pieces. Counted in the table's currency and converted
 * once; goods are compared with the free amount before any promo code. Undefined for a place without delivery.
 */
export function priceFreight(
  { currency, zones, rate }: FreightTerms,
  place: FreightPlace,
  lines: readonly FreightLine[],
): { total: Money; shares: Money[]; zone: FreightZone } | undefined {
  const zone = findRegion(zones, place);
  const [first] = lines;
  if (!zone || !first) return undefined;
  const selling = first.amount.currency;
  const sum = (pick: (line: FreightLine) => number) => lines.reduce((all, line) => all + pick(line), 0);
  const goods = sum((line) => line.amount.amountMinor);
  const isFree =
    zone.freeFromMinor !== null &&
    goods >= convertMoney(money(zone.freeFromMinor, currency), selling, rate).amountMinor;
  const pieces = sum((line) => line.quantity);
  const grams = sum((line) => line.grams * line.quantity);
  const minor = isFree ? 0 : freightOf(zone, grams, pieces);
  const total = convertMoney(money(minor, currency), selling, rate);
  const weigh = ({ quantity, grams: each }: FreightLine) =>
    zone.by === 'weight' && grams > 0 ? each * quantity : quantity;
  return { total, shares: spreadMoney(total, lines.map(weigh)), zone };
}
