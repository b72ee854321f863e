// Booking inside WeChat (§2 confirm and pay, §3 channel 3): the page that WeChat comes back to once it told who pays. It asks WeChat to
// take the payment and waits for its result; whoever stopped pays again or chooses another way.
import { IconBrandWechat } from '@tabler/icons-react';
import { redirect } from 'react-router';
import { load } from '../../load.ts';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { payPath } from '../../parts/booking/pay-dialog.tsx';
import { useWechatPay } from '../../parts/booking/use-wechat-pay.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/pay-in-wechat';

const inPayment = 102;

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const orderNo = params.get('order') ?? '';
  const info = await load('payInfo', { id: orderNo, supplement: params.get('supplement') || undefined });
  const supplement = info.supplement?.supplementNo;
  const offer = info.channels.find((one) => one.channel === 'wechat' && !one.blocked);
  // What is over, waits for the owner or cannot be paid here is told by the screen before.
  const due = info.supplement ? info.supplement.state === 'open' : info.order.status === 1001;
  if (!due || !offer || info.transfer === 'submitted') throw redirect(payPath('pay', orderNo, supplement));
  const underWay = !supplement && info.order.payStatus === inPayment;
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
      <PageTitle text={say('channel.wechat')} />
      <Card className="grid justify-items-center gap-4 text-center">
        <IconBrandWechat aria-hidden="true" className="size-16 text-brand" stroke={1.5} />
        <h1 className="text-2xl font-bold">{say('channel.wechat')}</h1>
        <p className="text-xl font-bold tabular-nums">{money(offer.payable)}</p>
        <p>{say('order.number', { orderNo })}</p>
        {until && (
          <p>
            {say('pay.timeLeft')} <Countdown until={Date.parse(until)} onEnd={end} />
          </p>
        )}
        {problem && <Notice tone="bad" title={problem} />}
        {answer === 'cancel' && (
          <Notice tone="warn" title={say('pay.stopped')}>
            {say('pay.failedHint')}
          </Notice>
        )}
        {answer === 'fail' && (
          <Notice tone="bad" title={say('pay.failed')}>
            {say('pay.failedHint')}
          </Notice>
        )}
        {answer === 'silent' && (
          <Notice tone="bad" title={say('pay.appSilent')}>
            {say('pay.failedHint')}
          </Notice>
        )}
        {waiting ? (
          <p role="status" className="text-sm text-quiet">
            {say('pay.waiting')}
          </p>
        ) : (
          <p className="max-w-md text-quiet">{say('pay.wechatText')}</p>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {!waiting && (
            <Button variant="book" size="lg" busy={busy} onClick={begin}>
              {say('pay.now', { amount: money(offer.payable) })}
            </Button>
          )}
          <LinkButton variant="outline" size="lg" to={payPath('pay', orderNo, supplement)}>
            {say('transfer.otherWay')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
