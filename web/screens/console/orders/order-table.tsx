// Orders as a table for staff: the waiting ones can be selected; who may not see money has columns without it.
import { Link } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { describeWhen } from '../../../../domain/dates.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { CancelledPart, PayBadge, StatusBadge } from '../../../parts/order/order-pieces.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge } from '../../../ui/pieces.tsx';

export type DeskList = OutputOf<'consoleOrders'>;
export type DeskOrder = DeskList['list'][number];

export const waits = (order: DeskOrder) => order.status === OrderStatus.pending;

/** Phones have them beneath the number and the product. */
const wideColumns = ['date', 'buyer', 'status'];

type OrderTableProps = {
  found: DeskList;
  selected: ReadonlySet<string>;
  onSelect(orderNos: string[], on: boolean): void;
};

const head = 'px-2 py-2 sm:px-3 text-left text-xs font-semibold text-quiet whitespace-nowrap';

function lookOfHead(column: string): string {
  if (column === 'amount') return `${head} max-sm:hidden !text-right`;
  return `${head} ${wideColumns.includes(column) ? 'max-sm:hidden' : ''}`;
}

export function OrderTable({ found, selected, onSelect }: OrderTableProps) {
  const { say } = useWords();
  const waiting = found.decides ? found.list.filter(waits).map((one) => one.orderNo) : [];
  const all = waiting.length > 0 && waiting.every((one) => selected.has(one));
  const money = found.list.some((one) => one.payable);
  const columns = ['orderNo', 'product', ...wideColumns, ...(money ? ['amount'] : [])];
  return (
    <section
      aria-label={say('header.orders')}
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="w-full text-sm">
        <caption className="sr">{say('search.count', { count: found.total })}</caption>
        <thead className="border-b border-line">
          <tr>
            {waiting.length > 0 && (
              <td className="w-11 sm:pl-2">
                <Tick label={say('desk.selectAll')} checked={all} onChange={(on) => onSelect(waiting, on)} />
              </td>
            )}
            {columns.map((one) => (
              <th key={one} scope="col" className={lookOfHead(one)}>
                {say(`console.column.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {found.list.map((order) => (
            <Row
              key={order.orderNo}
              order={order}
              zone={found.zone}
              money={money}
              tick={
                waiting.length === 0
                  ? undefined
                  : waits(order)
                    ? { checked: selected.has(order.orderNo), onChange: (on) => onSelect([order.orderNo], on) }
                    : null
              }
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type TickProps = { label: string; checked: boolean; onChange(on: boolean): void };

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <span className="sr">{label}</span>
      <input
        type="checkbox"
        className="size-5 accent-brand"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

type RowProps = {
  order: DeskOrder;
  zone: string;
  money: boolean;
  /** Undefined: no such column; null: nothing to tick here. */
  tick: Omit<TickProps, 'label'> | null | undefined;
};

function Row({ order, zone, money, tick }: RowProps) {
  const words = useWords();
  const { say } = words;
  const cell = 'px-2 py-2 align-top sm:px-3';
  const when = describeWhen(order, (one) => words.day(one, 'short'), words.say);
  const states = (
    <span className="flex flex-wrap gap-1">
      <StatusBadge status={order.status} />
      {order.payable && <PayBadge status={order.payStatus} />}
      <CancelledPart of={order} />
    </span>
  );
  return (
    <tr data-row={order.orderNo} className="hover:bg-canvas focus-within:bg-tint">
      {tick !== undefined && (
        <td className="w-11 sm:pl-2 align-top">
          {tick && <Tick label={say('desk.select', { orderNo: order.orderNo })} {...tick} />}
        </td>
      )}
      <td className={cell}>
        <Link
          data-row-link
          to={consolePaths.order(order.orderNo)}
          className="scroll-mb-32 font-semibold text-brand tabular-nums hover:underline"
        >
          {order.orderNo}
        </Link>
        <span className="block text-xs whitespace-nowrap text-quiet">{words.instant(order.placedAt, zone)}</span>
        <span className="mt-1 sm:hidden">{states}</span>
      </td>
      <td className={`${cell} sm:min-w-48`}>
        {order.productName} × {order.quantity}
        <span className="grid text-xs text-quiet sm:hidden">
          <span>{when}</span>
          <span>{[order.contactName, order.partnerName].filter(Boolean).join(' · ')}</span>
          {order.payable && <span className="tabular-nums">{words.money(order.payable)}</span>}
        </span>
        {order.secondCheck === 'waiting' && (
          <span className="mt-1 block">
            <Badge tone="warn">{say('desk.pickup')}</Badge>
          </span>
        )}
      </td>
      <td className={`${cell} whitespace-nowrap max-sm:hidden`}>{when}</td>
      <td className={`${cell} max-sm:hidden`}>
        {order.contactName}
        <span className="block text-xs text-quiet">{order.partnerName}</span>
      </td>
      <td className={`${cell} max-sm:hidden`}>{states}</td>
      {money && (
        <td className={`${cell} text-right whitespace-nowrap tabular-nums max-sm:hidden`}>
          {order.payable && words.money(order.payable)}
        </td>
      )}
    </tr>
  );
}
