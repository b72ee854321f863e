// The sub-accounts of a distributor (§2 uc account subreset): search and status filter, a table on wide screens, cards on phones.
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { data, Form, useSearchParams } from 'react-router';
import { AccountStatus } from '../../../../domain/account-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { load } from '../../../load.ts';
import { AccountStatusBadge } from '../../../parts/account/account-status-badge.tsx';
import { AskForPassword } from '../../../parts/account/ask-for-password.tsx';
import { mayKeepSubAccounts } from '../../../parts/account/list-pages.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useArrival } from '../../../parts/page/use-arrival.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { SelectInput, TextInput } from '../../../ui/field.tsx';
import { Badge, Card, EmptyState, Notice, Pager } from '../../../ui/pieces.tsx';
import { PlainTable } from '../../../ui/plain-table.tsx';
import type { Route } from './+types/list-sub-accounts';
import { ActionButtons, type SubAccount, SubAccountDialog, type SubAccountTarget } from './act-on-sub-account.tsx';

const statuses = [AccountStatus.normal, AccountStatus.disabledByMain, AccountStatus.frozen];

export async function loader({ request }: Route.LoaderArgs) {
  const user = await load('getUserInfo', {});
  if (!mayKeepSubAccounts(user)) throw data({ missing: true }, { status: 404 });
  const params = new URL(request.url).searchParams;
  const status = statuses.find((status) => String(status) === params.get('status'));
  const query = (params.get('query') ?? '').slice(0, 80);
  const page = Number(params.get('page') ?? 1);
  if (!user.verAuthFlag) return { user, status, query, found: null };
  const found = await load('childAccountList', {
    query,
    page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
    ...(status === undefined ? {} : { status }),
  });
  return { user, status, query, found };
}

export default function ListSubAccounts({ loaderData: { user, status, query, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const created = useArrival<{ created?: string }>()?.created;
  return (
    <div className="mx-auto max-w-4xl py-6 lg:py-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('account.centre.subAccounts')} />
        {found && (
          <LinkButton to={paths.newSubAccount()}>
            <IconUserPlus aria-hidden="true" className="size-5" />
            {say('account.centre.newSubAccount')}
          </LinkButton>
        )}
      </div>
      {created && (
        <div className="mb-4">
          <Notice tone="good" title={say('account.centre.created', { name: created })} />
        </div>
      )}
      {found ? <Found found={found} zone={user.zone} query={query} status={status} /> : <AskForPassword user={user} />}
    </div>
  );
}

type FoundProps = {
  found: { total: number; page: number; pages: number; list: SubAccount[] };
  zone: string;
  query: string;
  status: number | undefined;
};

function Found({ found, zone, query, status }: FoundProps) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const [target, setTarget] = useState<SubAccountTarget>();
  const filtered = query !== '' || status !== undefined;
  const hrefOf = (page: number) =>
    paths.subAccounts(new URLSearchParams({ ...Object.fromEntries(params), page: String(page) }));
  return (
    <>
      {(found.total > 0 || filtered) && <Filter query={query} status={status} />}
      {found.list.length === 0 &&
        (filtered ? (
          <EmptyState title={say('catalog.search.none')}>
            <LinkButton to={paths.subAccounts()} variant="outline">
              {say('catalog.search.all')}
            </LinkButton>
          </EmptyState>
        ) : (
          <EmptyState
            icon={<IconUsers aria-hidden="true" className="size-12" />}
            title={say('account.centre.noSubAccounts')}
          >
            <p className="max-w-prose text-quiet">{say('account.centre.noSubAccountsHint')}</p>
          </EmptyState>
        ))}
      {found.list.length > 0 && (
        <>
          <p role="status" className="mb-2 text-sm text-quiet">
            {say('account.centre.countSubAccounts', { count: found.total })}
          </p>
          <Table list={found.list} zone={zone} onAsk={setTarget} />
          <Cards list={found.list} zone={zone} onAsk={setTarget} />
        </>
      )}
      <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
      <SubAccountDialog target={target} onClose={() => setTarget(undefined)} />
    </>
  );
}

/** Follows the address if it changes by a link or by going back; the focus stays where it is. */
function Filter({ query, status }: { query: string; status: number | undefined }) {
  const { say } = useWords();
  const words = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (words.current) words.current.value = query;
    if (choice.current) choice.current.value = String(status ?? '');
  }, [query, status]);
  return (
    <Form role="search" aria-label={say('account.centre.subAccounts')} className="mb-4 flex flex-wrap gap-2">
      <TextInput
        ref={words}
        name="query"
        type="search"
        defaultValue={query}
        maxLength={80}
        placeholder={say('account.centre.searchSubAccounts')}
        aria-label={say('account.centre.searchSubAccounts')}
        className="!w-auto min-w-0 grow sm:max-w-sm"
      />
      <SelectInput
        ref={choice}
        name="status"
        defaultValue={status ?? ''}
        aria-label={say('account.centre.column.status')}
        className="!w-auto"
      >
        <option value="">{say('catalog.search.any')}</option>
        {statuses.map((status) => (
          <option key={status} value={status}>
            {say(`account.centre.status.${status}`)}
          </option>
        ))}
      </SelectInput>
      <Button type="submit" variant="outline">
        {say('catalog.search.go')}
      </Button>
    </Form>
  );
}

type RowsProps = { list: SubAccount[]; zone: string; onAsk(target: SubAccountTarget): void };

function Table({ list, zone, onAsk }: RowsProps) {
  const words = useWords();
  const { say } = words;
  const cell = 'px-3 py-2.5 align-top';
  return (
    <div className="hidden overflow-x-auto rounded-card border border-line bg-surface lg:block">
      <PlainTable
        caption={say('account.centre.subAccounts')}
        heads={[
          ...['account', 'contact', 'status', 'lastLogin'].map((item) => say(`account.centre.column.${item}`)),
          <span key="actions" className="sr">
            {say('account.centre.column.actions')}
          </span>,
        ]}
      >
        {list.map((account) => (
          <tr key={account.userNo} className="hover:bg-canvas">
            <th scope="row" className={`${cell} max-w-44 text-left font-normal`}>
              <span className="block font-semibold break-words">{account.name}</span>
              <span className="block text-quiet break-words">{account.username}</span>
            </th>
            <td className={`${cell} max-w-56`}>
              <span className="block break-words">{account.email}</span>
              {!account.emailProved && <Badge tone="neutral">{say('account.detail.emailUnproved')}</Badge>}
              <span className="block text-quiet break-words">{account.department}</span>
            </td>
            <td className={cell}>
              <AccountStatusBadge status={account.status} />
              <span className="mt-1 block text-xs text-quiet">
                {say(`account.centre.visibility.${account.orderVisibility}`)}
              </span>
            </td>
            <td className={`${cell} text-quiet`}>
              {account.lastLoginAt ? words.instant(account.lastLoginAt, zone) : say('account.centre.never')}
            </td>
            <td className="py-1 pr-2">
              <ActionButtons account={account} icons onAsk={onAsk} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}

function Cards({ list, zone, onAsk }: RowsProps) {
  const words = useWords();
  const { say } = words;
  return (
    <ul className="grid gap-3 md:grid-cols-2 lg:hidden">
      {list.map((account) => (
        <li key={account.userNo} className="min-w-0">
          <Card className="grid h-full content-start gap-3">
            <div className="flex items-start justify-between gap-2">
              <div className="min-w-0">
                <h2 className="font-semibold break-words">{account.name || account.username}</h2>
                <p className="text-sm text-quiet break-words">
                  {[account.username, account.department].filter(Boolean).join(' · ')}
                </p>
              </div>
              <AccountStatusBadge status={account.status} />
            </div>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
              <dt className="text-quiet">{say('account.detail.email')}</dt>
              <dd className="break-words">
                {account.email}{' '}
                {!account.emailProved && <Badge tone="neutral">{say('account.detail.emailUnproved')}</Badge>}
              </dd>
              <dt className="text-quiet">{say('account.centre.visibility')}</dt>
              <dd>{say(`account.centre.visibility.${account.orderVisibility}`)}</dd>
              <dt className="text-quiet">{say('account.centre.column.lastLogin')}</dt>
              <dd>{account.lastLoginAt ? words.instant(account.lastLoginAt, zone) : say('account.centre.never')}</dd>
            </dl>
            <ActionButtons account={account} onAsk={onAsk} />
          </Card>
        </li>
      ))}
    </ul>
  );
}
