// All payments of the owner (rules §10, role finance): filters and the opened payment are in the address.

import { Link, useNavigate } from 'react-router';
import { useHrefWith } from '../../../console-kit/list-address.ts';
import { ListPage } from '../../../console-kit/list-page.tsx';
import type { Column } from '../../../console-kit/list-table.tsx';
import { loadList } from '../../../console-kit/load-list.ts';
import { SheetOfList } from '../../../console-kit/sheet-of-list.tsx';
import { type DeskWords, useListWords } from '../../../console-kit/use-list-words.ts';
import { load } from '../../../load.ts';
import { nameChannel, type Payment, PaymentBadges, Purpose } from '../../../parts/console/money/money-pieces.tsx';
import { ExchangeLine } from '../../../parts/payment/exchange-line.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/pieces.tsx';
import type { Route } from './+types/list-payments';
import { PaymentDetails, PaymentRefunds } from './payment-details.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get('payment') ?? '';
  const [list, detail] = await Promise.all([
    loadList('consolePayments', request),
    /^[A-Za-z0-9]{4,60}$/.test(id) ? load('consolePayment', { id }) : null,
  ]);
  return { list, detail };
}

export default function ListPayments({ loaderData: { list, detail } }: Route.ComponentProps) {
  const words = useListWords(list.found.zone);
  const { say } = words;
  const navigate = useNavigate();
  const hrefWith = useHrefWith();
  const hrefOf = (payment?: string) => hrefWith({ payment, page: list.found.page });
  return (
    <ListPage
      list={list}
      zoned
      title={say('finance.payments')}
      actions={<SheetOfList list={list} files={[['consolePaymentsFile', '']]} />}
      empty={<EmptyState title={say('finance.none')} />}
      filters={{
        query: { label: say('finance.search') },
        status: {
          label: say('console.status'),
          word: (item) => say(item === 'trouble' ? 'finance.trouble' : `payment.status.${item}`),
        },
        channel: {
          label: say('payment.balance.column.channel'),
          options: list.found.channels.map((channel) => [channel, nameChannel(words, channel)] as const),
        },
        from: { label: say('payment.balance.from') },
        to: { label: say('payment.balance.to') },
        order: { label: say('finance.order') },
      }}
      rowKey={(payment) => payment.paymentNo}
      columns={listColumns(words, hrefOf)}
    >
      <Dialog
        open={detail !== null}
        onClose={() => navigate(hrefOf(), { preventScrollReset: true })}
        title={detail ? say('finance.details', { number: detail.payment.paymentNo }) : ''}
      >
        {detail && <PaymentDetails detail={detail} hrefOf={hrefOf} />}
      </Dialog>
    </ListPage>
  );
}

function listColumns(words: DeskWords, hrefOf: (paymentNo: string) => string): Column<Payment>[] {
  const { say, money, at } = words;
  return [
    {
      ...{ key: 'payment', label: say('finance.payment'), look: 'title', sort: 'createdAt' },
      file: ({ paymentNo, createdAt }) => ({
        [say('finance.payment')]: paymentNo,
        [say('payment.balance.column.at')]: at(createdAt),
      }),
      show: ({ paymentNo, createdAt }) => (
        <>
          <Link
            to={hrefOf(paymentNo)}
            preventScrollReset
            className="font-semibold break-all text-brand tabular-nums hover:underline"
          >
            {paymentNo}
          </Link>
          <span className="block text-xs text-quiet">{say('finance.created', { at: at(createdAt) })}</span>
        </>
      ),
    },
    {
      ...{ key: 'status', label: say('console.status'), look: 'plain', sort: true },
      file: ({ status }) => ({ [say('console.status')]: say(`payment.status.${status}`) }),
      show: (payment) => <PaymentBadges payment={payment} />,
    },
    {
      ...{ key: 'of', label: say('payment.balance.column.order'), look: 'plain', sort: 'partnerName' },
      file: ({ orderNo, partnerName }) => ({
        [say('payment.balance.column.order')]: orderNo,
        [say('account.detail.partnerName')]: partnerName,
      }),
      show: (payment) => (
        <>
          <Purpose of={payment} />
          <span className="block break-words">{payment.partnerName}</span>
          <span className="block break-words text-quiet empty:hidden">{payment.reason}</span>
        </>
      ),
    },
    {
      ...{ key: 'channel', label: say('payment.balance.column.channel'), sort: true },
      show: (payment) => nameChannel(words, payment.channel),
    },
    {
      ...{ key: 'amount', label: say('console.column.amount'), look: 'figure', sort: true },
      show: (payment) => (
        <>
          <strong className="font-semibold">{money(payment.amount)}</strong>
          <ExchangeLine exchange={payment.exchange} charged={payment.amount} />
          <PaymentRefunds payment={payment} />
        </>
      ),
    },
  ];
}
