// Booking inside WeChat (§2 confirm and pay, §3 channel 3): the page that WeChat returns to after it identified the payer.
// It asks WeChat to take the payment and waits for its result; a buyer who stopped may pay again or choose another channel.

import { IconBrandWechat } from '@tabler/icons-react';
import { redirect } from 'react-router';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import { load } from '../../../load.ts';
import { BookingSteps } from '../../../parts/booking/booking-steps.tsx';
import { PageTitle } from '../../../parts/page/page-title.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Countdown } from '../../../ui/countdown.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/pay-in-wechat';
import { useWechatPay } from './use-wechat-pay.ts';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const orderNo = params.get('order') ?? '';
  const info = await load('payInfo', { id: orderNo, supplement: params.get('supplement') || undefined });
  const supplement = info.supplement?.supplementNo;
  const offer = info.channels.find((one) => one.channel === 'wechat' && !one.blocked);
  // The previous screen handles orders that are over, wait for the owner or cannot be paid here.
  const due = info.supplement ? info.supplement.state === 'open' : info.order.status === OrderStatus.unpaid;
  if (!due || !offer || info.transfer === 'submitted') throw redirect(paths.payment('pay', orderNo, { supplement }));
  const underWay = !supplement && info.order.payStatus === PaymentStatus.paying;
  return { orderNo, supplement, offer, underWay, payBy: supplement ? null : info.order.payBy };
}

export default function PayInWechat({ loaderData: { payBy, ...due } }: Route.ComponentProps) {
  const { say, money } = useWords();
  const { orderNo, supplement, offer } = due;
  const { started, answer, problem, busy, begin, end } = useWechatPay(due);
  const until = started?.expiresAt ?? payBy;
  const waiting = answer === 'ok';
  return (
    <div className="mx-auto max-w-2xl">
      <BookingSteps step={2} />
      <PageTitle text={say('payment.channel.wechat')} />
      <Card className="grid justify-items-center gap-4 text-center">
        <IconBrandWechat aria-hidden="true" className="size-16 text-brand" stroke={1.5} />
        <h1 className="text-2xl font-bold">{say('payment.channel.wechat')}</h1>
        <p className="text-xl font-bold tabular-nums">{money(offer.payable)}</p>
        <p>{say('order.number', { orderNo })}</p>
        {until && (
          <p>
            {say('payment.pay.timeLeft')} <Countdown until={Date.parse(until)} onEnd={end} />
          </p>
        )}
        {problem && <Notice tone="bad" title={problem} />}
        {answer === 'cancel' && (
          <Notice tone="warn" title={say('payment.pay.stopped')}>
            {say('payment.pay.failedHint')}
          </Notice>
        )}
        {answer === 'fail' && (
          <Notice tone="bad" title={say('payment.pay.failed')}>
            {say('payment.pay.failedHint')}
          </Notice>
        )}
        {answer === 'silent' && (
          <Notice tone="bad" title={say('payment.pay.appSilent')}>
            {say('payment.pay.failedHint')}
          </Notice>
        )}
        {waiting ? (
          <p role="status" className="text-sm text-quiet">
            {say('payment.pay.waiting')}
          </p>
        ) : (
          <p className="max-w-md text-quiet">{say('payment.pay.wechatText')}</p>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {!waiting && (
            <Button variant="book" size="lg" busy={busy} onClick={begin}>
              {say('payment.pay.now', { amount: money(offer.payable) })}
            </Button>
          )}
          <LinkButton variant="outline" size="lg" to={paths.payment('pay', orderNo, { supplement })}>
            {say('payment.transfer.otherWay')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
