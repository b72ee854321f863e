// The owner's own copies of an order's documents: operations have those of the journey, finance the invoice.
import { useRouteLoaderData } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { OrderDocuments } from './order-documents.tsx';

type Order = React.ComponentProps<typeof OrderDocuments>['order'];

export function ConsoleDocuments({ order }: { order: Order }) {
  const me = useRouteLoaderData('screens/console/console-layout') as OutputOf<'consoleMe'> | undefined;
  const has = (role: OutputOf<'consoleMe'>['roles'][number]) =>
    me?.roles.some((one) => one === 'admin' || one === role);
  return (
    <OrderDocuments
      order={order}
      hrefOf={(kind) => `/api/console/orders/${order.orderNo}/${kind}?`}
      only={[
        ...(has('operations') ? (['vouchers', 'itinerary', 'calendar'] as const) : []),
        ...(has('finance') ? (['invoice'] as const) : []),
      ]}
    />
  );
}
