// Booking, step 2 (§2 confirm and pay): ways to pay with fee and what is paid, QR code with countdown, success by itself.
import { IconBuildingBank, IconExternalLink, IconTestPipe } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { redirect, useNavigate, useRevalidator } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import { describeWhen } from '../../../domain/dates.ts';
import { CallRefused, send } from '../../call.ts';
import { load } from '../../load.ts';
import { BookingSteps } from '../../parts/booking/booking-steps.tsx';
import { orderSteps, PriceLadder } from '../../parts/booking/order-pieces.tsx';
import { isOver, usePayResult } from '../../parts/booking/use-pay-result.ts';
import { dropKey, heldKey } from '../../parts/keep-typed.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Picture } from '../../parts/picture.tsx';
import { tellFailure } from '../../parts/tell-failure.ts';
import { useWords } from '../../parts/use-words.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/pay-order';

export async function loader({ request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const orderNo = params.get('order') ?? '';
  const info = await load('payInfo', { id: orderNo, supplement: params.get('supplement') || undefined });
  if (info.supplement) {
    if (info.supplement.state !== 'open') throw redirect(`/uc/order/${orderNo}`);
  } else if (info.order.status !== 1001) throw redirect(`/booking/complete?order=${orderNo}`);
  return info;
}

type Info = OutputOf<'payInfo'>;
type Started = OutputOf<'paying'>;

export default function PayOrder({ loaderData: info }: Route.ComponentProps) {
  const words = useWords();
  const { say } = words;
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const usable = info.channels.filter((one) => !one.blocked);
  const [channel, setChannel] = useState(usable[0]?.channel);
  const [started, setStarted] = useState<Started>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { orderNo } = info.order;
  const supplement = info.supplement?.supplementNo;
  const chosen = info.channels.find((one) => one.channel === channel);
  const pay = async () => {
    if (!channel || busy) return;
    setBusy(true);
    setProblem('');
    const name = `pay ${supplement ?? orderNo} ${channel}`;
    try {
      const answer = await send('paying', { id: orderNo, channel, supplement }, { idempotencyKey: heldKey(name) });
      dropKey(name);
      if (answer.redirectUrl) setStarted(answer);
      else await navigate(completePath(orderNo, supplement));
    } catch (error) {
      if (error instanceof CallRefused) dropKey(name);
      setProblem(tellFailure(error, words).text);
      if (error instanceof CallRefused) revalidate();
    }
    setBusy(false);
  };
  const giveUp = useCallback(() => setStarted(undefined), []);
  return (
    <div>
      <BookingSteps step={2} />
      <PageTitle text={say('booking.step2')} />
      <h1 className="sr">{say('booking.step2')}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_21rem]">
        <div className="grid gap-4">
          {!supplement && (
            <p className="rounded-card bg-tint p-4">
              {say('pay.timeLeft')} <Countdown until={Date.parse(info.order.payBy ?? '')} onEnd={revalidate} />
            </p>
          )}
          {!supplement && info.order.payStatus === 104 && (
            <Notice tone="bad" title={say('pay.failed')}>
              {say('pay.failedHint')}
            </Notice>
          )}
          {problem && <Notice tone="bad" title={problem} />}
          <Card>
            <fieldset className="grid gap-3">
              <legend className="mb-3 text-lg font-bold">{say('pay.how')}</legend>
              {info.channels.map((one) => (
                <Way
                  key={one.channel}
                  one={one}
                  checked={one.channel === channel}
                  onChoose={() => setChannel(one.channel)}
                />
              ))}
              {info.channels.length === 0 && <Notice tone="warn" title={say('pay.noWay')} />}
            </fieldset>
          </Card>
        </div>
        <Summary info={info} chosen={chosen} busy={busy} onPay={pay} />
      </div>
      {started && <QrDialog orderNo={orderNo} supplement={supplement} started={started} onClose={giveUp} />}
    </div>
  );
}

function completePath(orderNo: string, supplement: string | undefined): string {
  return `/booking/complete?order=${orderNo}${supplement ? `&supplement=${supplement}` : ''}`;
}

type Offer = Info['channels'][number];

function Way({ one, checked, onChoose }: { one: Offer; checked: boolean; onChoose(): void }) {
  const words = useWords();
  const { say } = words;
  const Icon = one.channel === 'deposit' ? IconBuildingBank : IconTestPipe;
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-4 rounded-lg border border-line px-4 py-3 has-checked:border-brand has-checked:bg-tint has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <input
        type="radio"
        name="channel"
        className="size-5 accent-brand"
        checked={checked}
        disabled={Boolean(one.blocked)}
        onChange={onChoose}
      />
      <Icon aria-hidden="true" className="size-8 shrink-0 text-brand" stroke={1.5} />
      <span className="min-w-0 grow">
        <span className="block font-semibold">{say(`channel.${one.channel}`)}</span>
        <span className="text-sm text-quiet">
          {one.balance ? say('pay.balance', { amount: words.money(one.balance) }) : say(`pay.about.${one.channel}`)}
        </span>
        {one.blocked && <span className="block text-sm text-bad">{say(`refusal.${one.blocked}`)}</span>}
      </span>
      <span className="text-right text-sm">
        <strong className="block text-base tabular-nums">{words.money(one.payable)}</strong>
        {one.fee.amountMinor > 0 && (
          <span className="text-quiet">{say('pay.fee', { amount: words.money(one.fee) })}</span>
        )}
      </span>
    </label>
  );
}

function Summary({
  info,
  chosen,
  busy,
  onPay,
}: {
  info: Info;
  chosen: Offer | undefined;
  busy: boolean;
  onPay(): void;
}) {
  const words = useWords();
  const { say } = words;
  const { order, supplement } = info;
  const payable = chosen?.payable ?? supplement?.amount ?? order.payable;
  const steps = supplement
    ? [{ key: supplement.kind, label: say(`supplement.${supplement.kind}`), amount: supplement.amount }]
    : orderSteps(info.lines, words);
  return (
    <aside aria-label={say('booking.summary')} className="lg:sticky lg:top-4">
      <Card className="grid gap-4">
        <div className="flex gap-3">
          <Picture picture={order.picture} sizes="120px" alt="" className="!w-24 shrink-0 self-start rounded-lg" />
          <div className="min-w-0">
            <p className="line-clamp-3 font-semibold">{order.productName}</p>
            <p className="text-sm">{describeWhen(order, words.day, words.say)}</p>
            <p className="text-sm text-quiet">{say('order.number', { orderNo: order.orderNo })}</p>
          </div>
        </div>
        <PriceLadder steps={steps} payable={payable} />
        <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:p-3">
          <Button variant="book" size="lg" busy={busy} disabled={!chosen} onClick={onPay} className="w-full">
            {say('pay.now', { amount: words.money(payable) })}
          </Button>
        </div>
      </Card>
    </aside>
  );
}

type QrDialogProps = { orderNo: string; supplement: string | undefined; started: Started; onClose(): void };

function QrDialog({ orderNo, supplement, started, onClose }: QrDialogProps) {
  const { say } = useWords();
  const navigate = useNavigate();
  const result = usePayResult(orderNo, true, undefined, supplement);
  const over = result && isOver(result, supplement);
  useEffect(() => {
    if (over) navigate(completePath(orderNo, supplement));
  }, [over, navigate, orderNo, supplement]);
  return (
    <Dialog open onClose={onClose} title={say('pay.qrTitle')} close={say('dialog.close')}>
      <div className="grid justify-items-center gap-4 text-center">
        {started.qr && (
          <img
            src={started.qr}
            alt={say('pay.qrAlt')}
            width={220}
            height={220}
            className="rounded-lg border border-line bg-white p-2"
          />
        )}
        <p className="text-quiet">{say('pay.qrText')}</p>
        {started.expiresAt && (
          <p>
            {say('pay.qrLeft')} <Countdown until={Date.parse(started.expiresAt)} onEnd={onClose} />
          </p>
        )}
        <p role="status" className="text-sm text-quiet">
          {say('pay.waiting')}
        </p>
        <LinkButton to={started.redirectUrl ?? '/'} reloadDocument size="lg">
          <IconExternalLink aria-hidden="true" className="size-5" />
          {say('pay.openPage')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
