// The kinds of rows of the calendar's sheet, read from their `what`: places of a session, places of a SKU within it, or price or cost of
// a SKU in a session or on a whole day; and the texts for each.
import type { OutputOf } from '../../../../contract/index.ts';
import type { Words } from '../../../parts/use-words.ts';

export const capacity = 'capacity';
const [limit, price, cost] = ['limit:', 'price:', 'cost:'];
export const limitOf = (skuId: string) => `${limit}${skuId}`;
export const sessionPriceOf = (skuId: string) => `${price}${skuId}`;
export const costOf = (skuId: string) => `${cost}${skuId}`;

export type CellKind = 'places' | 'limit' | 'sessionPrice' | 'price' | 'cost';
type Sku = OutputOf<'consoleCalendar'>['skus'][number];

/** Only the number of a SKU means its price of the day. */
export function kindOf(what: string): CellKind {
  if (what === capacity) return 'places';
  if (what.startsWith(limit)) return 'limit';
  if (what.startsWith(price)) return 'sessionPrice';
  return what.startsWith(cost) ? 'cost' : 'price';
}

/** The number of the SKU of this limit, price or cost. */
export const skuIdOf = (what: string) => what.slice(what.indexOf(':') + 1);

/** All other kinds are amounts of money. */
export const isPlaces = (what: string) => ['places', 'limit'].includes(kindOf(what));
/** All other kinds apply to all sessions of a day. */
export const isOfSession = (what: string) => isPlaces(what) || kindOf(what) === 'sessionPrice';

export const findSku = (skus: Sku[], what: string) => skus.find((sku) => sku.id === skuIdOf(what));

/** The default of a price or a cost on every day; null if there is none or it depends on the day. */
export function usualMinor(what: string, sku: Sku | undefined): number | null {
  const kind = kindOf(what);
  if (kind === 'price') return sku?.priceMinor ?? null;
  return kind === 'cost' ? (sku?.costMinor ?? null) : null;
}

/** The label of a cell, the meaning of an empty cell, and the text for no value. */
const words: Record<CellKind, { name: string; empty: string; none: string }> = {
  places: { name: 'inventory.places', empty: 'inventory.emptyPlaces', none: 'inventory.notSold' },
  limit: { name: 'inventory.placesOf', empty: 'inventory.emptyLimit', none: 'inventory.noLimit' },
  sessionPrice: { name: 'inventory.sessionPriceOf', empty: 'inventory.emptySessionPrice', none: 'inventory.ownPrice' },
  price: { name: 'inventory.priceOf', empty: 'inventory.emptyPrice', none: 'inventory.ownPrice' },
  cost: { name: 'inventory.costOf', empty: 'inventory.emptyCost', none: 'inventory.ownCost' },
};

export const nameCell = (say: Words['say'], what: string, sku: Sku | undefined) =>
  say(words[kindOf(what)].name, { name: sku?.name ?? '' });
export const emptyLabelOf = (what: string) => words[kindOf(what)].empty;
export const noneLabelOf = (what: string) => words[kindOf(what)].none;
