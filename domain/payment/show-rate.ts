// A rate as people say it: the side that is worth more comes first, so that the figure is above one ("USD 1 = MYR 4.42", never 0.2262).
import type { Currency } from '../currencies.ts';

/** `rate`: units of `to` for one unit of `from`, as decimal text. For display alone; amounts are computed from the text. */
export function showRate(from: Currency, to: Currency, rate: string, locale: string): string {
  const figure = Number(rate);
  const turned = figure < 1;
  const shown = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 }).format(turned ? 1 / figure : figure);
  return turned ? `${to} 1 = ${from} ${shown}` : `${from} 1 = ${to} ${shown}`;
}
