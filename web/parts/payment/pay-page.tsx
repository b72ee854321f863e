// The page of a way to pay that takes the money itself (§3 channels 2 and 3): the amount due, the remaining time, the result, and the
// other ways.
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { redirect } from 'react-router';
import { OrderStatus } from '../../../domain/order-status.ts';
import { paths } from '../../../domain/paths.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { load } from '../../load.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Card } from '../../ui/pieces.tsx';
import { BookingSteps } from '../booking/booking-steps.tsx';
import { orderOf } from '../order/order-of.ts';
import { PageHeading } from '../page/page-heading.tsx';
import { useWords } from '../use-words.ts';
import { ExchangeLine } from './exchange-line.tsx';
import { type PayProblem, ShowPayProblem } from './pay-problem.tsx';

type PageChannel = 'alipay' | 'wechat';
export type Due = Awaited<ReturnType<typeof loadDue>>;

/** The previous screen handles orders that are over, wait for the owner or cannot be paid here. */
export async function loadDue(request: Request, channel: PageChannel) {
  const params = new URL(request.url).searchParams;
  const orderNo = orderOf(params);
  const part = params.get('part') === '1' || undefined;
  // Everything was chosen instead of it.
  const back = part ?? (params.get('part') === '0' ? false : undefined);
  const info = await load('payInfo', {
    ...{ id: orderNo, supplement: params.get('supplement') || undefined },
    ...(part ? { part: 'true' } : {}),
  });
  const supplement = info.supplement?.supplementNo;
  const offer = info.channels.find((row) => row.channel === channel && !row.blocked);
  const due = info.supplement ? info.supplement.state === 'open' : info.order.status === OrderStatus.unpaid;
  if (!due || !offer || info.transfer === 'submitted')
    throw redirect(paths.payment('pay', orderNo, { supplement, part: back }));
  // An attempt was in progress when the page was opened: it may be paid by now.
  const underWay = !supplement && info.order.payStatus === PaymentStatus.paying;
  return { orderNo, supplement, part, back, offer, underWay, payBy: supplement ? null : info.order.payBy };
}

type PayPageProps = {
  channel: PageChannel;
  Icon: TablerIcon;
  due: Due;
  /** When the attempt expires, once there is one. */
  expiresAt: string | null | undefined;
  onEnd(): void;
  problem: PayProblem | undefined;
  /** The text while the payment is awaited. */
  waiting: boolean;
  children: ReactNode;
  /** The button that pays. */
  action: ReactNode;
};

export function PayPage({ channel, Icon, due, expiresAt, onEnd, problem, waiting, children, action }: PayPageProps) {
  const { say, money } = useWords();
  const { orderNo, supplement, back, offer, payBy } = due;
  const until = expiresAt ?? payBy;
  return (
    <div className="mx-auto max-w-2xl">
      <BookingSteps step={2} />
      <Card className="grid justify-items-center gap-4 text-center">
        <Icon aria-hidden="true" className="size-16 text-brand" stroke={1.5} />
        <PageHeading text={say(`payment.channel.${channel}`)} />
        <p className="text-xl font-bold tabular-nums">
          {money(offer.payable)}
          <ExchangeLine exchange={offer.exchange} charged={offer.payable} />
        </p>
        <p>{say('order.number', { orderNo })}</p>
        {until && (
          <p>
            {say('payment.pay.timeLeft')} <Countdown until={Date.parse(until)} onEnd={onEnd} />
          </p>
        )}
        <ShowPayProblem problem={problem} />
        {children}
        {waiting && (
          <p role="status" className="text-sm text-quiet">
            {say('payment.pay.waiting')}
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-3">
          {action}
          <LinkButton variant="outline" size="lg" to={paths.payment('pay', orderNo, { supplement, part: back })}>
            {say('payment.transfer.otherWay')}
          </LinkButton>
        </div>
      </Card>
    </div>
  );
}
