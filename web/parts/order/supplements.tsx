// Additional payments of an order as its buyer sees them (§3): reason, amount, and whether paid.
import type { OutputOf } from '../../../contract/index.ts';
import { Badge, type Tone } from '../../ui/pieces.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { useWords } from '../use-words.ts';

type Order = Pick<OutputOf<'orderDetail'>, 'supplements' | 'zone' | 'elsewhere'>;
export type Supplement = Order['supplements'][number];

const tones: Record<Supplement['state'], Tone> = { open: 'warn', paid: 'good', withdrawn: 'neutral' };

/** Nothing if there is none. Those to pay are above the order (supplement-notices.tsx), unless another shop sold it. */
export function Supplements({ order }: { order: Order }) {
  const { say } = useWords();
  const added = order.supplements.filter(({ kind, state }) => kind !== 'rest' && (state !== 'open' || order.elsewhere));
  if (!added.length) return null;
  return (
    <TitledCard title={say('order.supplement.title')}>
      <ul className="grid gap-4">
        {added.map((item) => (
          <li key={item.supplementNo} className="grid gap-2">
            <SupplementFacts one={item} zone={order.zone} />
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

export function SupplementFacts({ one, zone }: { one: Supplement; zone: string }) {
  const { say, money, instant } = useWords();
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium">{say(`order.supplement.${one.kind}`)}</span>
        <strong className={`tabular-nums ${one.state === 'withdrawn' ? 'line-through' : ''}`}>
          {money(one.amount)}
        </strong>
      </p>
      <p className="text-sm break-words whitespace-pre-wrap">{one.reason}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-quiet">
        <Badge tone={tones[one.state]}>{say(`order.supplement.${one.state}`)}</Badge>
        {instant(one.paidAt ?? one.at, zone)}
      </p>
    </div>
  );
}

/** Rows for the ladder of an order: supplements that still apply. */
export function SupplementAmounts({ list }: { list: Supplement[] }) {
  const { say, money } = useWords();
  // The rest of the price is included in the price.
  const valid = list.filter((item) => item.state !== 'withdrawn' && item.kind !== 'rest');
  if (!valid.length) return null;
  return (
    <dl className="mt-3 grid gap-1">
      {valid.map((item) => (
        <div key={item.supplementNo} className="flex justify-between gap-4 text-sm">
          <dt>
            {say('order.supplement.title')} · {say(`order.supplement.${item.kind}`)}
          </dt>
          <dd className="tabular-nums">{money(item.amount)}</dd>
        </div>
      ))}
    </dl>
  );
}
