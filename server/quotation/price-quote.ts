// The customer's price in an agent's quotation (§2 onlinequotation): the agent's unit price plus the agent's percent in the
// selling currency, shown in the chosen one; amounts are whole units times the quantity, so that every line adds up on paper.
import type { ParsedInputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { NotHere, NotSignedIn, Refusal } from '../../domain/errors.ts';
import { addMoney, convertMoney, type Money, money, percentOf, timesMoney } from '../../domain/money.ts';
import { type ReadLine, readLines } from '../inventory/read-lines.ts';
import type { Context } from '../platform/context.ts';
import { findRates, type Rates } from '../site/convert-shown.ts';

export type QuoteLine = Omit<ParsedInputOf<'skuQuote'>, 'id' | 'percent'> & { skuId: string };

export type Priced = {
  line: ReadLine;
  /** The customer's price for one unit. */
  unit: Money;
  asked: Money;
  net: Money;
  retail: Money;
  margin: Money;
};

/** The word `password` of the permission table, for a call that also answers to a customer's token. */
export function requirePassword({ visitor }: Context): void {
  if (!visitor) throw new NotSignedIn();
  if (!visitor.verAuthFlag) throw new Refusal('passwordNeeded');
}

/** Approved distributors signed in by password. Members and guests, who never applied, find nothing here, as at every call of agents. */
export function requireAgent({ visitor }: Context): void {
  if (!visitor) throw new NotSignedIn();
  if (visitor.approval === 'none') throw new NotHere();
  if (!visitor.verAuthFlag) throw new Refusal('passwordNeeded');
  if (visitor.approval !== 'approved') throw new Refusal('partnerNotApproved');
}

/** Refuses what a booking of the line would be refused for, and rateMissing where the currency cannot be shown. */
export async function priceQuote(
  context: Context,
  lines: QuoteLine[],
  percent: string,
  currency: Currency,
): Promise<Priced[]> {
  requireAgent(context);
  const rates = await findRates(context);
  const priced: Priced[] = [];
  // Lines may be of different products, which one reading refuses.
  for (const line of lines) {
    const [read] = (await readLines(context, [line])).lines;
    if (!read) throw new NotHere();
    priced.push(priceLine(read, percent, currency, rates));
  }
  return priced;
}

function priceLine(line: ReadLine, percent: string, currency: Currency, rates: Pick<Rates, 'rate'>): Priced {
  const rate = rates.rate(line.unit.currency, currency);
  if (!rate) throw new Refusal('rateMissing');
  const show = (unit: Money) => timesMoney(convertMoney(unit, currency, rate), line.quantity);
  const unit = convertMoney(addMoney(line.unit, percentOf(line.unit, percent)), currency, rate);
  const price = timesMoney(unit, line.quantity);
  const net = show(line.unit);
  return { line, unit, asked: price, net, retail: show(line.retailUnit), margin: less(price, net) };
}

const less = (one: Money, other: Money) => money(one.amountMinor - other.amountMinor, one.currency);
