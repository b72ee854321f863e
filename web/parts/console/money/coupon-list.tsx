// Promo codes with what their uses came to.
import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { useWords } from '../../use-words.ts';
import { type Coupon, tellValue } from './coupon-draft.ts';

const tones: Record<Coupon['state'], Tone> = { on: 'good', planned: 'brand', over: 'neutral', usedUp: 'warn' };

export function CouponBadge({ state }: { state: Coupon['state'] }) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`promo.state.${state}`)}</Badge>;
}

/** Uses paid for, uses held by orders that wait for money, and what buyers got off. */
export function CouponFigures({ coupon: { used, held, given, useLimit } }: { coupon: Coupon }) {
  const { say, money } = useWords();
  const figures = [
    ['used', useLimit ? `${used} / ${useLimit}` : String(used)],
    ['held', String(held)],
    ['given', money(given)],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {figures.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-quiet">{say(`promo.${name}`)}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function CouponList({ list }: { list: Coupon[] }) {
  const words = useWords();
  const { say } = words;
  const whenOf = ({ startsAt, endsAt }: Coupon) =>
    [
      startsAt && `${say('promo.starts')} ${words.day(startsAt.slice(0, 10))} ${startsAt.slice(11)}`,
      endsAt && `${say('promo.ends')} ${words.day(endsAt.slice(0, 10))} ${endsAt.slice(11)}`,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <ul className="grid gap-3">
      {list.map((coupon) => (
        <li
          key={coupon.code}
          className="grid gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="grid min-w-0 gap-0.5">
            <p className="flex flex-wrap items-center gap-2">
              <Link
                to={consolePaths.coupon(coupon.code)}
                className="text-lg font-semibold break-all text-brand hover:underline"
              >
                {coupon.code}
              </Link>
              <CouponBadge state={coupon.state} />
            </p>
            <p className="break-words">{tellValue(coupon, words)}</p>
            <p className="text-sm break-words text-quiet">
              {[whenOf(coupon), coupon.products !== null && say('promotions.count', { count: coupon.products })]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <div className="md:self-center">
            <CouponFigures coupon={coupon} />
          </div>
        </li>
      ))}
    </ul>
  );
}
