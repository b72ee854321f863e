// All orders of the owner: filters and search in the address, a table on wide screens that scrolls on narrow ones.
import { Form, Link, useSearchParams } from 'react-router';
import { describeWhen } from '../../../domain/dates.ts';
import { load } from '../../load.ts';
import { PayBadge, StatusBadge } from '../../parts/booking/order-pieces.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectInput, TextInput } from '../../ui/field.tsx';
import { EmptyState, Pager } from '../../ui/pieces.tsx';
import type { Route } from './+types/list-all-orders';

const statuses = [1001, 1002, 1003, 1004, 1005, 2001, 4005, 4006, 4007];

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const status = statuses.find((one) => String(one) === params.get('status'));
  const query = (params.get('query') ?? '').slice(0, 80);
  const page = Number(params.get('page') ?? 1);
  return {
    status,
    query,
    found: await load('consoleOrders', {
      query,
      page: Number.isInteger(page) && page > 0 ? page : 1,
      ...(status ? { status } : {}),
    }),
  };
}

export default function ListAllOrders({ loaderData: { found, status, query } }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const [params] = useSearchParams();
  const hrefOf = (page: number) =>
    `/console/orders?${new URLSearchParams({ ...Object.fromEntries(params), page: String(page) })}`;
  const head = 'px-3 py-2 text-left text-xs font-semibold text-quiet whitespace-nowrap';
  const cell = 'px-3 py-2 align-top';
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{say('header.orders')}</h1>
      <Form className="mb-4 flex flex-wrap gap-2">
        <TextInput
          name="query"
          defaultValue={query}
          placeholder={say('console.searchOrders')}
          aria-label={say('console.searchOrders')}
          className="!w-auto grow sm:max-w-sm"
        />
        <SelectInput name="status" defaultValue={status ?? ''} aria-label={say('console.status')} className="!w-auto">
          <option value="">{say('search.any')}</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {one} {say(`status.${one}`)}
            </option>
          ))}
        </SelectInput>
        <Button type="submit" variant="outline">
          {say('search.go')}
        </Button>
      </Form>
      {found.total === 0 ? (
        <EmptyState title={say('search.none')} />
      ) : (
        <div className="overflow-x-auto rounded-card border border-line bg-surface">
          <table className="w-full text-sm">
            <caption className="sr">{say('search.count', { count: found.total })}</caption>
            <thead className="border-b border-line">
              <tr>
                {['orderNo', 'product', 'date', 'buyer', 'status', 'amount'].map((one) => (
                  <th key={one} scope="col" className={head}>
                    {say(`console.column.${one}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {found.list.map((order) => (
                <tr key={order.orderNo} className="hover:bg-canvas">
                  <td className={cell}>
                    <Link
                      to={`/console/orders/${order.orderNo}`}
                      className="font-semibold text-brand tabular-nums hover:underline"
                    >
                      {order.orderNo}
                    </Link>
                    <span className="block text-xs text-quiet">{words.instant(order.placedAt, 'UTC')}</span>
                  </td>
                  <td className={`${cell} min-w-48`}>
                    {order.productName} × {order.quantity}
                  </td>
                  <td className={`${cell} whitespace-nowrap`}>
                    {describeWhen(order, (one) => words.day(one, 'short'), words.say)}
                  </td>
                  <td className={cell}>
                    {order.contactName}
                    <span className="block text-xs text-quiet">{order.partnerName}</span>
                  </td>
                  <td className={cell}>
                    <span className="flex flex-wrap gap-1">
                      <StatusBadge status={order.status} />
                      <PayBadge status={order.payStatus} />
                    </span>
                  </td>
                  <td className={`${cell} text-right whitespace-nowrap tabular-nums`}>{words.money(order.payable)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager
        page={found.page}
        pages={found.pages}
        hrefOf={hrefOf}
        label={say('pager.label')}
        previous={say('pager.previous')}
        next={say('pager.next')}
      />
    </>
  );
}
