// An agent's saved quotations (§2 onlinequotation): found by number, customer, title and status.
import { IconFileInvoice, IconPlus } from '@tabler/icons-react';
import { data, Form, Link, useSearchParams } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { paths } from '../../../../domain/paths.ts';
import { quotationStatuses } from '../../../../domain/quotation-status.ts';
import { load } from '../../../load.ts';
import { mayQuote } from '../../../parts/account/list-pages.ts';
import { useGivenFields } from '../../../parts/form/use-given-fields.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { QuotationBadge } from '../../../parts/quotation/status-badge.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { SelectInput, TextInput } from '../../../ui/field.tsx';
import { Card, EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-quotations';

export async function loader({ request }: Route.LoaderArgs) {
  if (!mayQuote(await load('getUserInfo', {}))) throw data({ missing: true }, { status: 404 });
  const params = new URL(request.url).searchParams;
  const status = quotationStatuses.find((status) => status === params.get('status'));
  const query = (params.get('query') ?? '').slice(0, 80);
  const page = Number(params.get('page') ?? 1);
  const found = await load('quotations', {
    query,
    page: Number.isInteger(page) && page > 0 && page <= 1000 ? page : 1,
    ...(status ? { status } : {}),
  });
  return { query, status, found };
}

export default function ListQuotations({ loaderData: { query, status, found } }: Route.ComponentProps) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const hrefOf = (page: number) => paths.quotations({ ...Object.fromEntries(params), page: String(page) });
  const filtered = query !== '' || status !== undefined;
  return (
    <div className="mx-auto grid max-w-4xl gap-4 py-6 lg:py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('quotation.quotations')} />
        <LinkButton to={paths.savedQuotation('new')}>
          <IconPlus aria-hidden="true" className="size-5" />
          {say('quotation.new')}
        </LinkButton>
      </div>
      {(found.total > 0 || filtered) && <Filter query={query} status={status} />}
      {found.list.length === 0 ? (
        <EmptyState
          icon={<IconFileInvoice className="size-12" />}
          title={say(filtered ? 'catalog.search.none' : 'quotation.none')}
        />
      ) : (
        <ul className="grid gap-3">
          {found.list.map((one) => (
            <li key={one.id}>
              <Row quotation={one} zone={found.zone} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={found.page} pages={found.pages} hrefOf={hrefOf} />
    </div>
  );
}

function Filter({ query, status }: { query: string; status: string | undefined }) {
  const { say } = useWords();
  const form = useGivenFields({ query, status });
  return (
    <Form
      ref={form}
      action={paths.quotations()}
      role="search"
      aria-label={say('quotation.quotations')}
      className="flex flex-wrap gap-2"
    >
      <TextInput
        type="search"
        name="query"
        maxLength={80}
        defaultValue={query}
        placeholder={say('quotation.search')}
        aria-label={say('quotation.search')}
        className="!w-auto min-w-0 grow basis-48"
      />
      <SelectInput
        name="status"
        defaultValue={status ?? ''}
        aria-label={say('order.list.column.status')}
        className="!w-auto"
      >
        <option value="">{say('catalog.search.any')}</option>
        {quotationStatuses.map((status) => (
          <option key={status} value={status}>
            {say(`quotation.status.${status}`)}
          </option>
        ))}
      </SelectInput>
      <Button type="submit">{say('catalog.search.go')}</Button>
    </Form>
  );
}

function Row({ quotation, zone }: { quotation: OutputOf<'quotations'>['list'][number]; zone: string }) {
  const words = useWords();
  const { say } = words;
  const { id, number, status, version, customerName, title, total, validUntil, madeBy, changedAt } = quotation;
  return (
    <Card className="grid gap-2 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <h2 className="font-semibold break-words">
          <Link to={paths.savedQuotation(id)} className="text-brand hover:underline">
            {[customerName, title].filter(Boolean).join(' · ') || number}
          </Link>
        </h2>
        <p className="text-sm text-quiet">
          {[number, say('quotation.version', { version }), madeBy, words.instant(changedAt, zone)].join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3 sm:grid sm:justify-items-end sm:gap-1">
        <QuotationBadge status={status} />
        <p className="font-bold tabular-nums">{total ? words.money(total) : '–'}</p>
        <p className="text-sm text-quiet">{say('quotation.validUntil', { date: words.day(validUntil, 'short') })}</p>
      </div>
    </Card>
  );
}
