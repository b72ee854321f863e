// Members and distributors of the owner (§1): those waiting for approval first, filters and search in the address.

import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { SheetOfList } from '../../console-kit/sheet-of-list.tsx';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import { nameLevel } from '../../parts/console/name-level.ts';
import { ApprovalBadge, FrozenBadge } from '../../parts/console/partner-facts.tsx';
import { LinkButton } from '../../ui/button.tsx';
import type { Route } from './+types/list-partners';

type Row = OutputOf<'consolePartners'>['list'][number];

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consolePartners', request) };
}

export default function ListPartners({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords();
  const { say } = words;
  const approval = (value: string) =>
    value === 'waiting' ? say('partner.toApprove', { count: list.found.waiting }) : say(`partner.approval.${value}`);
  return (
    <ListPage
      list={list}
      title={say('partner.title')}
      actions={
        <>
          <SheetOfList list={list} files={[['consolePartnersFile', '']]} />
          <LinkButton to={consolePaths.newPartner()}>{say('partner.new')}</LinkButton>
        </>
      }
      tabs={{
        field: 'approval',
        label: say('partner.approval'),
        all: true,
        word: approval,
        values: ['waiting', 'approved', 'disapproved'],
      }}
      filters={{
        query: { label: say('partner.search') },
        registrant: { label: say('partner.kind'), word: 'partner.registrant' },
        documents: { label: say('partner.documents.title'), word: 'partner.documents.filter' },
      }}
      none={say('partner.noneYet')}
      rowKey={(row) => row.id}
      columns={listColumns(words, list.found.levelNames)}
    />
  );
}

function listColumns(words: DeskWords, levelNames: string[]): Column<Row>[] {
  const { say, at } = words;
  const nameKind = (row: Row) => say(`partner.registrant.${row.registrant}`);
  return [
    {
      ...{ key: 'name', label: say('account.detail.partnerName'), look: 'title', sort: true, width: 'md:min-w-40' },
      show: (row) => (
        <RowLink cover to={consolePaths.partner(row.id)}>
          {row.name || say('privacy.contactErased')}
        </RowLink>
      ),
    },
    { key: 'kind', label: say('partner.kind'), look: 'plain', sort: nameKind, show: nameKind },
    {
      ...{ key: 'main', label: say('partner.mainAccount'), look: 'plain', sort: 'mainName' },
      show: (row) => (
        <>
          {row.mainName} <span className="text-xs break-all text-quiet md:block">{row.mainEmail}</span>
        </>
      ),
    },
    {
      ...{ key: 'approval', label: say('partner.approval'), look: 'plain', sort: true },
      show: (row) => (
        <span className="flex flex-wrap gap-1">
          <ApprovalBadge approval={row.approval} />
          {row.frozen && <FrozenBadge />}
        </span>
      ),
    },
    {
      ...{ key: 'level', label: say('partner.level'), look: 'plain', sort: true },
      file: (row) => ({ [say('partner.level')]: nameLevel(words, levelNames, row.level) }),
      show: (row) => nameLevel(words, levelNames, row.level),
    },
    {
      key: 'subAccounts',
      label: say('partner.subAccounts'),
      look: 'figure',
      sort: true,
      show: (row) => row.subAccounts,
    },
    {
      ...{ key: 'applied', label: say('partner.applied'), sort: 'appliedAt', width: 'md:whitespace-nowrap' },
      show: (row) => row.appliedAt && at(row.appliedAt),
    },
  ];
}
