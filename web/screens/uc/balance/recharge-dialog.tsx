// Topping up the deposit (§7 cashier, cashierInfo): an amount, a way to pay with its fee, then the channel's page or code; the page
// continues automatically once the money has arrived.

import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { refusals } from '../../../../domain/errors.ts';
import { readAmount } from '../../../../domain/money.ts';
import { cardholderForm } from '../../../../domain/pay-channels.ts';
import { RechargeStatus } from '../../../../domain/payment-status.ts';
import { CallRefused, send } from '../../../call.ts';
import { CallProblem } from '../../../parts/call-problem.tsx';
import { describeError } from '../../../parts/describe-error.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { useForm } from '../../../parts/form/use-form.ts';
import { isInsideApp, leaveToTopUp } from '../../../parts/payment/call-app-pay.ts';
import { CardholderFields } from '../../../parts/payment/cardholder-fields.tsx';
import { ExchangeLine } from '../../../parts/payment/exchange-line.tsx';
import { TimedCode } from '../../../parts/payment/timed-code.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { type ArrivedToTopUp, PayInsideStep } from './pay-inside.tsx';
import { type RechargeOffers, useRechargeOffers } from './use-recharge-offers.ts';
import { useRechargeResult } from './use-recharge-result.ts';

type Started = OutputOf<'cashierInfo'> & { channel: string };
type DialogProps = {
  open: boolean;
  currency: Currency;
  /** Returned from WeChat, which identified the payer. */
  arrived: ArrivedToTopUp | undefined;
  /** The user chose another way to pay. */
  onAnew(): void;
  onClose(): void;
  onDone(rechargeNo: string): void;
};

export function RechargeDialog({ open, currency, arrived, onAnew, onClose, onDone }: DialogProps) {
  const { say } = useWords();
  const [started, setStarted] = useState<Started>();
  const close = () => {
    setStarted(undefined);
    onClose();
  };
  const done = (rechargeNo: string) => {
    setStarted(undefined);
    onDone(rechargeNo);
  };
  return (
    <Dialog open={open} onClose={close} title={say('payment.balance.rechargeTitle')}>
      {arrived ? (
        <PayInsideStep arrived={arrived} onOver={done} onAnew={onAnew} onClose={close} />
      ) : started ? (
        <PayStep started={started} onOver={() => done(started.rechargeNo)} onAgain={() => setStarted(undefined)} />
      ) : (
        <AmountStep
          currency={currency}
          onStarted={(answer) =>
            answer.status === RechargeStatus.waiting ? setStarted(answer) : done(answer.rechargeNo)
          }
        />
      )}
    </Dialog>
  );
}

type AmountProps = { currency: Currency; onStarted(answer: Started): void };

/** The typed amount, the chosen way, and the start of the top-up under a key that is stored until it was answered. */
function useRecharging({ currency, onStarted }: AmountProps) {
  const words = useWords();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [wanted, setWanted] = useState<string>();
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const read = readAmount(typed, currency);
  const { offers, problem } = useRechargeOffers(read?.amountMinor ?? 0);
  const chosen = offers?.channels.find((channel) => channel.channel === wanted) ?? offers?.channels[0];
  const isPriced = chosen !== undefined && read !== undefined && offers?.amount.amountMinor === read.amountMinor;
  const card = useForm({ email: '', phone: '' }, cardholderForm);
  const start = (event: React.FormEvent) => {
    event.preventDefault();
    const { amount, problem: bad } = judgeAmount(typed, currency, words, offers);
    setRefused('');
    if (!amount || !chosen) return setError(bad);
    const work = () => begin(amount.amountMinor, chosen);
    // The fields of a card are checked before anything is sent.
    if (chosen.cardholder) card.submit(work)();
    else void work();
  };
  const begin = async (amount: number, { channel, cardholder: needsHolder }: RechargeOffers['channels'][number]) => {
    setBusy(true);
    const cardholder = needsHolder ? { email: card.values.email ?? '', phone: card.values.phone ?? '' } : undefined;
    const input = { channel, amount, cardholder };
    const name = `recharge ${JSON.stringify(input)}`;
    try {
      // Inside WeChat its own window takes the payment, once WeChat identified the payer; otherwise there is a code.
      if (channel === 'wechat' && isInsideApp() && (await leaveToTopUp(amount))) return setBusy(false);
      const answer = await send('cashierInfo', input, { idempotencyKey: heldKey(name) });
      dropKey(name);
      // A bank transfer has a separate page, for its receipts.
      if (channel === 'offline' && answer.redirectUrl) return void (await navigate(answer.redirectUrl));
      // Card data is typed at the channel, on this device.
      if (needsHolder && answer.redirectUrl) return location.assign(answer.redirectUrl);
      onStarted({ ...answer, channel });
    } catch (failure) {
      // While the channel does not answer, the same top-up continues.
      if (failure instanceof CallRefused && failure.code !== refusals.gatewaySilent) dropKey(name);
      const callError = describeError(failure, words);
      setError(callError.fields.amount);
      if (!callError.fields.amount) setRefused(callError.text);
      setBusy(false);
    }
  };
  const change = (value: string) => {
    setTyped(value);
    setError(undefined);
  };
  const reply = { error, refused: refused || problem, isRefused: refused !== '' };
  return { ...reply, typed, change, busy, card, start, offers, chosen, isPriced, setWanted };
}

function AmountStep({ currency, onStarted }: AmountProps) {
  const { say, money } = useWords();
  const { typed, change, error, refused, isRefused, busy, card, start, ...ways } = useRecharging({
    currency,
    onStarted,
  });
  const { offers, chosen, isPriced, setWanted } = ways;
  if (offers && offers.channels.length === 0) return <Notice tone="info" title={say('payment.balance.rechargeNone')} />;
  return (
    <form ref={card.ref} noValidate className="grid gap-4" onSubmit={start}>
      {isRefused ? <CallProblem title={refused} /> : refused && <Notice tone="bad" title={refused} />}
      <AmountField
        name="amount"
        label={say('payment.balance.rechargeAmount', { currency })}
        currency={currency}
        value={typed}
        onValue={change}
        error={error}
        required
      />
      <OfferList {...{ offers, isPriced, chosen, onChoose: setWanted }} />
      {chosen?.cardholder && <CardholderFields form={card} />}
      <Button type="submit" size="lg" busy={busy} disabled={!chosen}>
        {isPriced && chosen
          ? say('payment.pay.now', { amount: money(chosen.payable) })
          : say('payment.balance.recharge')}
      </Button>
    </form>
  );
}

function PayStep({ started, onOver, onAgain }: { started: Started; onOver(): void; onAgain(): void }) {
  const { say } = useWords();
  const result = useRechargeResult(started.rechargeNo, true);
  const over = result !== undefined && result.status !== RechargeStatus.waiting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, when it is over
  useEffect(() => {
    if (over) onOver();
  }, [over]);
  return (
    <TimedCode started={started} channel={started.channel} onAgain={onAgain}>
      {started.form ? (
        <form method="post" action={started.form.action}>
          {Object.entries(started.form.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" size="lg">
            {say('payment.pay.openPage')}
          </Button>
        </form>
      ) : (
        started.redirectUrl && (
          <LinkButton to={started.redirectUrl} reloadDocument size="lg">
            <IconExternalLink aria-hidden="true" className="size-5" />
            {say('payment.pay.openPage')}
          </LinkButton>
        )
      )}
    </TimedCode>
  );
}

type OfferListProps = {
  offers: RechargeOffers | undefined;
  isPriced: boolean;
  chosen: RechargeOffers['channels'][number] | undefined;
  onChoose(channel: string): void;
};

function OfferList({ offers, isPriced, chosen, onChoose }: OfferListProps) {
  const { say, money } = useWords();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{say('payment.pay.how')}</legend>
      {offers?.channels.map((channel) => (
        <label
          key={channel.channel}
          className={
            'flex min-h-14 cursor-pointer flex-wrap items-center gap-3 rounded-lg border border-line px-4 ' +
            'py-2 has-checked:border-brand has-checked:bg-tint'
          }
        >
          <input
            type="radio"
            name="channel"
            className="size-5 accent-brand"
            checked={channel.channel === chosen?.channel}
            onChange={() => onChoose(channel.channel)}
          />
          <span className="min-w-0 grow">
            <span className="block font-semibold">{say(`payment.channel.${channel.channel}`)}</span>
            <span className="block text-sm text-quiet">{say(`payment.pay.certain.${channel.certain}`)}</span>
            {channel.trouble && (
              <span className="block text-sm font-medium text-warn">{say('payment.pay.trouble')}</span>
            )}
          </span>
          {isPriced && (
            <span className="text-right text-sm tabular-nums">
              {money(channel.payable)}
              {channel.fee.amountMinor > 0 && (
                <span className="block text-quiet">{say('payment.pay.fee', { amount: money(channel.fee) })}</span>
              )}
              <ExchangeLine exchange={channel.exchange} charged={channel.payable} />
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
