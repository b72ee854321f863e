// All payments of the owner (rules §10, role finance): filters in the address; the one that is looked at closely lies there too.

import { useNavigate } from 'react-router';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { load } from '../../../load.ts';
import { readPage } from '../../../parts/balance/read-filters.ts';
import { addressWith, readPaymentFilters } from '../../../parts/console/money/read-address.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, Pager } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-payments';
import { PaymentDetails } from './payment-details.tsx';
import { PaymentFilterForm, PaymentList } from './payment-list.tsx';

const path = consolePaths.payments();

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const filters = readPaymentFilters(params);
  const id = params.get('payment') ?? '';
  const [found, detail, me] = await Promise.all([
    load('consolePayments', { ...filters, page: readPage(params) }),
    /^[A-Za-z0-9]{4,60}$/.test(id) ? load('consolePayment', { id }) : null,
    load('consoleMe', {}),
  ]);
  const orders = me.roles.some((one) => one === 'admin' || one === 'operations');
  return { filters, found, detail, orders };
}

export default function ListPayments({ loaderData: { filters, found, detail, orders } }: Route.ComponentProps) {
  const { say } = useWords();
  const navigate = useNavigate();
  const { page } = found;
  const hrefOf = (payment?: string) => addressWith(path, { ...filters, page, payment });
  return (
    <div className="grid gap-4">
      <PageHeading text={say('finance.payments')} />
      <PaymentFilterForm key={JSON.stringify(filters)} filters={filters} channels={found.channels} />
      {found.list.length === 0 ? (
        <EmptyState title={say('finance.none')} />
      ) : (
        <>
          <p className="text-sm text-quiet">
            {say('search.count', { count: found.total })} · {say('balance.zone', { zone: found.zone })}
          </p>
          <PaymentList list={found.list} zone={found.zone} orders={orders} hrefOf={hrefOf} />
        </>
      )}
      <Pager page={page} pages={found.pages} hrefOf={(one) => addressWith(path, { ...filters, page: one })} />
      <Dialog
        open={detail !== null}
        onClose={() => navigate(hrefOf(), { preventScrollReset: true })}
        title={detail ? say('finance.details', { number: detail.payment.paymentNo }) : ''}
      >
        {detail && <PaymentDetails detail={detail} orders={orders} hrefOf={hrefOf} />}
      </Dialog>
    </div>
  );
}
