// An order as its supplier sees it (rules §7 and §10): what to deliver, when, to whom, and whom to call on the day. The only
// amount is the one owed to the supplier.
import type { OutputOf } from '../../../../contract/index.ts';
import { describeWhen } from '../../../../domain/dates.ts';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { RoomLine } from '../../../parts/booking/room-line.tsx';
import { TravellerRows } from '../../../parts/order/order-lines.tsx';
import { StatusBadge } from '../../../parts/order/order-pieces.tsx';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { Badge, type Tone } from '../../../ui/pieces.tsx';
import { TitledCard } from '../../../ui/titled-card.tsx';
import { AskCancel } from './ask-cancel.tsx';
import { DecideOrder } from './decide-order.tsx';
import { DriversCard } from './drivers-card.tsx';
import { OrderHead, RejectedNotice } from './order-head.tsx';
import { OrderPapers } from './order-papers.tsx';
import { PlaceList } from './pickup-card.tsx';

type Supply = OutputOf<'consoleSupply'>;

export function SupplyOrder({ order }: { order: Supply }) {
  const { say } = useWords();
  const hasPlaces = order.places.pickup || order.places.dropOff;
  const reach = [order.contact.name, order.contact.phone].filter(Boolean).join(' · ');
  const fields = Object.entries(order.orderFields).filter(([, value]) => value);
  return (
    <div className="grid gap-4">
      <OrderHead
        orderNo={order.orderNo}
        act={
          order.actions.includes('confirm') && (
            <DecideOrder
              orderNo={order.orderNo}
              reference={order.lines.find((line) => line.reference)?.reference ?? ''}
            />
          )
        }
      >
        <StatusBadge status={order.status} />
      </OrderHead>
      {order.rejected && <RejectedNotice rejected={order.rejected} />}
      <TitledCard title={order.productName}>
        <ul className="divide-y divide-line">
          {order.lines.map((line) => (
            <SupplyLine key={line.subOrderNo} orderNo={order.orderNo} line={line} />
          ))}
        </ul>
      </TitledCard>
      <OrderPapers
        orderNo={order.orderNo}
        status={order.status}
        files={order.files}
        reference={order.lines.find((line) => line.reference)?.reference ?? ''}
        open={order.open}
      />
      <DriversCard key={order.orderNo} orderNo={order.orderNo} lines={order.lines} driven={order.driven} />
      {(reach || fields.length > 0 || order.remark || hasPlaces) && (
        <TitledCard title={say('order.booking.contact')}>
          <p className="break-words">{reach}</p>
          {fields.length > 0 && <TravellerRows values={fields} />}
          {order.remark && <p className="mt-2 break-words whitespace-pre-wrap">{order.remark}</p>}
          {hasPlaces && (
            <div className="mt-3">
              <PlaceList places={order.places} />
            </div>
          )}
        </TitledCard>
      )}
    </div>
  );
}

function SupplyLine({ orderNo, line }: { orderNo: string; line: Supply['lines'][number] }) {
  const words = useWords();
  const { say } = words;
  const left = line.quantity - line.cancelledQuantity;
  const known = line.travellers
    .map((values, at) => ({ number: at + 1, values: Object.entries(values).filter(([, value]) => value) }))
    .filter(({ values }) => values.length > 0);
  return (
    <li className="grid gap-1.5 py-4 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2 font-semibold break-words">
        {nameSku(words, line)} ×&nbsp;{left || line.quantity} <StatusBadge status={line.status} />
        {line.oversold && <Badge tone="warn">{say('order.beyond')}</Badge>}
      </p>
      <p className="text-sm break-words text-quiet">
        {line.packageName} · {describeWhen(line, words.day, say)}
      </p>
      <RoomLine line={line} />
      <p className="text-sm text-quiet tabular-nums">{line.subOrderNo}</p>
      {line.owed && (
        <p className="text-sm">
          {say('supplier.settlement.owedLine', { amount: words.money(line.owed) })}
          {line.ofCancelled && (
            <span className="block text-quiet">
              {say('supplier.settlement.ofCancelled', { amount: words.money(line.ofCancelled) })}
            </span>
          )}
        </p>
      )}
      {line.addOns.length > 0 && (
        <p className="text-sm">{words.join(line.addOns.map((addOn) => `${addOn.name} ×\u00a0${addOn.quantity}`))}</p>
      )}
      {known.length > 0 && (
        <ul className="grid gap-2">
          {known.map(({ number, values }) => (
            <li key={number}>
              <p className="text-sm font-medium">{say('order.booking.traveller', { number })}</p>
              <TravellerRows values={values} />
            </li>
          ))}
        </ul>
      )}
      <RequestList list={line.asked} />
      {line.cancellable && (
        <AskCancel
          orderNo={orderNo}
          subOrderNo={line.subOrderNo}
          name={`${nameSku(words, line)} ×\u00a0${left}`}
          uncancelled={left}
        />
      )}
    </li>
  );
}

const tones: Tone[] = ['warn', 'good', 'bad'];

/** What the supplier asked to cancel, and what the owner answered: whether it has to deliver. */
function RequestList({ list }: { list: Supply['lines'][number]['asked'] }) {
  const { say, instant } = useWords();
  const zone = useDeskZone();
  if (!list.length) return null;
  return (
    <section aria-label={say('order.requests')}>
      <p className="text-sm font-medium">{say('order.requests')}</p>
      <ul className="grid gap-2">
        {list.map((one) => (
          <li key={one.id} className="grid gap-1 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={tones[one.result]}>{say(`order.requestResult.${one.result}`)}</Badge>
              <span className="text-quiet">
                ×&nbsp;{one.quantity} · {one.by} · {instant(one.at, zone)}
              </span>
            </p>
            <p className="break-words whitespace-pre-wrap">{one.remark}</p>
            {one.rejectReason !== null && (
              <p className="break-words">
                {say(`order.reason.${one.rejectReason}`)}
                {one.answer && `: ${one.answer}`}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
