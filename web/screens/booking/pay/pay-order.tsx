// Booking, step 2 (§2 confirm and pay): ways to pay with fee and charge, QR code with countdown; success is detected automatically.

import { useCallback, useState } from 'react';
import { redirect, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { paths } from '../../../../domain/paths.ts';
import { cardholderForm, isOfferedChannel, traitsOf } from '../../../../domain/pay-channels.ts';
import { nameWay } from '../../../../domain/payment/name-way.ts';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import { CallRefused } from '../../../call.ts';
import { load } from '../../../load.ts';
import { BookingSteps } from '../../../parts/booking/booking-steps.tsx';
import { sendOnce } from '../../../parts/form/send-once.ts';
import { useForm } from '../../../parts/form/use-form.ts';
import { listTimes } from '../../../parts/order/list-times.ts';
import { orderOf } from '../../../parts/order/order-of.ts';
import { orderSteps, PriceLadder } from '../../../parts/order/order-pieces.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { Picture } from '../../../parts/page/picture.tsx';
import { isInsideApp, leaveForApp } from '../../../parts/payment/call-app-pay.ts';
import { CardholderFields } from '../../../parts/payment/cardholder-fields.tsx';
import { QrDialog, type Started } from '../../../parts/payment/pay-dialog.tsx';
import { describePayError, type PayProblem, ShowPayProblem } from '../../../parts/payment/pay-problem.tsx';
import { TransferNotice } from '../../../parts/payment/transfer-notice.tsx';
import { isUnderWay, UnderWay } from '../../../parts/payment/under-way.tsx';
import { useWords, type Words } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Countdown } from '../../../ui/countdown.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/pay-order';
import { aboutShown, ChargeNote } from './charge-note.tsx';
import { HowMuch } from './how-much.tsx';
import { type Offer, Way } from './pay-ways.tsx';
import { ShareCard } from './share-card.tsx';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../../parts/order/order-unseen.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const orderNo = orderOf(params);
  const supplement = params.get('supplement') || undefined;
  // From the order, a mail or a failed payment: what was offered first is chosen, until everything is.
  const part = params.get('part') !== '0' && !supplement;
  const info = await load('payInfo', { id: orderNo, supplement, ...(part ? { part: 'true' } : {}) });
  if (info.supplement) {
    const { state, supplementNo } = info.supplement;
    if (state !== 'open') throw redirect(paths.order(orderNo, { supplement: supplementNo }));
  } else if (info.order.status !== OrderStatus.unpaid) throw redirect(paths.payment('complete', orderNo));
  // A submitted transfer waits for the owner; nothing else can be paid until then.
  if (info.transfer === 'submitted')
    throw redirect(paths.payment('offlinePayInfo', orderNo, { supplement: info.supplement?.supplementNo }));
  const first = info.order.part?.first.amountMinor ?? 0;
  const shared = info.shares.reduce((sum, share) => sum + share.amount.amountMinor, 0);
  return { ...info, part: part && first > shared, choosesPart: first > shared };
}

/** `part`: only the first part of it is paid now. */
type Info = OutputOf<'payInfo'> & { part: boolean; choosesPart: boolean };

export default function PayOrder({ loaderData: info }: Route.ComponentProps) {
  const { say } = useWords();
  const { revalidate } = useRevalidator();
  const paying = usePaying(info);
  const { channel, chosen, problem, started } = paying;
  const supplement = info.supplement?.supplementNo;
  const free = (info.supplement?.amount ?? info.order.payable).amountMinor === 0;
  return (
    <div>
      <BookingSteps step={2} />
      <PageHeading className="sr" text={say('order.booking.step2')} />
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
        <div className="grid gap-4">
          {!supplement && info.order.payBy && (
            <p className="rounded-card bg-tint p-4">
              {say('payment.pay.timeLeft')} <Countdown until={Date.parse(info.order.payBy)} onEnd={revalidate} />
            </p>
          )}
          {!supplement && info.order.payStatus === PaymentStatus.failed && (
            <Notice tone="bad" title={say('payment.pay.failed')}>
              {say('payment.pay.failedHint')}
            </Notice>
          )}
          {(info.transfer === 'open' || info.transfer === 'refused') && (
            <TransferNotice state={info.transfer} {...{ orderNo: info.order.orderNo, supplement }} />
          )}
          {!supplement && !started && isUnderWay(info.order) && <UnderWay orderNo={info.order.orderNo} />}
          <ShowPayProblem problem={problem} />
          {!supplement && info.choosesPart && <HowMuch key={String(info.part)} order={info.order} part={info.part} />}
          {!supplement && hasBalance(info) && <ShareCard info={info} part={info.part} />}
          {free && chosen && <Notice tone="info" title={say('payment.pay.free')} />}
          <Ways info={info} paying={paying} hidden={free && chosen !== undefined} />
          {!supplement && !hasBalance(info) && hasShares(info) && <ShareCard info={info} part={info.part} />}
          {chosen?.cardholder && (
            <Card>
              <form ref={paying.card.ref} noValidate onSubmit={paying.pay}>
                <CardholderFields form={paying.card} />
              </form>
            </Card>
          )}
        </div>
        <Summary info={info} chosen={chosen} free={free} busy={paying.busy} onPay={paying.pay} />
      </div>
      {started && channel && (
        <QrDialog
          orderNo={info.order.orderNo}
          supplement={supplement}
          channel={channel}
          started={started}
          onClose={paying.giveUp}
        />
      )}
    </div>
  );
}

/** A gift card or balance holds a part of the price, or could. */
const hasShares = ({ shares, giftCards, channels }: Info) =>
  shares.length > 0 || giftCards || channels.some((channel) => channel.share);

/** A part from a balance that is too low for the whole price comes before the ways to pay; a gift card, which few have, after them. */
const hasBalance = ({ shares, channels }: Info) =>
  channels.some((channel) => channel.share) || shares.some(({ channel }) => channel !== 'giftCard');

/** The requested way, otherwise the first one that does not take days. */
const propose = (usable: Offer[], wanted: string | null): Offer | undefined =>
  usable.find(({ channel }) => channel === wanted) ?? usable.find(({ certain }) => certain !== 'days') ?? usable[0];

/** Ends when the other page should be there: a second attempt would end this one. A wallet may leave this page open. */
async function leaveFor(address: string): Promise<void> {
  location.assign(address);
  await new Promise((resolve) => setTimeout(resolve, 5000));
}

/** The chosen channel, its fields, and the "pay" button: at most one attempt, whose key is stored until it was answered. */
function usePaying(info: Info) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [params] = useSearchParams();
  const usable = info.channels.filter((channel) => !channel.blocked);
  const wanted = propose(usable, params.get('channel'));
  const [picked, choose] = useState(wanted?.channel);
  const [started, setStarted] = useState<Started>();
  const [problem, setProblem] = useState<PayProblem>();
  const [busy, setBusy] = useState(false);
  const card = useForm({ email: '', phone: '' }, cardholderForm);
  const { orderNo } = info.order;
  const supplement = info.supplement?.supplementNo;
  const chosen = usable.find((item) => item.channel === picked) ?? wanted;
  const begin = async (offer: Offer) => {
    const cardholder = offer.cardholder
      ? { email: card.values.email ?? '', phone: card.values.phone ?? '' }
      : undefined;
    const { channel, payable: seen } = offer;
    const part = info.part || undefined;
    const { currency } = info.shown;
    const wish = { id: orderNo, channel, supplement, part, currency, seen, cardholder };
    try {
      if (channel === 'wechat' && isInsideApp() && (await leaveForApp(orderNo, { supplement, part }))) return;
      const answer = await sendOnce('paying', wish, 'pay');
      const page = answer.client ? 'wechat' : channel === 'alipay' && !answer.qr ? 'alipay' : undefined;
      if (page) {
        const back = info.choosesPart ? info.part : undefined;
        await navigate(paths.payment(page, orderNo, { supplement, part: back }), { state: answer });
        return;
      }
      // A phone cannot scan its own screen: it opens the page, which opens the wallet.
      if (answer.redirectUrl && (offer.cardholder || !answer.qr || isPhone()))
        return await leaveFor(answer.redirectUrl);
      if (answer.qr || answer.redirectUrl) return setStarted(answer);
      const byTransfer = isOfferedChannel(channel) && traitsOf(channel).byTransfer;
      await navigate(paths.payment(byTransfer ? 'offlinePay' : 'complete', orderNo, { supplement }));
    } catch (error) {
      setProblem(describePayError(error, seen, words));
      if (error instanceof CallRefused) revalidate();
    }
  };
  const pay = (event?: React.FormEvent) => {
    event?.preventDefault();
    if (!chosen || busy) return;
    setProblem(undefined);
    const work = async () => {
      setBusy(true);
      await begin(chosen);
      setBusy(false);
    };
    if (chosen.cardholder) card.submit(work)();
    else void work();
  };
  const giveUp = useCallback(() => setStarted(undefined), []);
  return { channel: chosen?.channel, chosen, choose, card, started, problem, busy, pay, giveUp };
}

const isPhone = () => matchMedia('(pointer: coarse) and (max-width: 48rem)').matches;

function Summary({
  info,
  chosen,
  free,
  busy,
  onPay,
}: {
  info: Info;
  chosen: Offer | undefined;
  free: boolean;
  busy: boolean;
  onPay(): void;
}) {
  const words = useWords();
  const { say } = words;
  const { order, supplement } = info;
  const payable = chosen?.payable ?? info.due;
  const price = supplement
    ? [{ key: supplement.kind, label: say(`order.supplement.${supplement.kind}`), amount: supplement.amount }]
    : [...orderSteps(info, words), ...laterStep(info, words), ...shareSteps(info, words)];
  const steps = [...price, ...feeStep(info, chosen, words)];
  return (
    <aside aria-label={say('order.booking.summary')} className="lg:sticky lg:top-4">
      <Card className="grid gap-4">
        <div className="flex gap-3">
          <Picture picture={order.picture} sizes="120px" alt="" className="!w-24 shrink-0 self-start rounded-lg" />
          <div className="min-w-0 break-words">
            <p className="line-clamp-3 font-semibold">{order.heading ?? order.productName}</p>
            {listTimes(info.lines, words).map((time) => (
              <p key={time} className="text-sm">
                {time}
              </p>
            ))}
            <p className="text-sm text-quiet">{say('order.number', { orderNo: order.orderNo })}</p>
          </div>
        </div>
        {supplement?.reason && <p className="text-sm break-words whitespace-pre-wrap">{supplement.reason}</p>}
        <PriceLadder steps={steps} payable={payable} />
        <ChargeNote info={info} chosen={chosen} />
        <div className="foot-bar">
          <Button variant="book" size="lg" busy={busy} disabled={!chosen} onClick={() => onPay()} className="w-full">
            {free ? say('payment.pay.confirmFree') : say('payment.pay.now', { amount: words.money(payable) })}
          </Button>
        </div>
      </Card>
    </aside>
  );
}

/** What the chosen way takes on top: the amounts shown make the one to pay (rules §13.1). */
function feeStep({ due }: Info, chosen: Offer | undefined, { say, money }: Words) {
  if (!chosen || chosen.fee.amountMinor <= 0) return [];
  const { payable, fee } = chosen;
  const fees = [{ key: 'fee', label: say('order.ladder.fee'), amount: fee }];
  if (fee.currency === due.currency) return fees;
  // The price in the currency of the fee, which the two make up.
  const price = { ...payable, amountMinor: payable.amountMinor - fee.amountMinor };
  return [{ key: 'exchanged', label: `= ${money(due)}`, amount: price }, ...fees];
}

/** The part of the price that is not paid now. */
function laterStep({ part, order }: Info, { say }: Words) {
  const rest = part ? order.part?.rest : undefined;
  return rest
    ? [{ key: 'rest', label: say('order.supplement.rest'), amount: { ...rest, amountMinor: -rest.amountMinor } }]
    : [];
}

/** The sum of the shares that are held. */
function shareSteps({ shares }: Info, { say }: Words) {
  return shares.map((share, at) => ({
    key: `share ${at}`,
    label: nameWay(say, share),
    amount: { ...share.amount, amountMinor: -share.amount.amountMinor },
  }));
}

function Ways({ info, paying, hidden }: { info: Info; paying: ReturnType<typeof usePaying>; hidden: boolean }) {
  const { say } = useWords();
  return (
    <Card className={hidden ? 'hidden' : ''}>
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-lg font-bold">{say('payment.pay.how')}</legend>
        {info.channels.map((channel) => (
          <Way
            key={channel.channel}
            one={channel}
            about={aboutShown(info, channel)}
            checked={channel.channel === paying.channel}
            onChoose={() => paying.choose(channel.channel)}
          />
        ))}
        {info.channels.length === 0 && <Notice tone="warn" title={say('payment.pay.noWay')} />}
      </fieldset>
    </Card>
  );
}
