// The owners of the installation, and those being set up (decision 0315): names and progress, and nothing of what they sell.
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { setupSteps } from '../../../../domain/owner-setup.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { NewButton } from '../../../console-kit/new-button.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { useArrival } from '../../../parts/page/use-arrival.ts';
import { Badge, EmptyState, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-owners';
import { MoveState } from './move-state.tsx';

type Row = OutputOf<'houseOwners'>['list'][number];

const stateTones = { open: 'good', closed: 'neutral', begun: 'warn' } as const;

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('houseOwners', request) };
}

export default function ListOwners({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const deleted = useArrival<{ deleted?: string }>()?.deleted;
  return (
    <ListPage
      list={list}
      title={say('house.owners')}
      intro={say('house.intro')}
      actions={<NewButton to={consolePaths.setupOwner('new')} text={say('house.new')} />}
      before={deleted !== undefined && <Notice tone="good" title={say('house.deleted', { name: deleted })} />}
      filters={{
        query: { label: say('house.search') },
        state: { label: say('console.status'), word: 'house.state' },
      }}
      empty={<EmptyState title={say('house.none')} />}
      rowKey={(row) => `${row.state}${row.id}`}
      columns={listColumns(words, list.found.list)}
    />
  );
}

function listColumns({ say, join, at }: DeskWords, rows: Row[]): Column<Row>[] {
  return [
    {
      ...{ key: 'name', label: say('site.company.name'), look: 'title', width: 'md:min-w-40' },
      show: (row) => (
        <RowLink cover to={row.state === 'begun' ? consolePaths.setupOwner(row.id) : consolePaths.owner(row.id)}>
          {row.name || say('house.unnamed')}
        </RowLink>
      ),
    },
    { key: 'code', label: say('house.code'), look: 'plain', show: (row) => row.code || '–' },
    {
      ...{ key: 'hostnames', label: say('site.setting.hosts'), look: 'plain' },
      show: (row) => <span className="break-all">{join(row.hostnames) || '–'}</span>,
    },
    {
      ...{ key: 'state', label: say('console.status') },
      show: ({ state, saved, entered }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={stateTones[state]}>{say(`house.state.${state}`)}</Badge>
          {state === 'begun' && (
            <span className="text-sm text-quiet">{say('house.progress', { done: saved, all: setupSteps.length })}</span>
          )}
          {state === 'open' && !entered && <span className="text-sm text-quiet">{say('house.notEntered')}</span>}
        </span>
      ),
    },
    ...(rows.some(({ cell }) => cell !== null) ? [cellColumn(say)] : []),
    { key: 'createdAt', label: say('console.column.date'), look: 'plain', show: (row) => at(row.createdAt) },
  ];
}

/** If there are several database clusters (decision 0580). */
function cellColumn(say: DeskWords['say']): Column<Row> {
  return {
    ...{ key: 'cell', label: say('house.cell') },
    show: ({ cell, move }) => (
      <span className="grid justify-items-start max-md:ms-auto max-md:justify-items-end">
        <span className="break-words">{cell ?? '–'}</span>
        <MoveState move={move} />
      </span>
    ),
  };
}
