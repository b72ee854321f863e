// The days of a period grouped by week or month, each group beside the same part of the previous period.
import type { salesSteps } from '../../../../contract/choices.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { addDays, weekdayOf } from '../../../../domain/dates.ts';
import type { Money } from '../../../../domain/money.ts';

export type Step = (typeof salesSteps)[number];
export type SalesPart = { from: string; to: string; orders: number; amount: Money; before: Money };
type Days = OutputOf<'consoleSales'>['byDay'];

/** The first day of the group of a day: weeks begin on Monday. */
function firstOf(day: string, step: Step): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** `before` has as many days as `days`: each is compared with the one at its index. */
export function groupDays(days: Days, before: Days, step: Step): SalesPart[] {
  const parts = new Map<string, SalesPart>();
  days.forEach(({ day, orders, amount }, at) => {
    const key = firstOf(day, step);
    const part = parts.get(key) ?? { from: day, to: day, orders: 0, amount: zero(amount), before: zero(amount) };
    parts.set(key, {
      ...{ from: part.from, to: day, orders: part.orders + orders },
      amount: plus(part.amount, amount.amountMinor),
      before: plus(part.before, before[at]?.amount.amountMinor ?? 0),
    });
  });
  return [...parts.values()];
}

const zero = ({ currency }: Money): Money => ({ amountMinor: 0, currency });
const plus = ({ amountMinor, currency }: Money, more: number): Money => ({ amountMinor: amountMinor + more, currency });
