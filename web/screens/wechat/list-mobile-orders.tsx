// A buyer's orders on the phone (§2 wechat/order), newest first: search, filter by state, each with a link to its trip.
import { IconClipboardList, IconSearch } from '@tabler/icons-react';
import { Form, Link, useSearchParams } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { load } from '../../load.ts';
import { OrdersOfCode } from '../../parts/account/orders-of-code.tsx';
import { readParams, states } from '../../parts/order/list-params.ts';
import { OrderCards } from '../../parts/order/order-cards.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { travelPath } from '../../parts/wechat/load-travel.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-mobile-orders';

/** Search, state and page; the other filters belong to the user centre. */
export async function loader({ request }: Route.LoaderArgs) {
  const { query, status, page } = readParams(new URL(request.url).searchParams);
  const [user, found] = await Promise.all([
    load('getUserInfo', {}),
    load('orderList', { query, status, page, size: 10, sort: 'placed' }),
  ]);
  return { user, query: query ?? '', status, found };
}

type Data = Route.ComponentProps['loaderData'];

export default function ListMobileOrders({ loaderData }: Route.ComponentProps) {
  const { user, query, status, found } = loaderData;
  const { say } = useWords();
  const [params] = useSearchParams();
  const narrowed = Boolean(query || status);
  return (
    <div className="grid gap-4">
      <PageHeading text={say('wechat.travel.own')} />
      <OrdersOfCode user={user} />
      {(found.total > 0 || narrowed) && (
        <>
          <SearchLine key={query} query={query} status={status} />
          <States {...{ query, status, found }} />
        </>
      )}
      {found.total === 0 && <Nothing narrowed={narrowed} />}
      <OrderCards list={found.list} hrefOf={(orderNo) => travelPath('ordeInfo', { order: orderNo })} />
      <Pager
        page={found.page}
        pages={found.pages}
        hrefOf={(page) => paths.mobileOrders(withParam(params, 'page', String(page)))}
      />
    </div>
  );
}

function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set(name, value);
  return next;
}

function SearchLine({ query, status }: Pick<Data, 'query' | 'status'>) {
  const { say } = useWords();
  return (
    <Form action={paths.mobileOrders()} role="search" aria-label={say('wechat.travel.own')} className="flex gap-2">
      {status && <input type="hidden" name="status" value={status} />}
      <TextInput
        type="search"
        name="query"
        maxLength={80}
        defaultValue={query}
        placeholder={say('order.list.search')}
        aria-label={say('order.list.search')}
      />
      <Button type="submit" aria-label={say('catalog.search.go')}>
        <IconSearch aria-hidden="true" className="size-5" />
      </Button>
    </Form>
  );
}

function States({ query, status, found }: Pick<Data, 'query' | 'status' | 'found'>) {
  const { say } = useWords();
  const ofState = (state: number) => found.counts.find((row) => row.status === state);
  const shown = states.filter((state) => ofState(state) || state === status);
  const hrefOf = (state: number | undefined) => {
    const next = new URLSearchParams({ ...(query && { query }), ...(state && { status: String(state) }) });
    return paths.mobileOrders(next);
  };
  return (
    <nav aria-label={say('console.status')} className="no-bar -mx-4 flex gap-2 overflow-x-auto px-4">
      {[undefined, ...shown].map((item) => (
        <Link
          key={item ?? 'all'}
          to={hrefOf(item)}
          aria-current={item === status || undefined}
          className={
            'min-h-11 shrink-0 content-center rounded-full border border-line bg-surface px-4 text-sm ' +
            'font-medium whitespace-nowrap aria-[current=true]:border-brand aria-[current=true]:bg-tint ' +
            'aria-[current=true]:text-brand'
          }
        >
          {say(item ? `order.status.${item}` : 'catalog.search.any')}
          {item && (
            <span className="tabular-nums">
              {' '}
              ({ofState(item)?.count ?? 0}
              {ofState(item)?.more && '+'})
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  const { say } = useWords();
  return (
    <EmptyState
      icon={<IconClipboardList aria-hidden="true" className="size-12" />}
      title={say(narrowed ? 'order.list.noneFound' : 'account.centre.noOrders')}
    >
      {narrowed ? (
        <LinkButton variant="outline" to={paths.mobileOrders()}>
          {say('order.list.clear')}
        </LinkButton>
      ) : (
        <>
          <LinkButton to={paths.search()}>{say('account.centre.findSomething')}</LinkButton>
          <LinkButton variant="outline" to={paths.findOrder()}>
            {say('wechat.travel.find')}
          </LinkButton>
        </>
      )}
    </EmptyState>
  );
}
