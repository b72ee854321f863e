// The queue of changes of legal data that approved partners request (decision 0283), the longest waiting first.
import { Link } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import type { DeskWords } from '../../console-kit/use-list-words.ts';
import { DecideChange } from '../../parts/console/decide-change.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Card, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-partner-changes';

type Row = OutputOf<'consolePartnerChanges'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consolePartnerChanges', request, { start: { state: 'waiting' } }) };
}

export default function ListPartnerChanges({ loaderData: { list } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <ListPage
      list={list}
      title={say('desk.queue.partnerChanges')}
      tabs={{ field: 'state', word: 'partner.change.state' }}
      empty={<EmptyState title={say('partner.change.none')} />}
      rowKey={(row) => row.id}
      card={(row, words) => <OneChange row={row} words={words} />}
    />
  );
}

function OneChange({ row, words: { at } }: { row: Row; words: DeskWords }) {
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
        <h2 className="min-w-0 font-bold break-words">
          <Link to={consolePaths.partner(row.partnerId)} className="text-brand hover:underline">
            {row.partnerName}
          </Link>
        </h2>
        <p className="text-sm text-quiet">
          {row.askedBy} · {at(row.askedAt)}
        </p>
      </div>
      <DecideChange change={row} />
      {row.decidedAt && (
        <p className="text-sm text-quiet">
          {row.decidedBy} {row.decidedBy && '·'} {at(row.decidedAt)}
        </p>
      )}
    </Card>
  );
}
