// The booking as a traveller sees it: product, day, number of missing fields. No price, no buyer.
import type { OutputOf } from '../../../contract/index.ts';
import { describeWhen } from '../../../domain/dates.ts';
import { Badge } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

export type Incomplete = OutputOf<'getIncompleteOrderList'>['list'][number];

const tones = { open: 'warn', done: 'good', closed: 'neutral' } as const;

export function CompletionBadge({ state }: { state: Incomplete['state'] }) {
  const { say } = useWords();
  return <Badge tone={tones[state]}>{say(`completion.state.${state}`)}</Badge>;
}

const countMissing = (order: Incomplete) =>
  order.missing.reduce((sum, item) => sum + item.fields.length, order.missingOrder.length);

export function OrderFacts({ order }: { order: Incomplete }) {
  const { say, day } = useWords();
  const missing = countMissing(order);
  return (
    <div className="grid gap-1">
      <p className="font-semibold break-words">{order.productName}</p>
      <p className="text-sm break-words text-quiet">
        {order.packageName} · {describeWhen(order, day, say)}
      </p>
      <p className="text-sm text-quiet tabular-nums">{say('order.number', { orderNo: order.orderNo })}</p>
      {missing > 0 && <p className="text-sm text-warn">{say('completion.missing', { count: missing })}</p>}
    </div>
  );
}
