// The columns and filters of the owner's order list; readers who may not see money get them without amounts.
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { describeWhen } from '../../../../domain/dates.ts';
import { applierOf, isApplied, isSupplied, OrderStatus } from '../../../../domain/order-status.ts';
import { productTypeOrder } from '../../../../domain/product-types.ts';
import type { Filters } from '../../../console-kit/list-filters.tsx';
import { type Column, RowLink } from '../../../console-kit/list-table.tsx';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { CancelledPart, OrderPayBadge, StatusBadge, TransferBadge } from '../../../parts/order/order-pieces.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';

type DeskOrder = OutputOf<'consoleOrders'>['list'][number];
type Choices = OutputOf<'consoleOrderChoices'>;

export const isPending = (order: DeskOrder) => order.status === OrderStatus.pending;

export function filterOrders({ say }: DeskWords, choices: Choices, money: boolean): Filters {
  const named = (list: { id: string; name: string }[]) => list.map(({ id, name }) => [id, name] as const);
  const nameState = (item: string) =>
    isApplied(Number(item)) ? say(`desk.applier.${applierOf(Number(item))}`) : say(`order.status.${item}`);
  const day = (name: string) => ({ label: say(`order.list.${name}`), fold: true });
  return {
    query: { label: say(money ? 'desk.search' : 'desk.searchOwn') },
    status: { label: say('console.status'), word: (item) => `${item} ${nameState(item)}` },
    playFrom: day('playFrom'),
    playTo: day('playTo'),
    placedFrom: day('placedFrom'),
    placedTo: day('placedTo'),
    product: { label: say('console.column.product'), options: named(choices.products), fold: true },
    type: {
      label: say('desk.type'),
      options: productTypeOrder.map((type) => [type, say(`catalog.type.${type}`)] as const),
      fold: true,
    },
    ...(money && {
      partner: { label: say('desk.partner'), options: named(choices.partners), fold: true },
      payStatus: { label: say('order.list.payStatus'), word: 'payment.status', fold: true },
      channel: {
        label: say('desk.channel'),
        options: choices.channels.map((channel) => [channel, say(`payment.channel.${channel}`)] as const),
        fold: true,
      },
      source: { label: say('order.list.source'), word: 'order.list.source', fold: true },
      trouble: { label: say('desk.trouble'), word: 'desk.queue', fold: true },
      sold: { label: say('desk.sold'), fold: true },
    }),
  };
}

export function listColumns(words: DeskWords, rows: DeskOrder[]): Column<DeskOrder>[] {
  const { say, at } = words;
  const head = (key: string) => ({ key, label: say(`console.column.${key}`) });
  const amount: Column<DeskOrder> = {
    ...{ ...head('amount'), look: 'figure', sort: 'payable' },
    show: (order) => order.payable && <Payable order={order} />,
  };
  return [
    {
      ...{ ...head('orderNo'), look: 'title', sort: 'placedAt' },
      file: ({ orderNo, placedAt }) => ({
        [say('order.list.column.orderNo')]: orderNo,
        [say('order.list.column.placedAt')]: at(placedAt),
      }),
      show: ({ orderNo, placedAt }) => (
        <>
          <RowLink code to={consolePaths.order(orderNo)}>
            {orderNo}
          </RowLink>
          <span className="block text-xs whitespace-nowrap text-quiet">{at(placedAt)}</span>
        </>
      ),
    },
    {
      ...{ ...head('product'), look: 'plain', sort: 'productName', width: 'md:min-w-48' },
      file: ({ productName, quantity }) => ({
        [say('order.list.column.product')]: productName,
        [say('order.list.column.quantity')]: quantity,
      }),
      show: ({ productName, quantity, secondCheck }) => (
        <>
          {productName} ×&nbsp;{quantity}
          <span className="mt-1 block empty:hidden">
            {secondCheck === 'waiting' && <Badge tone="warn">{say('desk.pickup')}</Badge>}
          </span>
        </>
      ),
    },
    {
      ...{ ...head('date'), sort: 'playOn', width: 'md:whitespace-nowrap' },
      show: (order) => describeWhen(order, (item) => words.day(item, 'short'), say),
    },
    {
      ...{ ...head('buyer'), sort: 'contactName', width: 'md:min-w-32' },
      file: ({ contactName, partnerName }) => ({
        [say('order.list.column.contact')]: contactName,
        [say('desk.partner')]: partnerName,
      }),
      show: (order) => <Buyer order={order} />,
    },
    {
      ...{ ...head('status'), look: 'plain', sort: true },
      file: (order) => stateCells(order, words, rows),
      show: (order) => <States order={order} />,
    },
    ...(rows.some((row) => row.payable) ? [amount] : []),
  ];
}

/** With what remains of a price that a gift card or a balance pays in part, and what went back. */
function Payable({ order: { payable, stillToPay, refunded } }: { order: DeskOrder }) {
  const { colon, money, say } = useWords();
  return (
    <>
      {payable && money(payable)}
      {stillToPay && (
        <span className="block text-xs whitespace-nowrap text-quiet">
          {`${colon(say('order.part.open'))}${money(stillToPay)}`}
        </span>
      )}
      {refunded && (
        <span className="block text-xs whitespace-nowrap text-quiet">
          {say('finance.refunded', { amount: money(refunded) })}
        </span>
      )}
    </>
  );
}

function Buyer({ order: { contactName, partnerName, status } }: { order: DeskOrder }) {
  const { say } = useWords();
  // A supplier reads no guest of what it neither decides nor serves (decision 0803): nothing was erased there.
  if (!contactName && !partnerName && !isSupplied({ status })) return <span className="text-quiet">–</span>;
  return (
    <>
      {contactName || <span className="text-quiet">{say('privacy.contactErased')}</span>}
      {partnerName !== contactName && <span className="block text-xs text-quiet">{partnerName}</span>}
    </>
  );
}

function States({ order }: { order: DeskOrder }) {
  return (
    <>
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={order.status} />
        {order.payable && <OrderPayBadge of={order} />}
        <TransferBadge of={order} />
        <CancelledPart of={order} />
      </span>
      {order.rejected && (
        <span className="mt-1 line-clamp-3 text-xs break-words text-quiet">{describeRejection(order.rejected)}</span>
      )}
    </>
  );
}

/** In a file with a rejected order, also who rejected it and why. */
const stateCells = ({ status, rejected }: DeskOrder, { say }: DeskWords, rows: DeskOrder[]) => ({
  [say('order.list.column.status')]: say(`order.status.${status}`),
  ...(rows.some((row) => row.rejected) && { [say('order.event.reject')]: describeRejection(rejected) }),
});

/** Who rejected it, and why. */
const describeRejection = (rejected: DeskOrder['rejected']) =>
  rejected && [rejected.by, rejected.why].filter(Boolean).join(' · ');
