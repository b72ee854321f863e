// Applications to cancel and what became of them; one that was refused can be sent again (§4).
import type { OutputOf } from '../../../../contract/index.ts';
import { nameLine } from '../../../parts/order/order-lines.tsx';
import type { Detail } from '../../../parts/order/order-pieces.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, type Tone } from '../../../ui/pieces.tsx';
import { type CancelWish, cancellable } from './cancel-order.tsx';

type Request = OutputOf<'cancelRequests'>['list'][number];
const tones: Tone[] = ['warn', 'good', 'bad'];

type RequestsProps = { order: Detail; list: Request[]; onAgain(wish: CancelWish): void };

export function CancelRequests({ order, list, onAgain }: RequestsProps) {
  const words = useWords();
  const { say } = words;
  if (!list.length) return null;
  const open = new Set(cancellable(order.lines).map((line) => line.subOrderNo));
  // Only the newest refusal of a line leads on.
  const newest = new Map(list.map((one) => [one.subOrderNo, one.id]));
  return (
    <Card>
      <h2 className="mb-3 text-lg font-bold">{say('order.requests')}</h2>
      <ul className="divide-y divide-line">
        {[...list].reverse().map((one) => {
          const line = order.lines.find((other) => other.subOrderNo === one.subOrderNo);
          const again = one.result === 2 && open.has(one.subOrderNo) && newest.get(one.subOrderNo) === one.id;
          return (
            <li key={one.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-2">
                <Badge tone={tones[one.result]}>{say(`order.requestResult.${one.result}`)}</Badge>
                <span className="font-medium">
                  {line ? nameLine(words, line) : one.productName} × {one.quantity}
                </span>
              </p>
              <p className="text-sm text-quiet">
                {say(`order.requestApplier.${one.applier}`)} · {words.instant(one.at, order.zone)}
              </p>
              {one.remark && <p className="text-sm break-words whitespace-pre-wrap">{one.remark}</p>}
              {one.result !== 2 && (
                <p className="text-sm tabular-nums">
                  {say('order.requestGives', { refund: words.money(one.refund), fee: words.money(one.fee) })}
                </p>
              )}
              {one.rejectReason !== null && (
                <p className="text-sm">
                  {say(`order.reason.${one.rejectReason}`)}
                  {one.rejectText && <span className="break-words">: {one.rejectText}</span>}
                </p>
              )}
              {again && (
                <Button
                  variant="outline"
                  size="sm"
                  className="w-fit"
                  onClick={() => onAgain({ subOrderNo: one.subOrderNo, quantity: one.quantity })}
                >
                  {say('order.again')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
