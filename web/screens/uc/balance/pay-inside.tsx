// Topping up inside WeChat (§7 cashierInfo, §3 channel 3): after WeChat's page identified the payer, the top-up starts
// automatically, once, and WeChat's own window takes the payment. Paying again requests the same top-up, signed again.
import { IconBrandWechat } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../../contract/index.ts';
import { RechargeStatus } from '../../../../domain/payment-status.ts';
import { CallRefused, send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { AppAnswerNotice } from '../../../parts/payment/app-answer.tsx';
import { type AppAnswer, callAppPay, leaveToTopUp } from '../../../parts/payment/call-app-pay.ts';
import type { AppEntry } from '../../../parts/payment/use-app-arrival.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Countdown } from '../../../ui/countdown.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import { randomName } from '../../../ui/random-name.ts';
import { useRechargeOffers } from './use-recharge-offers.ts';
import { useRechargeResult } from './use-recharge-result.ts';

/** `entry` is missing if the payer declined to be identified. */
export type ArrivedToTopUp = { amountMinor: number; entry: AppEntry | undefined };

type StepProps = {
  arrived: ArrivedToTopUp;
  onOver(rechargeNo: string): void;
  onAnew(): void;
  onClose(): void;
};

export function PayInsideStep({ arrived, onOver, onAnew, onClose }: StepProps) {
  const { say, money } = useWords();
  const { offers } = useRechargeOffers(arrived.amountMinor);
  const { started, answer, problem, busy, pay } = usePayingInside(arrived, onOver, onAnew);
  const payable = offers?.channels.find(({ channel }) => channel === 'wechat')?.payable;
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <IconBrandWechat aria-hidden="true" className="size-16 text-brand" stroke={1.5} />
      {started?.expiresAt && (
        <p>
          {say('payment.pay.timeLeft')} <Countdown until={Date.parse(started.expiresAt)} onEnd={onClose} />
        </p>
      )}
      {/* A toast would cover the buttons of the sheet. */}
      {problem && <Notice tone="bad" title={problem} />}
      <AppAnswerNotice answer={answer} />
      <p className="max-w-md text-quiet">{say('payment.pay.wechatText')}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button size="lg" busy={busy} onClick={pay}>
          {payable ? say('payment.pay.now', { amount: money(payable) }) : say('payment.balance.recharge')}
        </Button>
        <Button size="lg" variant="outline" disabled={busy} onClick={onAnew}>
          {say('payment.transfer.otherWay')}
        </Button>
      </div>
    </div>
  );
}

/** One top-up for one entry: its key is stored as long as the entry, and both are dropped if the server refuses them. */
function usePayingInside({ amountMinor, entry }: ArrivedToTopUp, onOver: (no: string) => void, onAnew: () => void) {
  const words = useWords();
  const [started, setStarted] = useState<OutputOf<'cashierInfo'>>();
  const [answer, setAnswer] = useState<AppAnswer>();
  const [problem, setProblem] = useState(entry ? '' : words.say('refusal.entryOver'));
  const [busy, setBusy] = useState(false);
  const held = useRef(entry && { entry, key: randomName() });
  const ask = async () => {
    if (!held.current) return void ((await leaveToTopUp(amountMinor)) || onAnew());
    const { entry, key } = held.current;
    const wish = { channel: 'wechat', amount: amountMinor, entry };
    const attempt = await send('cashierInfo', wish, { idempotencyKey: key }).catch((error: unknown) => {
      if (error instanceof CallRefused) held.current = undefined;
      throw error;
    });
    if (!attempt.client) return onOver(attempt.rechargeNo);
    setStarted(attempt);
    const appAnswer = await callAppPay(attempt.client);
    setAnswer(appAnswer);
    // The balance page waits for the money; only the server knows whether it arrived.
    if (appAnswer === 'ok') onOver(attempt.rechargeNo);
  };
  const pay = async () => {
    setProblem('');
    setAnswer(undefined);
    setBusy(true);
    await ask().catch((error: unknown) => setProblem(describeError(error, words).text));
    setBusy(false);
  };
  const come = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins by itself once
  useEffect(() => {
    if (come.current || !held.current) return;
    come.current = true;
    void pay();
  }, []);
  const result = useRechargeResult(started?.rechargeNo ?? '', started !== undefined);
  const over = started !== undefined && result !== undefined && result.status !== RechargeStatus.waiting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports once, when it is over
  useEffect(() => {
    if (over) onOver(started.rechargeNo);
  }, [over]);
  return { started, answer, problem, busy, pay };
}
