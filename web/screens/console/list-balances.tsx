// Deposits and credit lines of all distributors (rules §8, §10, role finance): search, filters for low balances and for credit in use,
// and changes that wait for a second person.

import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import type { Money } from '../../../domain/money.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import { load } from '../../load.ts';
import { LedgerChanges } from '../../parts/console/money/ledger-changes.tsx';
import { Badge } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-balances';

type Row = OutputOf<'consoleBalances'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const [list, waiting] = await Promise.all([
    loadList('consoleBalances', request),
    load('consoleAdjustments', { size: 50 }),
  ]);
  return { list, waiting };
}

export default function ListBalances({ loaderData: { list, waiting } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const before = waiting.total > 0 && (
    <section className="mb-6" aria-labelledby="waiting">
      <h2 id="waiting" className="mb-3 text-lg font-bold">
        {say('finance.ledger.waitingCount', { count: waiting.total })}
      </h2>
      <LedgerChanges list={waiting.list} zone={waiting.zone} named />
      <p className="mt-2 text-sm text-quiet">{say('payment.balance.zone', { zone: words.zone(waiting.zone) })}</p>
    </section>
  );
  return (
    <ListPage
      {...{ list, before }}
      title={say('finance.ledger.title')}
      fileName="balances"
      filters={{
        query: { label: say('finance.ledger.search') },
        only: { label: say('finance.ledger.only'), word: 'finance.ledger.only' },
      }}
      none={say('partner.noneYet')}
      rowKey={(row) => row.id}
      columns={listColumns(words)}
    />
  );
}

function listColumns({ say, money }: DeskWords): Column<Row>[] {
  const figure = (key: string, amountOf: (row: Row) => Money | undefined): Column<Row> => ({
    key,
    label: say(`payment.balance.${key}`),
    look: 'figure',
    sort: amountOf,
    show: (row) => {
      const amount = amountOf(row);
      return amount && money(amount);
    },
  });
  return [
    {
      ...{ key: 'name', label: say('account.detail.partnerName'), look: 'title', sort: true, width: 'md:min-w-40' },
      show: (row) => (
        <>
          <RowLink cover to={consolePaths.balance(row.id)}>
            {row.name || say('privacy.contactErased')}
          </RowLink>
          <span className="block text-xs break-all text-quiet">{row.mainEmail}</span>
          <span className="flex flex-wrap gap-1">
            {row.low && <Badge tone="warn">{say('payment.balance.low')}</Badge>}
            {row.waiting > 0 && <Badge tone="brand">{say('finance.ledger.waiting')}</Badge>}
            {row.frozen && <Badge tone="bad">{say('partner.frozen')}</Badge>}
          </span>
        </>
      ),
    },
    figure('left.deposit', (row) => row.deposit),
    figure('left.credit', (row) => row.credit?.left),
    figure('used', (row) => row.credit?.used),
    figure('limit', (row) => row.credit?.limit),
  ];
}
