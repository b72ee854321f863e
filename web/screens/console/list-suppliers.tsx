// Suppliers of the owner (rules §1, §10): their contacts, and the number of their logins.
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { NewButton } from '../../console-kit/new-button.tsx';
import { useListWords } from '../../console-kit/use-list-words.ts';
import type { Words } from '../../parts/use-words.ts';
import { Badge, EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-suppliers';

type Row = OutputOf<'consoleSuppliers'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleSuppliers', request) };
}

export default function ListSuppliers({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  return (
    <ListPage
      list={list}
      title={say('supplier.title')}
      fileName="suppliers"
      actions={<NewButton to={consolePaths.newSupplier()} text={say('supplier.new')} />}
      filters={{
        query: { label: say('supplier.search') },
        state: { label: say('console.status'), word: 'supplier.state' },
      }}
      empty={<EmptyState title={say('supplier.noneYet')} />}
      rowKey={(row) => row.id}
      columns={listColumns(words)}
    />
  );
}

function listColumns({ say }: Words): Column<Row>[] {
  const nameState = ({ active }: Row) => say(`supplier.state.${active ? 'active' : 'inactive'}`);
  return [
    {
      ...{ key: 'name', label: say('account.detail.partnerName'), look: 'title', sort: true, width: 'md:min-w-40' },
      show: (row) => (
        <RowLink cover to={consolePaths.supplier(row.id)}>
          {row.name}
        </RowLink>
      ),
    },
    {
      ...{ key: 'contact', label: say('account.detail.contactName'), look: 'plain', sort: 'contactName' },
      file: ({ contactName, contactEmail }) => ({
        [say('account.detail.contactName')]: contactName,
        [say('account.detail.contactEmail')]: contactEmail,
      }),
      show: (row) => (
        <>
          {row.contactName} <span className="text-xs break-all text-quiet md:block">{row.contactEmail}</span>
        </>
      ),
    },
    {
      ...{ key: 'state', label: say('console.status'), sort: (row) => Number(!row.active) },
      file: (row) => ({ [say('console.status')]: nameState(row) }),
      show: (row) => (
        <>
          <Badge tone={row.active ? 'good' : 'neutral'}>{nameState(row)}</Badge>{' '}
          {row.trouble && <Badge tone="bad">{say(`reselling.problem.${row.trouble}`)}</Badge>}
        </>
      ),
    },
    { key: 'logins', label: say('supplier.logins'), look: 'figure', sort: true, show: (row) => row.logins },
    { key: 'products', label: say('editing.title'), look: 'figure', sort: true, show: (row) => row.products },
  ];
}
