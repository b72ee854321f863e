// Bookings of orders in suppliers' systems (decision 0415): first those that were not settled automatically, with the supplier's answer.
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { send } from '../../call.ts';
import { ActionButton, ActionResult } from '../../console-kit/action-dialog.tsx';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { useAction } from '../../console-kit/use-action.ts';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-supplies';

type Row = OutputOf<'consoleSupplies'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleSupplies', request) };
}

export default function ListSupplies({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  const action = useAction();
  const again = ({ id }: Row) =>
    action.run(() => send('consoleSupplyAgain', { id }), { what: id, done: say('reselling.queried') });
  return (
    <ListPage
      list={list}
      title={say('reselling.bookings')}
      fileName="supplier-bookings"
      filters={{
        query: { label: say('reselling.search') },
        state: { label: say('console.status'), word: 'reselling.state' },
        problem: { label: say('reselling.toSettle'), word: 'reselling.toSettle' },
      }}
      empty={<EmptyState title={say('reselling.noBookings')} />}
      rowKey={({ id }) => id}
      columns={listColumns(words, action.busy, again)}
    >
      <ActionResult act={action} />
    </ListPage>
  );
}

const tones = {
  ...({
    new: 'neutral',
    held: 'brand',
    pending: 'warn',
    confirmed: 'good',
    released: 'neutral',
    refused: 'bad',
  } as const),
};

/** What is booked, where and when. */
function bookedColumns({ say, day }: DeskWords): Column<Row>[] {
  return [
    {
      ...{ key: 'orderNo', label: say('console.column.orderNo'), look: 'title' },
      file: (row) => ({
        [say('console.column.orderNo')]: row.orderNo,
        [say('console.column.product')]: row.productName,
        [say('supplier.settlement.supplier')]: row.supplierName,
        [say('desk.reference')]: row.reference,
      }),
      show: (row) => (
        <>
          <RowLink code to={consolePaths.order(row.orderNo)}>
            {row.orderNo}
          </RowLink>
          <span className="block break-words">{row.productName}</span>
          <span className="block text-xs break-words text-quiet">
            {row.supplierName} {row.reference}
          </span>
        </>
      ),
    },
    {
      ...{ key: 'playOn', label: say('console.column.date') },
      file: ({ playOn, session, units }) => ({
        [say('console.column.date')]: playOn,
        [say('order.list.column.session')]: session,
        [say('order.list.column.quantity')]: units,
      }),
      show: (row) => `${day(row.playOn)} ${row.session} ×\u00a0${row.units}`,
    },
  ];
}

function stateColumn({ say }: DeskWords): Column<Row> {
  const label = say('console.status');
  const problemOf = ({ problem }: Row) => problem && say(`reselling.problem.${problem}`);
  return {
    ...{ key: 'state', label, look: 'plain' },
    file: (row) => ({
      [label]: [say(`reselling.state.${row.state}`), problemOf(row), row.answer].filter(Boolean).join(' · '),
    }),
    show: (row) => (
      <>
        <Badge tone={tones[row.state]}>{say(`reselling.state.${row.state}`)}</Badge>
        {row.problem && <span className="block text-bad">{problemOf(row)}</span>}
        <span className="block text-xs break-words text-quiet empty:hidden">{row.answer}</span>
      </>
    ),
  };
}

function listColumns(words: DeskWords, busy: string | undefined, again: (row: Row) => void): Column<Row>[] {
  const { say, money, at } = words;
  return [
    ...bookedColumns(words),
    stateColumn(words),
    {
      ...{ key: 'net', label: say('editing.field.costMinor'), look: 'figure', sort: true },
      show: ({ net }) => net && money(net),
    },
    {
      ...{ key: 'askedAt', label: say('systems.octo.lastQuery') },
      file: ({ askedAt }) => ({ [say('systems.octo.lastQuery')]: askedAt && at(askedAt) }),
      show: ({ askedAt }) => askedAt && at(askedAt),
    },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (row) =>
        row.problem && (
          <>
            <Button variant="outline" size="sm" busy={busy === row.id} onClick={() => again(row)}>
              {say('reselling.again')}
            </Button>
            <ActionButton
              variant="quiet"
              size="sm"
              act={say('reselling.close')}
              work={() => send('consoleSupplyClose', { id: row.id })}
            >
              <p>{say('reselling.closeText')}</p>
            </ActionButton>
          </>
        ),
    },
  ];
}
