// Quotations of all partners (§2 onlinequotation): found by number, customer, title, partner and status. Staff make one for a partner by
// signing in for it on a customer-service hostname.

import { useState } from 'react';
import type { OutputOf } from '../../../contract/index.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { ListPage } from '../../console-kit/list-page.tsx';
import { type Column, RowLink } from '../../console-kit/list-table.tsx';
import { loadList } from '../../console-kit/load-list.ts';
import { NewButton } from '../../console-kit/new-button.tsx';
import { type DeskWords, useListWords } from '../../console-kit/use-list-words.ts';
import { PlaceDialog } from '../../parts/console/place-dialog.tsx';
import { QuotationBadge } from '../../parts/quotation/status-badge.tsx';
import { EmptyState } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-all-quotations';

export async function loader({ request }: Route.LoaderArgs) {
  return { list: await loadList('consoleQuotations', request) };
}

type Listed = OutputOf<'consoleQuotations'>['list'][number];

export default function ListAllQuotations({ loaderData: { list } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  const [placing, setPlacing] = useState(false);
  return (
    <ListPage
      list={list}
      title={say('quotation.quotations')}
      actions={<NewButton onClick={() => setPlacing(true)} text={say('quotation.new')} />}
      fileName="quotations"
      filters={{
        query: { label: say('quotation.search') },
        status: { label: say('console.status'), word: 'quotation.status' },
      }}
      zoned
      empty={<EmptyState title={say('quotation.none')} />}
      rowKey={(row) => row.id}
      columns={listColumns(words)}
    >
      <PlaceDialog open={placing} onClose={() => setPlacing(false)} title={say('quotation.new')} page="quotation" />
    </ListPage>
  );
}

function listColumns({ say, day, at }: DeskWords): Column<Listed>[] {
  return [
    {
      ...{ key: 'number', label: say('quotation.number'), look: 'title', sort: true },
      file: (row) => ({
        [say('quotation.number')]: row.number,
        [say('quotation.customer')]: row.customerName,
        [say('quotation.field.title')]: row.title,
      }),
      show: (row) => (
        <>
          <RowLink cover to={consolePaths.quotation(row.id)}>
            {row.number}
          </RowLink>
          <span className="block text-sm break-words">{[row.customerName, row.title].filter(Boolean).join(' · ')}</span>
        </>
      ),
    },
    {
      ...{ key: 'partnerName', label: say('account.detail.partnerName'), sort: true },
      show: (row) => <RowLink to={consolePaths.partner(row.partnerId)}>{row.partnerName}</RowLink>,
    },
    {
      ...{ key: 'status', label: say('console.status'), look: 'plain', sort: true },
      file: (row) => ({ [say('console.status')]: say(`quotation.status.${row.status}`) }),
      show: (row) => <QuotationBadge status={row.status} />,
    },
    { key: 'validUntil', label: say('quotation.field.validUntil'), sort: true, show: (row) => day(row.validUntil) },
    {
      ...{ key: 'changedAt', label: say('console.column.date'), sort: true },
      file: (row) => ({ [say('console.column.date')]: at(row.changedAt) }),
      show: (row) => at(row.changedAt),
    },
  ];
}
