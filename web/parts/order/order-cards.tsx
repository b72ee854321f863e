// A buyer's orders as cards, and on wide screens optionally as a table with more rows.
import { IconMessage } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { describeWhen } from '../../../domain/dates.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { paths } from '../../../domain/paths.ts';
import { Badge } from '../../ui/pieces.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { Picture } from '../page/picture.tsx';
import { useWords } from '../use-words.ts';
import { CancelledPart, OrderPayBadge, StatusBadge, transferOf } from './order-pieces.tsx';

type Row = OutputOf<'orderList'>['list'][number];

/** Of a price that a gift card or a balance pays in part. */
function StillToPay({ order: { stillToPay } }: { order: Row }) {
  const { colon, money, say } = useWords();
  if (!stillToPay) return null;
  return (
    <span className="block text-sm font-normal text-warn">{`${colon(say('order.part.open'))}${money(stillToPay)}`}</span>
  );
}

/** What went back, as the order's page says it. */
function Refunded({ order: { refunded } }: { order: Row }) {
  const { colon, money, say } = useWords();
  if (!refunded) return null;
  return (
    <span className="block text-sm font-normal text-quiet">{`${colon(say('order.refunded'))}${money(refunded)}`}</span>
  );
}

/** Of a chosen bank transfer: it waits for its buyer, the owner is checking it, or did not find its money. */
function TransferState({ order }: { order: Row }) {
  const { colon, say } = useWords();
  const state = transferOf(order);
  if (!state) return null;
  return (
    <Link
      to={paths.payment(state === 'open' ? 'offlinePay' : 'offlinePayInfo', order.orderNo)}
      className="relative z-10 inline-flex min-h-6 items-center touch:min-h-11 text-sm font-semibold text-brand underline"
    >
      {`${colon(say('payment.channel.offline'))}${say(`payment.transfer.state.${state}`)}`}
    </Link>
  );
}

/** What the owner added is to be paid; the order itself says that it is paid. */
function AddedPayment({ order: { added } }: { order: Row }) {
  const { colon, money, say } = useWords();
  if (!added) return null;
  const name = `${say('order.supplement.title')} · ${say('order.supplement.open')}`;
  return <p className="text-sm text-warn">{colon(name) + money(added)}</p>;
}

function Unread({ count }: { count: number }) {
  const { say } = useWords();
  if (!count) return null;
  return (
    <Badge tone="brand">
      <IconMessage aria-hidden="true" className="size-3.5" />
      {say('order.list.unread', { count })}
    </Badge>
  );
}

type CardsProps = {
  list: Row[];
  className?: string;
  hrefOf?: (orderNo: string) => string;
  /** Whether the orders may be of several people. */
  several?: boolean;
};

export function OrderCards(props: CardsProps) {
  const { list, className = '', hrefOf = (orderNo) => paths.order(orderNo), several } = props;
  const words = useWords();
  return (
    <ul className={`grid grid-cols-1 gap-3 ${className}`}>
      {list.map((order) => (
        <li
          key={order.orderNo}
          className="lift relative flex gap-4 rounded-card border border-line bg-surface p-4 hover:shadow-card"
        >
          <Picture
            picture={order.picture}
            sizes="160px"
            alt=""
            className="!w-20 shrink-0 self-start rounded-lg sm:!w-36"
          />
          <div className="min-w-0 grow">
            <div className="flex flex-wrap items-center gap-2">
              <StatusBadge status={order.status} />
              {order.status === OrderStatus.unpaid && <OrderPayBadge of={order} />}
              <CancelledPart of={order} />
              <Unread count={order.unread} />
              <span className="text-sm text-quiet tabular-nums sm:ml-auto">{order.orderNo}</span>
            </div>
            <Link to={hrefOf(order.orderNo)} className="mt-1 line-clamp-2 font-semibold after:absolute after:inset-0">
              {order.heading ?? order.productName}
            </Link>
            <p className="text-sm text-quiet">{`${describeWhen(order, words.day, words.say)} ·\u00a0×\u00a0${order.quantity}`}</p>
            <p className="truncate text-sm text-quiet">
              {[order.contactName, order.agentReference].filter(Boolean).join(' · ')}
            </p>
            {several && (
              <p className="truncate text-sm text-quiet">
                {words.colon(words.say('order.list.creator')) + order.creatorName}
              </p>
            )}
            <p className="mt-1 font-bold">{words.money(order.payable)}</p>
            <StillToPay order={order} />
            <Refunded order={order} />
            {order.rest && (
              <p className="text-sm text-warn">
                {words.say('order.part.later', {
                  amount: words.money(order.rest.amount),
                  day: words.day(order.rest.until),
                })}
              </p>
            )}
            <AddedPayment order={order} />
            <TransferState order={order} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const columns = ['orderNo', 'product', 'playOn', 'contact', 'status', 'amount'];

export function OrderTable({ list, total, more }: Pick<OutputOf<'orderList'>, 'list' | 'total' | 'more'>) {
  const words = useWords();
  const { say } = words;
  const cell = 'px-3 py-2 align-top';
  return (
    <section
      aria-label={say('site.header.orders')}
      className="hidden overflow-x-auto rounded-card border border-line bg-surface lg:block"
    >
      <PlainTable
        caption={say(more ? 'order.list.above' : 'catalog.search.count', { count: total })}
        heads={columns.map((item) => say(`order.list.column.${item}`))}
        figures={[columns.indexOf('amount')]}
        headClass="px-3 py-2 whitespace-nowrap"
      >
        {list.map((order) => (
          <tr key={order.orderNo} className="hover:bg-canvas">
            <td className={cell}>
              <Link to={paths.order(order.orderNo)} className="font-semibold text-brand tabular-nums hover:underline">
                {order.orderNo}
              </Link>
              <span className="block text-xs text-quiet">
                {words.instant(order.placedAt, order.zone)} · {order.creatorName}
              </span>
            </td>
            <td className={`${cell} min-w-40`}>
              {order.productName} ×&nbsp;{order.quantity}
            </td>
            <td className={cell}>{describeWhen(order, (item) => words.day(item, 'short'), words.say)}</td>
            <td className={cell}>
              {order.contactName}
              <span className="block text-xs text-quiet">{order.agentReference}</span>
            </td>
            <td className={cell}>
              <span className="flex flex-wrap gap-1">
                <StatusBadge status={order.status} />
                <OrderPayBadge of={order} />
                <CancelledPart of={order} />
                <Unread count={order.unread} />
              </span>
              <AddedPayment order={order} />
              <TransferState order={order} />
            </td>
            <td className={`${cell} text-right whitespace-nowrap tabular-nums`}>
              {words.money(order.payable)}
              <StillToPay order={order} />
              <Refunded order={order} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}
