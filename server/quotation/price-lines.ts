// Prices of a saved quotation's lines as of now (§2 onlinequotation). Lines of one product are read together, as an order of it would be;
// a line that cannot be sold as asked has no price and the name of the refusal.
import type { Currency } from '../../domain/currencies.ts';
import { openDay } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { type Money, money } from '../../domain/money.ts';
import { askForLine, askForUnit, type QuotedPart, shareTarget } from '../../domain/quotation-price.ts';
import { toStoredPicture } from '../catalog/show-card.ts';
import { type ReadAddOn, readAddOns } from '../inventory/read-add-ons.ts';
import { type ReadLine, readLines } from '../inventory/read-lines.ts';
import type { Context } from '../platform/context.ts';
import { findRates } from '../site/convert-shown.ts';
import type { LineOfQuotation, QuotedFacts } from './quotation.sql.ts';

/** A line as it was chosen, before it has a price; free text has its price already. */
export type ChosenLine = Pick<
  LineOfQuotation,
  | 'product_id'
  | 'package_id'
  | 'sku_id'
  | 'play_on'
  | 'session'
  | 'until_on'
  | 'quantity'
  | 'guests'
  | 'add_ons'
  | 'day_on'
  | 'percent'
  | 'title'
  | 'text'
> & { price: Money | null };

export type PricedRow = Omit<LineOfQuotation, 'position'>;
type Terms = { currency: Currency; percent: string; target: Money | null; holder?: string | undefined };
export type LineProblem = NonNullable<PricedRow['problem']>;
type Outcome = { line: ReadLine; addOns: ReadAddOn[] } | { problem: LineProblem };

/** Of extras, as a booking takes them: each once. */
export function mergeAddOns(lists: { id: string; quantity: number }[][]): { id: string; quantity: number }[] {
  const sums = new Map<string, number>();
  for (const { id, quantity } of lists.flat()) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return [...sums].map(([id, quantity]) => ({ id, quantity }));
}

export const requestOf = ({ sku_id, play_on, session, until_on, quantity, guests }: ChosenLine | PricedRow) => ({
  skuId: String(sku_id),
  playOn: play_on ?? '',
  session,
  quantity,
  untilOn: until_on ?? undefined,
  guests: guests ?? undefined,
});

/** Places in `list` of the lines that name a product and everything an order needs, by product. */
export function groupByProduct(list: readonly (ChosenLine | PricedRow)[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  list.forEach(({ product_id, play_on }, at) => {
    if (product_id !== null && play_on !== null) groups.set(product_id, [...(groups.get(product_id) ?? []), at]);
  });
  return groups;
}

export async function priceLines(context: Context, list: ChosenLine[], terms: Terms): Promise<PricedRow[]> {
  const outcomes = new Map<number, Outcome>();
  for (const places of groupByProduct(list).values())
    for (const [at, outcome] of await readGroup(context, list, places, terms.holder)) outcomes.set(at, outcome);
  const { rate } = await findRates(context);
  const priced = list.map((chosen, at) => priceOne(chosen, outcomes.get(at), terms, rate));
  return terms.target ? share(priced, terms.target) : priced;
}

/** Where the lines cannot be sold together, those that cannot be sold alone are set apart and the others read again. */
async function readGroup(
  context: Context,
  list: ChosenLine[],
  places: number[],
  holder?: string,
): Promise<Map<number, Outcome>> {
  const together = await readTogether(context, list, places, holder);
  if (!('problem' in together)) return together.outcomes;
  const outcomes = new Map<number, Outcome>();
  for (const at of places.length > 1 ? places : []) {
    const alone = await readTogether(context, list, [at], holder);
    if ('problem' in alone) outcomes.set(at, alone);
  }
  const rest = places.filter((at) => !outcomes.has(at));
  if (rest.length === places.length) return new Map(places.map((at) => [at, together]));
  if (rest.length) for (const [at, outcome] of await readGroup(context, list, rest, holder)) outcomes.set(at, outcome);
  return outcomes;
}

type Together = { outcomes: Map<number, Outcome> } | { problem: LineProblem };

async function readTogether(
  context: Context,
  list: ChosenLine[],
  places: number[],
  holder?: string,
): Promise<Together> {
  const chosen = places.map((at) => list[at] as ChosenLine);
  try {
    const read = await readLines(context, chosen.map(requestOf), holder);
    if (read.first.product_id !== chosen[0]?.product_id) return { problem: gone };
    const { list: known } = await readAddOns(context, mergeAddOns(chosen.map((line) => line.add_ons)), read);
    const addOnsOf = (line: ChosenLine) =>
      line.add_ons.flatMap(({ id, quantity }) =>
        known.filter((item) => item.id === id).map((item) => ({ ...item, quantity })),
      );
    const outcomes = new Map<number, Outcome>();
    places.forEach((at, nth) => {
      const line = read.lines[nth];
      const item = chosen[nth];
      if (line && item) outcomes.set(at, { line, addOns: addOnsOf(item) });
    });
    return { outcomes };
  } catch (error) {
    return { problem: describeLineProblem(error) };
  }
}

/** Why lines cannot be sold; anything that is no refusal is thrown on. */
export function describeLineProblem(error: unknown): LineProblem {
  if (error instanceof NotHere) return gone;
  if (error instanceof Refusal) return problemOf(error);
  throw error;
}

/** What is wrong with a field is named, and guests that a room does not take with what it takes. */
function problemOf({ refusal, data, fields = {} }: Refusal): LineProblem {
  const [wrong] = Object.entries(fields).sort(([a], [b]) => Number(isOfGuests(b)) - Number(isOfGuests(a)));
  if (!wrong) return { refusal, data };
  const [path, { problem, ...bounds }] = wrong;
  if (!isOfGuests(path)) return { refusal, data: { ...bounds, problem } };
  return { refusal, data: { ...bounds, guests: path.endsWith('.adults') ? 'adults' : 'children' } };
}

const isOfGuests = (path: string): boolean => path.includes('.guests.');

const gone: LineProblem = { refusal: 'productGone' };

const unpriced = {
  unit_minor: null,
  amount_minor: null,
  net_currency: null,
  net_minor: null,
  retail_minor: null,
  shown_net_minor: null,
  facts: null,
  problem: null,
};

function priceOne(
  { price, ...chosen }: ChosenLine,
  outcome: Outcome | undefined,
  { currency, percent }: Terms,
  rateOf: (from: Currency, to: Currency) => string | undefined,
): PricedRow {
  if (chosen.product_id === null)
    return { ...chosen, ...unpriced, unit_minor: null, amount_minor: price?.amountMinor ?? null };
  if (!outcome) return { ...chosen, ...unpriced };
  if ('problem' in outcome) return { ...chosen, ...unpriced, problem: outcome.problem };
  const { line, addOns } = outcome;
  const rate = rateOf(line.unit.currency, currency);
  if (!rate) return { ...chosen, ...unpriced, problem: { refusal: 'rateMissing' } };
  const extras: QuotedPart[] = addOns.map(({ unit, quantity }) => ({ unit, quantity }));
  const parts = [{ unit: line.unit, quantity: line.quantity }, ...extras];
  const markup = chosen.percent || percent;
  const extra = addOns.reduce((sum, addOn) => sum + addOn.amount.amountMinor, 0);
  return {
    ...chosen,
    package_id: line.row.package_id,
    guests: line.guests,
    unit_minor: addOns.length ? null : askForUnit(line.unit, markup, currency, rate).amountMinor,
    amount_minor: askForLine(parts, markup, currency, rate).amountMinor,
    net_currency: line.unit.currency,
    net_minor: line.amount.amountMinor + extra,
    retail_minor: line.retailAmount.amountMinor + extra,
    shown_net_minor: askForLine(parts, '0', currency, rate).amountMinor,
    facts: factsOf(line, addOns),
    problem: null,
  };
}

function factsOf({ row, validUntil }: ReadLine, addOns: ReadAddOn[]): QuotedFacts {
  return {
    productKey: row.product_key,
    names: row.names,
    packageNames: row.package_names,
    skuNames: row.sku_names,
    ticketType: row.ticket_type,
    carType: row.car_type,
    scene: row.scene,
    ...toStoredPicture(row.picture),
    validUntil,
    ...(row.by_day ? { byDay: true } : {}),
    ...(row.freight ? { freight: true } : {}),
    addOns: addOns.map(({ id, names, quantity }) => ({ id, names, quantity })),
  };
}

/** Refuses a target below the lines of free text; a quotation without all its prices keeps them by mark-up until it has them. */
function share(lines: PricedRow[], target: Money): PricedRow[] {
  if (!lines.length || lines.some((line) => line.amount_minor === null)) return lines;
  const sold = lines.filter((line) => line.product_id !== null);
  const fixed = lines.filter((line) => line.product_id === null);
  const fixedAmounts = fixed.map((line) => money(line.amount_minor ?? 0, target.currency));
  const shares = shareTarget(
    target,
    fixedAmounts,
    sold.map((line) => line.shown_net_minor ?? 0),
  );
  if (!shares) throw new Refusal('invalidInput', { fields: { target: { problem: 'targetMissed' } } });
  return lines.map((line) => {
    const at = sold.indexOf(line);
    return at < 0 ? line : { ...line, unit_minor: null, amount_minor: shares[at]?.amountMinor ?? 0 };
  });
}

/** Of all lines; null while one has no price, or there is none. */
export function totalOf(lines: readonly PricedRow[]): number | null {
  if (!lines.length || lines.some((line) => line.amount_minor === null)) return null;
  return lines.reduce((sum, line) => sum + (line.amount_minor ?? 0), 0);
}

/** Open tickets have no day of the calendar. */
export const shownDay = (playOn: string | null): string | null => (playOn === openDay ? null : playOn);
