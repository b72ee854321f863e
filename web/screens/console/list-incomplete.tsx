// Orders with missing details (§4 booking completion), for operations: before and after the deadline, the missing fields of each, and
// reminders to several at once.
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { describeWhen } from '../../../domain/dates.ts';
import { send } from '../../call.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { type BulkRequest, RunMany, runEach } from '../../console-kit/run-many.tsx';
import { useSelection } from '../../console-kit/select-rows.tsx';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import { MissingList } from '../../parts/completion/missing-list.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-incomplete';

type Row = OutputOf<'consoleIncomplete'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleIncomplete', request) };
}

export default function ListIncomplete({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const rows = list.found.list;
  const rowKey = ({ orderNo }: Row) => orderNo;
  const selection = useSelection({
    ...{ rows, rowKey },
    can: ({ state }) => state === 'open',
    label: ({ orderNo }) => say('desk.select', { orderNo }),
    allLabel: say('editing.price.selectAll'),
  });
  const [wish, setWish] = useState<BulkRequest>();
  const askToRemind = () =>
    setWish({
      keys: selection.selected,
      title: say('desk.remindMany', { count: selection.selected.length }),
      text: say('desk.remindText'),
      act: say('desk.remindNow'),
      work: (ids) => runEach(ids, (id) => send('consoleCompletionRemind', { id })),
      doneText: (count) => say('desk.remindDone', { count }),
      failedText: (count) => say('desk.remindNot', { count }),
    });
  return (
    <ListPage
      title={say('desk.queue.incomplete')}
      {...{ list, rowKey, selection }}
      tabs={{ field: 'state', word: 'desk.incomplete' }}
      bulk={
        <Button variant="outline" onClick={askToRemind}>
          {say('desk.remindNow')}
        </Button>
      }
      filters={{ query: { label: say('desk.incomplete.query') } }}
      empty={<EmptyState title={say('desk.queue.none')} />}
      columns={listColumns(words)}
    >
      <RunMany
        wish={wish}
        onClose={() => setWish(undefined)}
        onDone={(orderNos) => selection.select(orderNos, false)}
        nameRow={(orderNo) => (
          <Link to={consolePaths.order(orderNo)} className="font-semibold underline">
            {orderNo}
          </Link>
        )}
      />
    </ListPage>
  );
}

function listColumns({ say, day }: DeskWords): Column<Row>[] {
  return [
    {
      ...{ key: 'orderNo', label: say('console.column.orderNo'), look: 'title' },
      show: (row) => (
        <>
          <RowLink code to={consolePaths.order(row.orderNo)}>
            {row.orderNo}
          </RowLink>
          <span className="block break-words">{row.productName}</span>
          <span className="block text-xs break-words text-quiet">
            {row.contactName} · {row.partnerName}
          </span>
        </>
      ),
    },
    { key: 'playOn', label: say('console.column.date'), show: (row) => describeWhen(row, day, say) },
    {
      key: 'missing',
      label: say('desk.incomplete.missing'),
      look: 'plain',
      show: (row) => <MissingList incomplete={row} />,
    },
    {
      key: 'remindedDays',
      label: say('desk.incomplete.reminded'),
      show: (row) => row.remindedDays !== null && say('desk.incomplete.remindedDays', { days: row.remindedDays }),
    },
  ];
}
