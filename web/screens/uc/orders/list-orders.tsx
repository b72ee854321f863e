// The buyer's orders (§2 uc order): search and filters, counts by state, as cards or a table, saved filters, a file; all in the address.
import { IconClipboardList } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import { shownLimits } from '../../../../domain/limits.ts';
import { paths } from '../../../../domain/paths.ts';
import { load } from '../../../load.ts';
import { OrdersOfCode } from '../../../parts/account/orders-of-code.tsx';
import { filterOf, hrefWith, readParams } from '../../../parts/order/list-params.ts';
import { OrderCards, OrderTable } from '../../../parts/order/order-cards.tsx';
import { MakeFile } from '../../../parts/page/make-file.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-orders';
import { CompleteSeveral } from './complete-several.tsx';
import { FilterOrders, StateTabs } from './filter-orders.tsx';
import { SavedFilters } from './saved-filters.tsx';

/** Users who signed in with a code only have no saved filters. */
export async function loader({ request }: Route.LoaderArgs) {
  const input = readParams(new URL(request.url).searchParams);
  const [user, found, creators] = await Promise.all([
    load('getUserInfo', {}),
    load('orderList', input),
    load('creaters', {}),
  ]);
  const saved = user.verAuthFlag ? (await load('savedFilters', {})).list : null;
  return { user, input, found, creators: creators.list, saved };
}

export default function ListOrders({ loaderData: { user, input, found, creators, saved } }: Route.ComponentProps) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const filter = filterOf(input).toString();
  const filters = Object.fromEntries(new URLSearchParams(filter));
  const table = params.get('view') === 'table';
  const nothingYet = found.total === 0 && !filter;
  return (
    <div className="mx-auto grid max-w-6xl gap-4 py-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageHeading text={say('site.header.orders')} />
        {!nothingYet && (
          <div className="flex flex-wrap gap-3">
            <CompleteSeveral />
            <MakeFile
              title={say('order.list.exportTitle')}
              text={say('order.list.exportText')}
              of={[{ text: '', address: (format) => fileAddress('orderExport', { ...filters, format }) }]}
            />
          </div>
        )}
      </div>
      <OrdersOfCode user={user} />
      {!nothingYet && (
        <>
          <FilterOrders input={input} creators={creators} />
          {saved && <SavedFilters list={saved} present={filter} />}
          <StateTabs input={input} counts={found.counts} />
          <Density table={table} size={input.size ?? 10} found={found} />
        </>
      )}
      {found.total === 0 && (
        <EmptyState
          icon={<IconClipboardList className="size-12" />}
          title={say(nothingYet ? 'account.centre.noOrders' : 'order.list.noneFound')}
        >
          {nothingYet ? (
            <LinkButton to={paths.search()}>{say('account.centre.findSomething')}</LinkButton>
          ) : (
            <LinkButton variant="outline" to={paths.orders()}>
              {say('order.list.clear')}
            </LinkButton>
          )}
        </EmptyState>
      )}
      {table && found.total > 0 && <OrderTable {...found} />}
      <OrderCards list={found.list} className={table ? 'lg:hidden' : ''} several={creators.length > 1} />
      <Pager page={found.page} pages={found.pages} hrefOf={(page) => hrefWith(params, { page: String(page) })} />
    </div>
  );
}

/** The number of rows, and on wide screens their density. */
function Density({
  table,
  size,
  found,
}: {
  table: boolean;
  size: number;
  found: Route.ComponentProps['loaderData']['found'];
}) {
  const { say } = useWords();
  const [params] = useSearchParams();
  const look =
    'min-h-11 min-w-11 content-center rounded-lg px-3 text-center text-sm font-medium hover:bg-tint ' +
    'aria-[current=true]:bg-tint aria-[current=true]:text-brand';
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <p role="status" className="text-sm text-quiet">
        {say(found.more ? 'order.list.above' : 'catalog.search.count', { count: found.total })}
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <nav aria-label={say('order.list.size')} className="flex items-center">
          <span aria-hidden="true" className="pr-2 text-sm text-quiet">
            {say('order.list.size')}
          </span>
          {shownLimits.listPageSizes.map((item) => (
            <Link
              key={item}
              to={hrefWith(params, { size: String(item) })}
              aria-current={item === size || undefined}
              className={look}
            >
              {item}
            </Link>
          ))}
        </nav>
        <nav aria-label={say('order.list.view')} className="hidden lg:flex">
          {(['cards', 'table'] as const).map((item) => (
            <Link
              key={item}
              to={hrefWith(params, { view: item === 'table' ? 'table' : '', page: params.get('page') ?? '' })}
              aria-current={(item === 'table') === table || undefined}
              className={look}
            >
              {say(`order.list.view.${item}`)}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}
