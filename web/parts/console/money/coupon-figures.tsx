// The state of a promo code, and the totals of its uses.
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { useWords } from '../../use-words.ts';
import type { CouponView } from './coupon-draft.ts';

const tones: Record<CouponView['state'], Tone> = { on: 'good', planned: 'brand', over: 'neutral', usedUp: 'warn' };

export function CouponBadge({ state }: { state: CouponView['state'] }) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`marketing.coupon.state.${state}`)}</Badge>;
}

/** Uses that were paid, uses held by unpaid orders, and the sum of the discounts. */
export function CouponFigures({ coupon: { used, held, given, useLimit } }: { coupon: CouponView }) {
  const { say, money } = useWords();
  const figures = [
    ['used', useLimit ? `${used} / ${useLimit}` : String(used)],
    ['held', String(held)],
    ['discountTotal', money(given)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {figures.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-quiet">{say(`marketing.coupon.${name}`)}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
