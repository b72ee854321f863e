// The owner's copies of an order's documents: operations get those of the journey, finance the invoice.
import { useRouteLoaderData } from 'react-router';
import { fileAddress } from '../../../../contract/file-address.ts';
import type { OutputOf } from '../../../../contract/index.ts';
import { OrderDocuments } from '../../../parts/order/order-documents.tsx';

type Order = React.ComponentProps<typeof OrderDocuments>['order'];

const documentFiles = {
  vouchers: 'consoleVoucherPackFile',
  itinerary: 'consoleItineraryFile',
  invoice: 'consoleInvoiceFile',
  calendar: 'consoleCalendarFile',
} as const;

export function ConsoleDocuments({ order }: { order: Order }) {
  const me = useRouteLoaderData('screens/console/frame/console-layout') as OutputOf<'consoleMe'> | undefined;
  const has = (role: OutputOf<'consoleMe'>['roles'][number]) =>
    me?.roles.some((item) => item === 'admin' || item === role);
  return (
    <OrderDocuments
      order={order}
      hrefOf={(kind, wish) => fileAddress(documentFiles[kind], { id: order.orderNo, ...wish })}
      only={[
        ...(has('operations') ? (['vouchers', 'itinerary', 'calendar'] as const) : []),
        ...(has('finance') ? (['invoice'] as const) : []),
      ]}
    />
  );
}
