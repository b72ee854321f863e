// Work in the background that failed for good (decision 0725): what it was, about what, and a button that tries it once more.
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ActionResult } from '../../../console-kit/action-dialog.tsx';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { useAction } from '../../../console-kit/use-action.ts';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-failed';

type Row = OutputOf<'consoleFailedJobs'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleFailedJobs', request) };
}

export default function ListFailed({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const action = useAction();
  const again = ({ id }: Row) =>
    action.run(() => send('consoleFailedJobAgain', { id }), { what: id, done: say('staff.failed.retrying') });
  return (
    <ListPage
      list={list}
      title={say('staff.failed.title')}
      intro={say('staff.failed.intro')}
      empty={<EmptyState title={say('staff.failed.none')} />}
      rowKey={({ id }) => id}
      columns={listColumns(words, action.busy, again)}
    >
      <ActionResult act={action} />
    </ListPage>
  );
}

const paths = {
  ...{ order: consolePaths.order, quotation: consolePaths.quotation, mail: consolePaths.mail },
  ...{ partner: consolePaths.partner, refund: () => consolePaths.refunds(), city: () => consolePaths.cities() },
};

function listColumns({ say, at }: DeskWords, busy: string | undefined, again: (row: Row) => void): Column<Row>[] {
  return [
    {
      ...{ key: 'kind', label: say('staff.failed.work'), look: 'title' },
      show: ({ kind }) => say(`staff.failed.kind.${kind}`),
    },
    {
      ...{ key: 'about', label: say('staff.failed.about'), look: 'plain', width: 'break-all' },
      show: ({ about, email }) => (
        <>
          {about && (
            <RowLink to={paths[about.of](about.id)}>
              {about.of === 'mail' || about.of === 'quotation' || about.of === 'partner' ? `#${about.id}` : about.id}
            </RowLink>
          )}
          <span className="block empty:hidden">{email}</span>
        </>
      ),
    },
    {
      ...{ key: 'failedAt', label: say('staff.failed.failedAt'), width: 'md:whitespace-nowrap' },
      show: ({ failedAt }) => <time dateTime={failedAt}>{at(failedAt)}</time>,
    },
    { ...{ key: 'tries', label: say('finance.attempts'), look: 'figure' }, show: ({ tries }) => tries },
    {
      ...{ key: 'acts', label: say('partner.acts'), look: 'acts' },
      show: (row) => (
        <Button variant="outline" size="sm" busy={busy === row.id} onClick={() => again(row)}>
          {say('finance.again')}
        </Button>
      ),
    },
  ];
}
