// Deposits and credit lines of all distributors (rules §8, §10, role finance): found by words, the low ones, those with credit in use,
// and what waits for a second person.

import { Form, Link, useSearchParams } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { load } from '../../load.ts';
import { readPage } from '../../parts/balance/read-filters.ts';
import { LedgerChanges } from '../../parts/console/money/ledger-changes.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectInput, TextInput } from '../../ui/field.tsx';
import { Badge, EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-balances';

const kinds = ['low', 'credit', 'waiting'] as const;
type Row = OutputOf<'consoleBalances'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const only = kinds.find((one) => one === params.get('only'));
  const query = (params.get('query') ?? '').slice(0, 80);
  const [found, waiting] = await Promise.all([
    load('consoleBalances', { query, page: readPage(params), ...(only ? { only } : {}) }),
    load('consoleAdjustments', { size: 50 }),
  ]);
  return { found, waiting, only, query };
}

export default function ListBalances({ loaderData: { found, waiting, only, query } }: Route.ComponentProps) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const hrefOf = (page: number) =>
    consolePaths.balances(new URLSearchParams({ ...Object.fromEntries(params), page: String(page) }));
  return (
    <>
      <PageHeading className="mb-4 text-2xl font-bold" text={say('ledger.title')} />
      {waiting.total > 0 && (
        <section className="mb-6" aria-labelledby="waiting">
          <h2 id="waiting" className="mb-3 text-lg font-bold">
            {say('ledger.waitingCount', { count: waiting.total })}
          </h2>
          <LedgerChanges list={waiting.list} zone={waiting.zone} named />
          <p className="mt-2 text-sm text-quiet">{say('balance.zone', { zone: waiting.zone })}</p>
        </section>
      )}
      <FindBalances query={query} only={only} />
      {found.list.length === 0 ? (
        <EmptyState title={say('search.none')} />
      ) : (
        <>
          <BalanceTable rows={found.list} total={found.total} />
          <BalanceCards rows={found.list} />
        </>
      )}
      <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
    </>
  );
}

const columns = [
  'account.partnerName',
  'balance.left.deposit',
  'balance.left.credit',
  'balance.used',
  'balance.limit',
] as const;

function Marks({ row }: { row: Row }) {
  const { say } = useWords();
  return (
    <span className="flex flex-wrap gap-1">
      {row.low && <Badge tone="warn">{say('balance.low')}</Badge>}
      {row.waiting > 0 && <Badge tone="brand">{say('ledger.waiting')}</Badge>}
      {row.frozen && <Badge tone="bad">{say('partners.frozen')}</Badge>}
    </span>
  );
}

function BalanceTable({ rows, total }: { rows: Row[]; total: number }) {
  const { say, money } = useWords();
  const figure = 'px-3 py-2 text-right align-top whitespace-nowrap tabular-nums';
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface max-md:hidden">
      <table className="w-full text-sm">
        <caption className="sr">{say('search.count', { count: total })}</caption>
        <thead className="border-b border-line">
          <tr>
            {columns.map((one, at) => (
              <th
                key={one}
                scope="col"
                className={`px-3 py-2 text-xs font-semibold text-quiet ${at ? 'text-right' : 'text-left'}`}
              >
                {say(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className="hover:bg-canvas">
              <td className="min-w-40 px-3 py-2 align-top">
                <Link
                  to={consolePaths.balance(row.id)}
                  className="font-semibold break-words text-brand hover:underline"
                >
                  {row.name}
                </Link>
                <span className="block text-xs break-all text-quiet">{row.mainEmail}</span>
                <Marks row={row} />
              </td>
              <td className={figure}>{money(row.deposit)}</td>
              <td className={figure}>{row.credit ? money(row.credit.left) : '–'}</td>
              <td className={figure}>{row.credit ? money(row.credit.used) : '–'}</td>
              <td className={figure}>{row.credit ? money(row.credit.limit) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same rows on phones. */
function BalanceCards({ rows }: { rows: Row[] }) {
  const { say, money } = useWords();
  return (
    <ul className="grid gap-3 md:hidden">
      {rows.map((row) => (
        <li key={row.id} className="relative grid gap-1.5 rounded-card border border-line bg-surface p-4 text-sm">
          <Link
            to={consolePaths.balance(row.id)}
            className="min-w-0 text-base font-semibold break-words text-brand after:absolute after:inset-0"
          >
            {row.name}
          </Link>
          <Marks row={row} />
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="text-quiet">{say('balance.left.deposit')}</span>
            <span className="tabular-nums">{money(row.deposit)}</span>
          </p>
          {row.credit && (
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="text-quiet">{say('balance.left.credit')}</span>
              <span className="tabular-nums">{money(row.credit.left)}</span>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function FindBalances({ query, only }: { query: string; only: string | undefined }) {
  const { say } = useWords();
  return (
    <Form className="mb-4 flex flex-wrap gap-2">
      <TextInput
        name="query"
        defaultValue={query}
        placeholder={say('ledger.search')}
        aria-label={say('ledger.search')}
        className="!w-auto min-w-0 grow sm:max-w-sm"
      />
      <SelectInput name="only" defaultValue={only ?? ''} aria-label={say('ledger.only')} className="!w-auto max-w-full">
        <option value="">{say('search.any')}</option>
        {kinds.map((one) => (
          <option key={one} value={one}>
            {say(`ledger.only.${one}`)}
          </option>
        ))}
      </SelectInput>
      <Button type="submit" variant="outline">
        {say('search.go')}
      </Button>
    </Form>
  );
}
