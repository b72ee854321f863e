// Booking at Alipay (§2 step alipay): the way to Alipay's own page and back. It opens by itself once; whoever comes back finds the
// payment still watched, the page to open again, and the other ways to pay.

import { IconBrandAlipay, IconExternalLink } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { redirect, useLocation, useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { paths } from '../../../domain/paths.ts';
import { CallRefused, send } from '../../call.ts';
import { load } from '../../load.ts';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { describeError } from '../../parts/describe-error.ts';
import { dropKey, heldKey } from '../../parts/form/store-typed.ts';
import { PageTitle } from '../../parts/page/page-title.tsx';
import type { Started } from '../../parts/payment/pay-dialog.tsx';
import { ScanCode } from '../../parts/payment/scan-code.tsx';
import { isOver, usePayResult } from '../../parts/payment/use-pay-result.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/pay-at-alipay';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const orderNo = params.get('order') ?? '';
  const info = await load('payInfo', { id: orderNo, supplement: params.get('supplement') || undefined });
  const supplement = info.supplement?.supplementNo;
  const offer = info.channels.find((one) => one.channel === 'alipay' && !one.blocked);
  // The previous screen handles orders that are over, wait for the owner or cannot be paid here.
  const due = info.supplement ? info.supplement.state === 'open' : info.order.status === OrderStatus.unpaid;
  if (!due || !offer || info.transfer === 'submitted') throw redirect(paths.payment('pay', orderNo, { supplement }));
  return { orderNo, supplement, offer, payBy: supplement ? null : info.order.payBy };
}

type Asked = { orderNo: string; supplement: string | undefined; offer: OutputOf<'payInfo'>['channels'][number] };

export default function PayAtAlipay({ loaderData: { payBy, ...asked } }: Route.ComponentProps) {
  const { say, money } = useWords();
  const { orderNo, supplement, offer } = asked;
  const { started, problem, busy, begin, end } = useAlipay(asked);
  const until = started?.expiresAt ?? payBy;
  return (
    <div className="mx-auto max-w-2xl">
      <BookingSteps step={2} />
      <PageTitle text={say('payment.channel.alipay')} />
      <Card className="grid justify-items-center gap-4 text-center">
        <IconBrandAlipay aria-hidden="true" className="size-16 text-brand" stroke={1.5} />
        <h1 className="text-2xl font-bold">{say('payment.channel.alipay')}</h1>
        <p className="text-xl font-bold tabular-nums">{money(offer.payable)}</p>
        <p>{say('order.number', { orderNo })}</p>
        {until && (
          <p>
            {say('payment.pay.timeLeft')} <Countdown until={Date.parse(until)} onEnd={end} />
          </p>
        )}
        {problem && <Notice tone="bad" title={problem} />}
        {started?.qr ? (
          <ScanCode started={started} channel="alipay" />
        ) : (
          <p className="max-w-md text-quiet">{say('payment.pay.alipayText')}</p>
        )}
        {started && (
          <p role="status" className="text-sm text-quiet">
            {say('payment.pay.waiting')}
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {started?.redirectUrl ? (
            <LinkButton variant="book" size="lg" to={started.redirectUrl} reloadDocument>
              <IconExternalLink aria-hidden="true" className="size-5" />
              {say('payment.pay.openPage')}
            </LinkButton>
          ) : (
            !started && (
              <Button variant="book" size="lg" busy={busy} onClick={begin}>
                {say('payment.pay.now', { amount: money(offer.payable) })}
              </Button>
            )
          )}
          <LinkButton variant="outline" size="lg" to={paths.payment('pay', orderNo, { supplement })}>
            {say('payment.transfer.otherWay')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}

/** What was begun here or on the screen before; Alipay's page opens by itself at the first sight of an attempt, and never again. */
function useAlipay({ orderNo, supplement, offer }: Asked) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const handed = useLocation().state as Started | null;
  const [started, setStarted] = useState<Started>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = useCallback((one: Started) => {
    if (one.expiresAt && Date.parse(one.expiresAt) <= Date.now()) return;
    setStarted(one);
    if (!one.redirectUrl || one.qr || sessionStorage.getItem(`gone ${one.paymentNo}`)) return;
    sessionStorage.setItem(`gone ${one.paymentNo}`, 'yes');
    location.assign(one.redirectUrl);
  }, []);
  useEffect(() => {
    if (handed?.paymentNo) take(handed);
  }, [handed, take]);
  const result = usePayResult(orderNo, started !== undefined, undefined, supplement);
  const over = result !== undefined && isOver(result, supplement);
  useEffect(() => {
    if (over) navigate(paths.payment('complete', orderNo, { supplement }));
  }, [over, navigate, orderNo, supplement]);
  const begin = async () => {
    const wish = { id: orderNo, channel: 'alipay', supplement, seen: offer.payable };
    const name = `pay ${JSON.stringify(wish)}`;
    setProblem('');
    setBusy(true);
    try {
      const answer = await send('paying', wish, { idempotencyKey: heldKey(name) });
      dropKey(name);
      take(answer);
    } catch (error) {
      if (error instanceof CallRefused) dropKey(name);
      setProblem(describeError(error, words).text);
      if (error instanceof CallRefused) revalidate();
    }
    setBusy(false);
  };
  const end = useCallback(() => {
    setStarted(undefined);
    revalidate();
  }, [revalidate]);
  return { started, problem, busy, begin, end };
}
