// The order's amount for a charge in another currency, and the rate (decision 0505): "MYR 500.00 · USD 1 = MYR 4.42".
import type { OutputOf } from '../../../contract/index.ts';
import type { Money } from '../../../domain/money.ts';
import { showRate } from '../../../domain/payment/show-rate.ts';
import { useWords } from '../use-words.ts';

type Exchange = NonNullable<OutputOf<'payInfo'>['channels'][number]['exchange']>;

type ExchangeLineProps = { exchange: Exchange | null; charged: Money; className?: string };

export function ExchangeLine({ exchange, charged, className = '' }: ExchangeLineProps) {
  const { money, locale } = useWords();
  if (!exchange) return null;
  const { amount, rate } = exchange;
  return (
    <span className={`block text-sm font-normal text-quiet tabular-nums ${className}`}>
      {money(amount)} ·{' '}
      <bdi className="whitespace-nowrap">{showRate(amount.currency, charged.currency, rate, locale)}</bdi>
    </span>
  );
}
