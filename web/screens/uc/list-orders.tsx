// Own orders (§2 uc order): cards with status, filter in the address, pages.
import { IconClipboardList } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { describeWhen } from '../../../domain/dates.ts';
import { load } from '../../load.ts';
import { StatusBadge } from '../../parts/booking/order-pieces.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Picture } from '../../parts/picture.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-orders';

const filters = [undefined, 1001, 1002, 1003, 1005, 4007] as const;

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const status = filters.find((one) => String(one) === params.get('status'));
  const page = Number(params.get('page') ?? 1);
  return {
    status,
    found: await load('orderList', {
      page: Number.isInteger(page) && page > 0 ? page : 1,
      ...(status ? { status } : {}),
    }),
  };
}

export default function ListOrders({ loaderData: { found, status } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const [params] = useSearchParams();
  const hrefOf = (page: number) =>
    `/uc/order?${new URLSearchParams({ ...Object.fromEntries(params), page: String(page) })}`;
  return (
    <div className="mx-auto max-w-3xl py-8">
      <PageTitle text={say('header.orders')} />
      <h1 className="mb-4 text-2xl font-bold">{say('header.orders')}</h1>
      <nav aria-label={say('search.filters')} className="no-bar -mx-4 mb-4 flex gap-2 overflow-x-auto px-4">
        {filters.map((one) => (
          <Link
            key={one ?? 'all'}
            to={one ? `/uc/order?status=${one}` : '/uc/order'}
            aria-current={one === status || undefined}
            className="min-h-11 content-center rounded-full border border-line bg-surface px-4 text-sm font-medium whitespace-nowrap aria-[current=true]:border-brand aria-[current=true]:bg-tint aria-[current=true]:text-brand"
          >
            {one ? say(`status.${one}`) : say('search.any')}
          </Link>
        ))}
      </nav>
      {found.total === 0 && (
        <EmptyState icon={<IconClipboardList className="size-12" />} title={say('uc.noOrders')}>
          <LinkButton to="/search">{say('uc.findSomething')}</LinkButton>
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {found.list.map((order) => (
          <li
            key={order.orderNo}
            className="lift relative flex gap-4 rounded-card border border-line bg-surface p-4 hover:shadow-card"
          >
            <Picture
              picture={order.picture}
              sizes="160px"
              alt=""
              className="!w-24 shrink-0 self-start rounded-lg sm:!w-36"
            />
            <div className="min-w-0 grow">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <StatusBadge status={order.status} />
                <span className="text-sm text-quiet tabular-nums">{order.orderNo}</span>
              </div>
              <Link
                to={`/uc/order/${order.orderNo}`}
                className="mt-1 line-clamp-2 font-semibold after:absolute after:inset-0"
              >
                {order.productName}
              </Link>
              <p className="text-sm text-quiet">
                {`${describeWhen(order, words.day, words.say)} · × ${order.quantity}`}
              </p>
              <p className="mt-1 font-bold">{words.money(order.payable)}</p>
            </div>
          </li>
        ))}
      </ul>
      <Pager
        page={found.page}
        pages={found.pages}
        hrefOf={hrefOf}
        label={say('pager.label')}
        previous={say('pager.previous')}
        next={say('pager.next')}
      />
    </div>
  );
}
