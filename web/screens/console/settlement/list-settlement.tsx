// The amounts that the owner owes its suppliers for a period (decision 0310), line by line and as a file, and what was paid of them
// (decision 0784); a supplier's login sees its own.
import { consolePaths } from '../../../../domain/console-paths.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { nameSku, useWords, type Words } from '../../../parts/use-words.ts';
import { Card, EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-settlement';
import type { Settlement } from './record-payment.tsx';
import { SettlementPayments } from './settlement-payments.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const list = await loadList('consoleSettlement', request);
  const { found, fields } = list;
  for (const name of ['from', 'to'] as const) if (fields[name]) fields[name].start = found[name];
  return { list };
}

type Row = Settlement['list'][number];

export default function ListSettlement({ loaderData: { list } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const { suppliers } = list.found;
  return (
    <ListPage
      list={list}
      title={say('supplier.settlement.title')}
      intro={say('supplier.settlement.intro')}
      fileName="settlement"
      summary={
        <>
          <Totals found={list.found} />
          <SettlementPayments found={list.found} supplier={list.address.supplier ?? ''} />
        </>
      }
      filters={{
        ...(suppliers.length
          ? {
              supplier: {
                label: say('supplier.settlement.supplier'),
                options: suppliers.map((supplier) => [supplier.id, supplier.name] as const),
              },
            }
          : {}),
        from: { label: say('inventory.fill.from') },
        to: { label: say('inventory.fill.to') },
      }}
      empty={<EmptyState title={say('supplier.settlement.none')} />}
      rowKey={(row) => `${row.subOrderNo} ${row.on}`}
      columns={listColumns(words, suppliers.length > 0)}
    />
  );
}

function Totals({ found: { from, to, owed, unknown } }: { found: Settlement }) {
  const { say, money, day } = useWords();
  return (
    <Card className="mb-4">
      <p className="text-sm text-quiet">{say('supplier.settlement.span', { from: day(from), to: day(to) })}</p>
      <p className="mt-1 flex flex-wrap gap-x-6 text-xl font-bold tabular-nums">
        {owed.length ? owed.map((one) => <span key={one.currency}>{money(one)}</span>) : '–'}
      </p>
      {unknown > 0 && (
        <p className="mt-1 text-sm text-warn">{say('supplier.settlement.unknown', { count: unknown })}</p>
      )}
    </Card>
  );
}

function listColumns(words: Words, named: boolean): Column<Row>[] {
  const { say, money, day } = words;
  return [
    {
      ...{ key: 'subOrderNo', label: say('console.column.orderNo'), look: 'title', sort: true },
      show: (row) => <RowLink to={consolePaths.order(row.orderNo)}>{row.subOrderNo}</RowLink>,
    },
    ...(named
      ? [
          {
            ...{ key: 'supplierName', label: say('supplier.settlement.supplier'), sort: true as const },
            show: (row: Row) => row.supplierName,
          },
        ]
      : []),
    {
      ...{ key: 'productName', label: say('console.column.product'), sort: true },
      file: (row) => ({
        [say('console.column.product')]: row.productName,
        [say('order.list.column.package')]: row.packageName,
        [say('order.list.column.ticket')]: nameSku(words, row),
      }),
      show: (row) => (
        <>
          {row.productName}
          <span className="block text-xs text-quiet">
            {row.packageName} · {nameSku(words, row)}
          </span>
        </>
      ),
    },
    { key: 'on', label: say('supplier.settlement.on'), sort: true, show: (row) => day(row.on) },
    {
      key: 'quantity',
      label: say('order.list.column.quantity'),
      look: 'figure',
      sort: true,
      show: (row) => row.quantity,
    },
    {
      ...{ key: 'unitCost', label: say('inventory.cost'), look: 'figure', sort: true },
      show: (row) => row.unitCost && money(row.unitCost),
    },
    {
      ...{ key: 'owed', label: say('supplier.settlement.owed'), look: 'figure', sort: true },
      show: (row) => (
        <>
          {row.owed ? money(row.owed) : say('desk.costUnknown')}
          {row.ofCancelled && (
            <span className="block text-xs text-quiet">
              {say('supplier.settlement.ofCancelled', { amount: money(row.ofCancelled) })}
            </span>
          )}
        </>
      ),
    },
  ];
}
