// What delivering an order costs (decision 0305), from the table that was read with its lines. The screen counts by the same functions.
import { Refusal } from '../../domain/errors.ts';
import { rateBetween } from '../../domain/exchange-rate.ts';
import { type FreightTerms, judgeDelivery, priceFreight } from '../../domain/freight/freight.ts';
import { type Money, money } from '../../domain/money.ts';
import type { Context } from '../platform/context.ts';
import type { ReadLines } from './read-lines.ts';

/** The product's table with the rate into its selling currency; null: delivery is in the price. Refuses rateMissing. */
export function freightTermsOf({ site }: Pick<Context, 'site'>, { first }: ReadLines): FreightTerms | null {
  if (!first.freight) return null;
  const { ownerRate, ...table } = first.freight;
  const rate = rateBetween(table.currency, first.currency, {
    [table.currency]: ownerRate,
    [first.currency]: first.owner_rate,
    [site.currency]: '1',
  });
  if (!rate) throw new Refusal('rateMissing');
  return { ...table, rate };
}

/** Freight in the selling currency, and each line's part. Refuses a place without delivery, by its field. */
export function readFreight(
  context: Context,
  read: ReadLines,
  place: { country: string; postcode: string } | null,
): { total: Money; shares: Money[] } {
  const terms = place && freightTermsOf(context, read);
  const none = money(0, read.total.currency);
  if (!place || !terms) return { total: none, shares: read.lines.map(() => none) };
  const lines = read.lines.map(({ quantity, amount, row }) => ({ quantity, amount, grams: row.weight_grams ?? 0 }));
  const priced = priceFreight(terms, place, lines);
  if (!priced) throw new Refusal('invalidInput', { fields: judgeDelivery(terms.zones, place) });
  return priced;
}
