// Cancellation requests and their results; a refused one can be sent again (§4).
import type { OutputOf } from '../../../../contract/index.ts';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import type { Detail } from '../../../parts/order/order-pieces.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { type CancelTarget, cancellable } from './cancel-order.tsx';

type Request = OutputOf<'cancelRequests'>['list'][number];
const tones: Tone[] = ['warn', 'good', 'bad'];

type RequestsProps = { order: Detail; list: Request[]; onAgain(wish: CancelTarget): void };

export function CancelRequests({ order, list, onAgain }: RequestsProps) {
  const words = useWords();
  const { say } = words;
  if (!list.length) return null;
  const open = new Set(cancellable(order.lines).map((line) => line.subOrderNo));
  // Only the newest refusal of a line can be sent again.
  const newest = new Map(list.map((item) => [item.subOrderNo, item.id]));
  return (
    <TitledCard title={say('order.requests')}>
      <ul className="divide-y divide-line">
        {[...list].reverse().map((item) => {
          const line = order.lines.find((other) => other.subOrderNo === item.subOrderNo);
          const again = item.result === 2 && open.has(item.subOrderNo) && newest.get(item.subOrderNo) === item.id;
          return (
            <li key={item.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={tones[item.result]}>{say(`order.requestResult.${item.result}`)}</Badge>
                <span className="min-w-0 font-medium break-words">
                  {line ? nameLine(words, line) : item.productName} ×&nbsp;{item.quantity}
                </span>
              </p>
              <p className="text-sm text-quiet">
                {say(`order.requestApplier.${item.applier}`)} · {words.instant(item.at, order.zone)}
              </p>
              {item.remark && <p className="text-sm break-words whitespace-pre-wrap">{item.remark}</p>}
              {item.result !== 2 && (
                <p className="text-sm tabular-nums">
                  {say('order.requestGives', { refund: words.money(item.refund), fee: words.money(item.fee) })}
                </p>
              )}
              {item.rejectReason !== null && (
                <p className="text-sm">
                  {say(`order.reason.${item.rejectReason}`)}
                  {item.rejectText && <span className="break-words">: {item.rejectText}</span>}
                </p>
              )}
              {again && (
                <Button
                  variant="outline"
                  size="sm"
                  className="w-fit"
                  onClick={() => onAgain({ subOrderNo: item.subOrderNo, quantity: item.quantity })}
                >
                  {say('order.again')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}
