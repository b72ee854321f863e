// Booking, step 3 (§2 payment result): paid and confirmed, paid and waiting for a person, still unknown, failed, or closed.

import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { redirect, useRevalidator } from 'react-router';
import { OrderStatus } from '../../../domain/order-status.ts';
import { paths } from '../../../domain/paths.ts';
import { nameWay } from '../../../domain/payment/name-way.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { load } from '../../load.ts';
import { OfferPassword } from '../../parts/account/offer-password.tsx';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { typedKeyOfOrder } from '../../parts/form/store-typed.ts';
import { orderOf } from '../../parts/order/order-of.ts';
import { type Detail, OrderLine } from '../../parts/order/order-pieces.tsx';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { ExchangeLine } from '../../parts/payment/exchange-line.tsx';
import { usePayResult } from '../../parts/payment/use-pay-result.ts';
import { useWords } from '../../parts/use-words.ts';
import { PassLink } from '../../parts/voucher/pass-link.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/show-result';
import { classifyDecline } from './classify-decline.ts';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../parts/order/order-unseen.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const id = orderOf(params);
  const supplement = params.get('supplement') || undefined;
  const first = await load('isPaySuccess', { id, supplement });
  // The order page shows the result of an additional payment.
  if (supplement) throw redirect(paths.order(id, { supplement }));
  if (!first.paid && first.payStatus === PaymentStatus.paying && first.channel === 'offline')
    throw redirect(paths.payment('offlinePayInfo', id));
  const order = await load('orderDetail', { id });
  const failed = !first.paid && first.payStatus === PaymentStatus.failed && order.status === OrderStatus.unpaid;
  // The next best way: one that can be used now, other than the failed one.
  const ways = failed ? (await load('payInfo', { id })).channels : [];
  const next = ways.find((way) => !way.blocked && way.channel !== first.channel)?.channel;
  return { first, order, next };
}

export default function ShowResult({ loaderData: { first, order, next } }: Route.ComponentProps) {
  const { say, money, day } = useWords();
  const waiting = !first.paid && first.payStatus === PaymentStatus.paying;
  const result = usePayResult(order.orderNo, waiting, first) ?? first;
  useAfterPaying(result, order);
  const kind = kindOf(result);
  const isPaid = kind === 'paid' || kind === 'pending';
  const sentence =
    kind === 'pending' && order.secondCheck === 'waiting'
      ? `${say('wechat.travel.check.waiting')} ${say('order.pickupWaitsHint')}`
      : say(`payment.result.${kind}Text`, { email: order.contact.email });
  // The first part alone brings none where the owner wants the rest first.
  const lacksVoucher = kind === 'paid' && order.rest !== null && !order.rest.voucher;
  return (
    <div className="mx-auto max-w-2xl">
      <BookingSteps step={isPaid ? 3 : 2} />
      <Card className="grid justify-items-center gap-4 text-center" aria-live="polite">
        <Sign kind={kind} />
        <PageHeading text={say(`payment.result.${kind}`)} />
        <p className="max-w-md text-quiet">{lacksVoucher ? say('order.part.voucher') : sentence}</p>
        {result.late && <p className="max-w-md text-warn">{say('payment.result.late')}</p>}
        {kind === 'failed' && result.reason && (
          <p className="max-w-md">{say(`payment.result.reason.${classifyDecline(result.reason)}`)}</p>
        )}
        {order.rest && (
          <p className="max-w-md">
            {say('order.part.later', { amount: money(order.rest.amount), day: day(order.rest.until) })}
          </p>
        )}
        <p>
          <strong className="block break-words">{order.heading ?? order.productName}</strong>
          {say('order.number', { orderNo: order.orderNo })}
        </p>
        <Charges list={order.charges} />
        <Ways kind={kind} order={order} next={next} />
      </Card>
      {isPaid && (
        <Card className="mt-4">
          <ul className="divide-y divide-line">
            {order.lines.map((line) => (
              <OrderLine key={line.subOrderNo} line={line} />
            ))}
          </ul>
        </Card>
      )}
      {isPaid && <OfferPassword />}
    </div>
  );
}

type WaysProps = { kind: string; order: Detail; next: string | undefined };

/** How its buyer goes on. */
function Ways({ kind, order, next }: WaysProps) {
  const { say } = useWords();
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {(kind === 'failed' || kind === 'open') && (
        <LinkButton variant="book" to={paths.payment('pay', order.orderNo)}>
          {say(kind === 'failed' ? 'payment.result.again' : 'order.pay')}
        </LinkButton>
      )}
      {kind === 'failed' && next && (
        <LinkButton variant="outline" to={paths.payment('pay', order.orderNo, { channel: next })}>
          {say('payment.result.tryNext', { channel: say(`payment.channel.${next}`) })}
        </LinkButton>
      )}
      {/* A buyer who left the gateway unpaid does not wait for its deadline; another way closes the payment that is open there. */}
      {kind === 'waiting' && (
        <LinkButton variant="outline" to={paths.payment('pay', order.orderNo)}>
          {say('payment.transfer.otherWay')}
        </LinkButton>
      )}
      {kind === 'closed' && <LinkButton to={paths.search()}>{say('account.centre.findSomething')}</LinkButton>}
      {kind === 'paid' && order.lines.some((line) => line.voucher) && <PassLink orderNo={order.orderNo} saves />}
      <LinkButton variant="outline" to={paths.order(order.orderNo)}>
        {say('payment.result.openOrder')}
      </LinkButton>
    </div>
  );
}

/** The charge in another currency than the order's, and the order's amount. */
function Charges({ list }: { list: Detail['charges'] }) {
  const { say, money } = useWords();
  return list.map(({ amount, exchange, ...way }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sequence in which they paid
    <p key={at}>
      {nameWay(say, way)} <strong className="tabular-nums">{money(amount)}</strong>
      <ExchangeLine exchange={exchange} charged={amount} />
    </p>
  ));
}

/** The booking form was stored for going back; the page shows the order as it is then, with another way if paying failed. */
function useAfterPaying({ paid, payStatus: now }: Result, { orderNo, payStatus }: Before): void {
  const { revalidate } = useRevalidator();
  const isNews = payStatus !== now && (paid || now === PaymentStatus.failed);
  useEffect(() => {
    if (paid) sessionStorage.removeItem(typedKeyOfOrder(orderNo));
    if (isNews) revalidate();
  }, [paid, orderNo, isNews, revalidate]);
}

function Sign({ kind }: { kind: string }): ReactNode {
  if (kind === 'waiting')
    return (
      <span className="grid size-16 place-items-center text-brand [&_span]:size-10">
        <Spinner />
      </span>
    );
  if (kind === 'paid') return <IconCircleCheck aria-hidden="true" className="size-16 text-good" />;
  if (kind === 'pending' || kind === 'open')
    return <IconClockHour4 aria-hidden="true" className="size-16 text-brand" />;
  return <IconCircleX aria-hidden="true" className="size-16 text-bad" />;
}

type Result = { paid: boolean; payStatus: number; status: number };
type Before = { orderNo: string; payStatus: number };

/** By the newest answer: an order may be closed while its payment is awaited. */
function kindOf({ status, ...result }: Result) {
  if (result.paid) return status === OrderStatus.pending ? 'pending' : 'paid';
  if (result.payStatus === PaymentStatus.paying) return 'waiting';
  if (status !== OrderStatus.unpaid) return 'closed';
  return result.payStatus === PaymentStatus.failed ? 'failed' : 'open';
}
