// Rows of a list of amounts: what of a refund goes back by which way, and what the buyer can do with a gift card.
import { nameWay } from '../../../domain/payment/name-way.ts';
import { useWords } from '../use-words.ts';
import { CardNote } from './card-note.tsx';
import type { Detail } from './order-pieces.tsx';

export function RefundWays({ list }: { list: Detail['paidBy'] }) {
  const { money, say } = useWords();
  return list.map((way, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sequence in which they paid
    <div key={at} className="flex flex-wrap justify-between gap-x-4 text-sm">
      <dt className="text-quiet">{nameWay(say, way)}</dt>
      <dd className="tabular-nums">{money(way.amount)}</dd>
      {way.card && (
        <dd className="basis-full">
          <CardNote card={way.card} />
        </dd>
      )}
    </div>
  ));
}
