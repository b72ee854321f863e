// The filters of a statement are in the address; unknown values are ignored.
import type { Currency } from '../../../domain/currencies.ts';
import { isDay } from '../../../domain/dates.ts';
import type { Money } from '../../../domain/money.ts';
import { dealTypes, isLedgerKind, type LedgerKind } from '../../../domain/payment-status.ts';

export type StatementFilters = {
  dealType?: number;
  kind?: LedgerKind;
  channel?: string;
  from?: string;
  to?: string;
};

export function readFilters(params: URLSearchParams): StatementFilters {
  const dealType = dealTypes.find((dealType) => String(dealType) === params.get('dealType'));
  const kind = params.get('kind') ?? '';
  const channel = params.get('channel') ?? '';
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  return {
    ...(dealType ? { dealType } : {}),
    ...(isLedgerKind(kind) ? { kind } : {}),
    ...(/^\w{1,40}$/.test(channel) ? { channel } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
  };
}

export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page') ?? 1);
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1;
}

/** An amount as a field shows it: digits and the point, no thousands separators. */
export function typedAmount({ amountMinor, currency }: Money, exponent: (currency: Currency) => number): string {
  return (amountMinor / 10 ** exponent(currency)).toFixed(exponent(currency));
}
