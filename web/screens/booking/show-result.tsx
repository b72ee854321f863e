// Booking, step 3 (§2 payment result): paid and confirmed, paid and waiting for a person, still unknown, failed, or closed.
import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { redirect, useRevalidator } from 'react-router';
import { load } from '../../load.ts';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { OrderLine } from '../../parts/booking/order-pieces.tsx';
import { payPath } from '../../parts/booking/pay-dialog.tsx';
import { usePayResult } from '../../parts/booking/use-pay-result.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/pieces.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/show-result';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const id = params.get('order') ?? '';
  const supplement = params.get('supplement') || undefined;
  const first = await load('isPaySuccess', { id, supplement });
  // What became of an additional payment is told by the order itself.
  if (supplement) throw redirect(`/uc/order/${id}`);
  if (!first.paid && first.payStatus === 102 && first.channel === 'offline')
    throw redirect(payPath('offlinePayInfo', id));
  const order = await load('orderDetail', { id });
  const failed = !first.paid && first.payStatus === 104 && order.status === 1001;
  // The next best way: what can be used now, other than the one that failed.
  const ways = failed ? (await load('payInfo', { id })).channels : [];
  const next = ways.find((one) => !one.blocked && one.channel !== first.channel)?.channel;
  return { first, order, next };
}

export default function ShowResult({ loaderData: { first, order, next } }: Route.ComponentProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const waiting = !first.paid && first.payStatus === 102;
  const result = usePayResult(order.orderNo, waiting, first) ?? first;
  useEffect(() => {
    if (result.paid && order.payStatus !== 103) revalidate();
  }, [result.paid, order.payStatus, revalidate]);
  const kind = result.paid
    ? order.status === 1002
      ? 'pending'
      : 'paid'
    : result.payStatus === 102
      ? 'waiting'
      : order.status !== 1001
        ? 'closed'
        : result.payStatus === 104
          ? 'failed'
          : 'open';
  return (
    <div className="mx-auto max-w-2xl">
      <BookingSteps step={3} />
      <PageTitle text={say(`result.${kind}`)} />
      <Card className="grid justify-items-center gap-4 text-center" aria-live="polite">
        <Sign kind={kind} />
        <h1 className="text-2xl font-bold">{say(`result.${kind}`)}</h1>
        <p className="max-w-md text-quiet">{say(`result.${kind}Text`, { email: order.contact.email })}</p>
        {result.late && <p className="max-w-md text-warn">{say('result.late')}</p>}
        {kind === 'failed' && result.reason && (
          <p className="max-w-md break-words text-quiet">{say('result.why', { reason: result.reason })}</p>
        )}
        <p>{say('order.number', { orderNo: order.orderNo })}</p>
        <div className="flex flex-wrap justify-center gap-3">
          {(kind === 'failed' || kind === 'open') && (
            <LinkButton variant="book" to={`/booking/pay?order=${order.orderNo}`}>
              {say(kind === 'failed' ? 'result.again' : 'order.pay')}
            </LinkButton>
          )}
          {kind === 'failed' && next && (
            <LinkButton variant="outline" to={`${payPath('pay', order.orderNo)}&channel=${next}`}>
              {say('result.tryNext', { channel: say(`channel.${next}`) })}
            </LinkButton>
          )}
          {kind === 'closed' && <LinkButton to="/search">{say('uc.findSomething')}</LinkButton>}
          <LinkButton variant="outline" to={`/uc/order/${order.orderNo}`}>
            {say('result.openOrder')}
          </LinkButton>
        </div>
      </Card>
      {kind === 'paid' && (
        <Card className="mt-4">
          <ul className="divide-y divide-line">
            {order.lines.map((line) => (
              <OrderLine key={line.subOrderNo} line={line} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  );
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
