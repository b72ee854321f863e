// Both amounts of money that was charged in another currency than that of what it pays for, and the rate that it is locked at (decision
// 0505).
import type { OutputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Day } from '../../domain/dates.ts';
import { formatLocale, inBrackets, type Language } from '../../domain/languages.ts';
import { formatMoney, money } from '../../domain/money.ts';
import type { RateSource } from '../../domain/payment/charge.ts';
import { showRate } from '../../domain/payment/show-rate.ts';

export type Exchange = NonNullable<OutputOf<'payInfo'>['channels'][number]['exchange']>;

/** The columns of a payment that `exchangeColumns` reads, beside its currency. */
export type ExchangeRow = {
  currency: Currency;
  order_minor: number;
  rate: string;
  rate_source: RateSource | null;
  rate_on: Day | null;
  rate_at: Date | string | null;
  surcharge_percent: string;
};

/** `of`: the currency of what was paid for. Null where it is the same. */
export function showExchange(row: ExchangeRow, of: Currency): Exchange | null {
  if (row.currency === of) return null;
  return {
    amount: money(row.order_minor, of),
    ...{ rate: row.rate, source: row.rate_source, on: row.rate_on, surchargePercent: row.surcharge_percent },
    at: row.rate_at === null ? null : new Date(row.rate_at).toISOString(),
    until: null,
  };
}

/** What came in or went back in another currency than its order's, of that order. */
export type ChargeRow = ExchangeRow & { amount_minor: number; of_currency: Currency };

/** Both amounts and the rate in one line: "USD 45.25 = MYR 200.00 (USD 1 = MYR 4.42)". */
export function sayCharge(row: ChargeRow, language: Language): string {
  const locale = formatLocale(language);
  const { amount_minor: charged, currency, order_minor: stood, of_currency: of, rate } = row;
  const both = [money(charged, currency), money(stood, of)].map((money) => formatMoney(money, locale)).join(' = ');
  return both + inBrackets(showRate(of, currency, rate, locale), language);
}
