// The lines of a price calculation: each is requested separately, so that an unsold day shows its error and affects no other line.
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { openDay } from '../../../domain/dates.ts';
import { convertMoney, type Money, money, timesMoney } from '../../../domain/money.ts';
import { hasLastDay } from '../../../domain/product-types.ts';
import type { Guests } from '../../../domain/rooms.ts';
import { send } from '../../call.ts';
import { describeError } from '../describe-error.ts';
import { useWords } from '../use-words.ts';

export type QuoteProduct = OutputOf<'productDetail'>;
export type QuoteLine = {
  key: number;
  packageId: string;
  skuId: string;
  on: string;
  until: string;
  session: string;
  quantity: number;
  /** In each room; null: the guests included in the price. */
  guests: Guests | null;
};
export type QuoteResult = { unit: Money; amount: Money; retail: Money } | { problem: string } | undefined;

/** With another room after the line, for other guests. */
export const addRoom = <Line extends QuoteLine>(lines: Line[], line: Line): Line[] =>
  lines.toSpliced(lines.indexOf(line) + 1, 0, {
    ...line,
    ...{ key: Math.max(...lines.map((line) => line.key)) + 1, quantity: 1, guests: null },
  });

const pauseMilliseconds = 400;

/**
 * The current price of a line in the displayed currency, the caller's own and the public price; requested again a moment after the last
 * change. A changed line has no price until then, and `waiting` is true.
 */
export function useResults(product: QuoteProduct, lines: QuoteLine[]) {
  const words = useWords();
  const [results, setResults] = useState(new Map<QuoteLine, QuoteResult>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the page only
  useEffect(() => {
    let over = false;
    const timer = setTimeout(async () => {
      const found = await Promise.all(
        lines.map(
          async (line) =>
            [
              line,
              await ask(product, line).catch((error: unknown) => ({ problem: describeError(error, words).text })),
            ] as const,
        ),
      );
      if (!over) setResults(new Map(found));
    }, pauseMilliseconds);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [product, lines]);
  return {
    results: new Map(lines.map((line) => [line.key, results.get(line)])),
    waiting: lines.some((line) => !results.has(line)),
  };
}

async function ask(product: QuoteProduct, line: QuoteLine): Promise<QuoteResult> {
  const question = requestOf(product, line);
  if (!question) return undefined;
  const answer = await send('bookCheck', { lines: [question] });
  const [priced] = answer.lines;
  const { currency, rate } = product.shown;
  const show = (unit: Money) => timesMoney(convertMoney(unit, currency, rate), line.quantity);
  return priced && { unit: priced.unit, amount: show(priced.unit), retail: show(priced.retailUnit) };
}

/** Undefined while its day is missing. */
function requestOf(product: QuoteProduct, { packageId, skuId, session, quantity, until, on, guests }: QuoteLine) {
  const chosen = product.packages.find((item) => item.id === packageId);
  const playOn = chosen?.openDays == null ? on : openDay;
  const ends = hasLastDay(product.stockBy, chosen);
  if (!playOn || (ends && !until)) return undefined;
  return { skuId, playOn, session, quantity, ...(ends ? { untilOn: until } : {}), ...(guests ? { guests } : {}) };
}

/** The cost of delivering the lines that have a price; undefined without a country, and if no line has a price. */
export function useFreight(product: QuoteProduct, lines: QuoteLine[], place: { country: string; postcode: string }) {
  const words = useWords();
  const [answer, setAnswer] = useState<Money | { problem: string }>();
  const { country, postcode } = place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with the page only
  useEffect(() => {
    setAnswer(undefined);
    const priced = lines.flatMap((line) => requestOf(product, line) ?? []);
    if (!country || !priced.length) return;
    let over = false;
    const show = (next: Money | { problem: string }) => !over && setAnswer(next);
    const { currency, rate } = product.shown;
    const timer = setTimeout(
      () =>
        send('bookCheck', { lines: priced, delivery: { country, postcode } }).then(
          ({ freight }) => show(convertMoney(freight, currency, rate)),
          (error: unknown) => {
            const { text, fields } = describeError(error, words);
            show({ problem: Object.values(fields)[0] ?? text });
          },
        ),
      pauseMilliseconds,
    );
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [product, lines, country, postcode]);
  return answer;
}

export type Sums = { cost: Money; retail: Money; margin: Money; percent: number };

/** Sums of the lines that have a price. */
export function sumUp(product: QuoteProduct, results: Iterable<QuoteResult>): Sums {
  let costMinor = 0;
  let retail = 0;
  for (const result of results)
    if (result && 'amount' in result) {
      costMinor += result.amount.amountMinor;
      retail += result.retail.amountMinor;
    }
  const { currency } = product.shown;
  return {
    cost: money(costMinor, currency),
    retail: money(retail, currency),
    margin: money(retail - costMinor, currency),
    percent: retail > 0 ? ((retail - costMinor) / retail) * 100 : 0,
  };
}
