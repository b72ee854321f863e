// Cancellation requests for the owner's operations (§4, rules §10): the oldest first, each with the refund by the policy;
// approved, or refused with a reason. Decided requests stay readable.

import { Link } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { openDay } from '../../../../domain/dates.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import type { DeskWords } from '../../../console-kit/use-list-words.ts';
import { type CancelRow, DecideCancel } from '../../../parts/console/decide-cancel.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Badge, Card, EmptyState, type Tone } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-cancels';

const tones: Tone[] = ['warn', 'good', 'bad'];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleCancels', request) };
}

export default function ListCancels({ loaderData: { list } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <ListPage
      list={list}
      title={say('desk.queue.cancels')}
      tabs={{ field: 'result', word: 'order.requestResult' }}
      filters={{ applier: { label: say('desk.applier'), word: 'desk.applier' } }}
      empty={<EmptyState title={say('desk.cancelsNone')} />}
      rowKey={(row) => row.id}
      card={(row, words) => <OneCancel {...{ row, words }} />}
    />
  );
}

function OneCancel({ row, words: { say, day } }: { row: CancelRow; words: DeskWords }) {
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="font-bold break-words">
            {row.productName} ×&nbsp;{row.quantity}
          </h2>
          <p className="text-sm break-words text-quiet">
            {[row.partnerName, row.playOn === openDay ? say('catalog.when.open') : day(row.playOn)].join(' · ')}
          </p>
          <Link
            to={consolePaths.order(row.orderNo)}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-brand tabular-nums underline"
          >
            {row.subOrderNo}
          </Link>
        </div>
        <Badge tone={tones[row.result]}>{say(`order.requestResult.${row.result}`)}</Badge>
      </div>
      <DecideCancel row={row} />
    </Card>
  );
}
