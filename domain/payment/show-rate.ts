// A rate as people say it: the side that is worth more comes first, so that the figure is above one ("USD 1 = MYR 4.42", never 0.2262).
// The currency stands on the side of its figure where the language has it: "1 USD = 4,42 MYR".
import type { Currency } from '../currencies.ts';

/** `rate`: units of `to` for one unit of `from`, as decimal text. For display alone; amounts are computed from the text. */
export function showRate(from: Currency, to: Currency, rate: string, locale: string): string {
  const figure = Number(rate);
  const [one, other] = figure < 1 ? [to, from] : [from, to];
  const write = (currency: Currency, value: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code', maximumSignificantDigits: 6 })
      .format(value)
      .replace(/\u00a0/g, ' ');
  return `${write(one, 1)} = ${write(other, figure < 1 ? 1 / figure : figure)}`;
}
