// Members and distributors of the owner (§1): those waiting for approval first at hand, filters and search in the address.

import { Form, Link, useSearchParams } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { partnerKinds } from '../../../domain/account-status.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { load } from '../../load.ts';
import { ApprovalBadge, FrozenBadge } from '../../parts/console/partner-facts.tsx';
import { useDeskZone } from '../../parts/console/use-desk-zone.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectInput, TextInput } from '../../ui/field.tsx';
import { EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-partners';

type Row = OutputOf<'consolePartners'>['list'][number];

const approvals = ['waiting', 'approved', 'disapproved', 'none'] as const;

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const approval = approvals.find((one) => one === params.get('approval'));
  const registrant = partnerKinds.find((one) => one === params.get('registrant'));
  const query = (params.get('query') ?? '').slice(0, 80);
  const page = Number(params.get('page') ?? 1);
  return {
    approval,
    registrant,
    query,
    found: await load('consolePartners', {
      query,
      page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
      ...(approval ? { approval } : {}),
      ...(registrant ? { registrant } : {}),
    }),
  };
}

export default function ListPartners({ loaderData }: Route.ComponentProps) {
  const { found, approval, registrant, query } = loaderData;
  const { say } = useWords();
  const [params] = useSearchParams();
  const hrefOf = (page: number) =>
    consolePaths.partners(new URLSearchParams({ ...Object.fromEntries(params), page: String(page) }));
  return (
    <>
      <PageHeading className="mb-4 text-2xl font-bold" text={say('partners.title')} />
      <ApprovalTabs chosen={approval} waiting={found.waiting} />
      <Form className="mb-4 flex flex-wrap gap-2" role="search">
        {approval && <input type="hidden" name="approval" value={approval} />}
        <TextInput
          key={query}
          name="query"
          maxLength={80}
          defaultValue={query}
          placeholder={say('partners.search')}
          aria-label={say('partners.search')}
          className="!w-auto min-w-0 grow sm:max-w-sm"
        />
        <SelectInput
          key={`kind ${registrant}`}
          name="registrant"
          defaultValue={registrant ?? ''}
          aria-label={say('partners.kind')}
          className="!w-auto"
        >
          <option value="">{say('search.any')}</option>
          {partnerKinds.map((one) => (
            <option key={one} value={one}>
              {say(`partners.registrant.${one}`)}
            </option>
          ))}
        </SelectInput>
        <Button type="submit" variant="outline">
          {say('search.go')}
        </Button>
      </Form>
      {found.list.length === 0 ? (
        <EmptyState title={say('search.none')} />
      ) : (
        <>
          <PartnerTable rows={found.list} total={found.total} />
          <PartnerCards rows={found.list} />
        </>
      )}
      <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
    </>
  );
}

function ApprovalTabs({ chosen, waiting }: { chosen: string | undefined; waiting: number }) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const hrefOf = (approval: string) => {
    const next = new URLSearchParams(params);
    next.delete('page');
    if (approval) next.set('approval', approval);
    else next.delete('approval');
    return consolePaths.partners(next);
  };
  const tabs = [
    { key: '', label: say('search.any') },
    { key: 'waiting', label: say('partners.toApprove', { count: waiting }) },
    { key: 'approved', label: say('partners.approval.approved') },
    { key: 'disapproved', label: say('partners.approval.disapproved') },
  ];
  return (
    <nav aria-label={say('partners.approval')} className="mb-4 flex flex-wrap gap-1 border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          to={hrefOf(tab.key)}
          aria-current={(chosen ?? '') === tab.key ? 'page' : undefined}
          className={
            'flex min-h-11 items-center border-b-2 border-transparent px-3 font-medium text-quiet ' +
            'hover:text-brand aria-[current=page]:border-brand aria-[current=page]:text-brand'
          }
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

const columns = [
  'account.partnerName',
  'partners.kind',
  'partners.mainAccount',
  'partners.approval',
  'partners.level',
  'partners.subAccounts',
  'partners.applied',
];

function PartnerTable({ rows, total }: { rows: Row[]; total: number }) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  const cell = 'px-3 py-2 align-top';
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface max-md:hidden">
      <table className="w-full text-sm">
        <caption className="sr">{say('search.count', { count: total })}</caption>
        <thead className="border-b border-line">
          <tr>
            {columns.map((one) => (
              <th
                key={one}
                scope="col"
                className="px-3 py-2 text-left text-xs font-semibold whitespace-nowrap text-quiet"
              >
                {say(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.id} className="hover:bg-canvas">
              <td className={`${cell} min-w-40`}>
                <Link
                  to={consolePaths.partner(row.id)}
                  className="font-semibold break-words text-brand hover:underline"
                >
                  {row.name}
                </Link>
              </td>
              <td className={cell}>{say(`partners.registrant.${row.registrant}`)}</td>
              <td className={cell}>
                {row.mainName}
                <span className="block text-xs break-all text-quiet">{row.mainEmail}</span>
              </td>
              <td className={cell}>
                <span className="flex flex-wrap gap-1">
                  <ApprovalBadge approval={row.approval} />
                  {row.frozen && <FrozenBadge />}
                </span>
              </td>
              <td className={`${cell} tabular-nums`}>{row.level}</td>
              <td className={`${cell} tabular-nums`}>{row.subAccounts}</td>
              <td className={`${cell} whitespace-nowrap`}>{row.appliedAt ? instant(row.appliedAt, zone) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same rows on phones. */
function PartnerCards({ rows }: { rows: Row[] }) {
  const zone = useDeskZone();
  const { say, instant } = useWords();
  return (
    <ul className="grid gap-3 md:hidden">
      {rows.map((row) => (
        <li key={row.id} className="relative grid gap-1.5 rounded-card border border-line bg-surface p-4">
          <Link
            to={consolePaths.partner(row.id)}
            className="min-w-0 font-semibold break-words text-brand after:absolute after:inset-0"
          >
            {row.name}
          </Link>
          <p className="text-sm">{say(`partners.registrant.${row.registrant}`)}</p>
          <p className="flex flex-wrap gap-1">
            <ApprovalBadge approval={row.approval} />
            {row.frozen && <FrozenBadge />}
          </p>
          <p className="text-sm break-words">
            {row.mainName} <span className="break-all text-quiet">{row.mainEmail}</span>
          </p>
          <p className="text-sm text-quiet">
            {say('partners.level')} {row.level} · {say('partners.subAccounts')} {row.subAccounts}
          </p>
          {row.appliedAt && (
            <p className="text-sm text-quiet">
              {say('partners.applied')} {instant(row.appliedAt, zone)}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
