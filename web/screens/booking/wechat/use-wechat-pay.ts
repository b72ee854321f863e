// Paying inside WeChat, on the page that WeChat returns to: with a code for the payer it starts by itself, once; then WeChat's
// script takes the payment, and only the server knows whether it arrived. Going back, refreshing and stopping leave the order payable.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { paths } from '../../../../domain/paths.ts';
import { CallRefused, send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { type AppAnswer, callAppPay, leaveForApp } from '../../../parts/payment/call-app-pay.ts';
import type { Started } from '../../../parts/payment/pay-dialog.tsx';
import type { Due } from '../../../parts/payment/pay-page.tsx';
import { isOver, usePayResult } from '../../../parts/payment/use-pay-result.ts';
import { useWords } from '../../../parts/use-words.ts';

type Entry = { code: string; state: string };

export function useWechatPay({ orderNo, supplement, offer, underWay }: Due) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [started, setStarted] = useState<Started>();
  const [answer, setAnswer] = useState<AppAnswer>();
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async (attempt: Started) => {
    if (!attempt.client) return void navigate(paths.payment('pay', orderNo, { supplement }), { replace: true });
    setStarted(attempt);
    setAnswer(await callAppPay(attempt.client));
  };
  const ask = async (entry: Entry | undefined) => {
    if (!entry && (await leaveForApp(orderNo, supplement))) return;
    const name = `pay ${supplement ?? orderNo} wechat ${entry?.state ?? ''} ${offer.payable.amountMinor}`;
    const wish = { id: orderNo, channel: 'wechat', supplement, seen: offer.payable, entry };
    const callError = await send('paying', wish, { idempotencyKey: heldKey(name) }).catch((error) => {
      if (error instanceof CallRefused) dropKey(name);
      throw error;
    });
    dropKey(name);
    await take(callError);
  };
  const run = async (work: () => Promise<unknown>) => {
    setProblem('');
    setAnswer(undefined);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setProblem(describeError(error, words).text);
      if (error instanceof CallRefused) revalidate();
    }
    setBusy(false);
  };
  useArrival({
    clean: paths.payment('wechat', orderNo, { supplement }),
    enter: (entry) => run(() => ask(entry)),
    decline: () => setProblem(words.say('refusal.entryOver')),
    handed: (item) => run(() => take(item)),
  });
  const watched = started !== undefined || underWay;
  const result = usePayResult(orderNo, watched, undefined, supplement);
  const over = watched && result !== undefined && isOver(result, supplement);
  useEffect(() => {
    if (over) navigate(paths.payment('complete', orderNo, { supplement }), { replace: true });
  }, [over, navigate, orderNo, supplement]);
  const end = useCallback(() => {
    setStarted(undefined);
    revalidate();
  }, [revalidate]);
  return { started, answer, problem, busy, begin: () => run(() => ask(undefined)), end };
}

type Arrival = {
  clean: string;
  enter(entry: Entry): void;
  /** WeChat came back without a code. */
  decline(): void;
  /** Begun on the screen before. */
  handed(started: Started): void;
};

/** What the page was opened with is used once, and is gone from its address before that. */
function useArrival(arrival: Arrival): void {
  const [params] = useSearchParams();
  const { state: handed } = useLocation() as { state: Started | null };
  const navigate = useNavigate();
  const come = useRef(false);
  useEffect(() => {
    if (come.current) return;
    come.current = true;
    const [code, state] = [params.get('code'), params.get('state')];
    if (state) {
      navigate(arrival.clean, { replace: true });
      if (code) arrival.enter({ code, state });
      else arrival.decline();
      return;
    }
    const nonce = handed?.client?.nonceStr;
    if (!handed || !nonce || sessionStorage.getItem(`gone ${nonce}`)) return;
    sessionStorage.setItem(`gone ${nonce}`, 'yes');
    arrival.handed(handed);
  }, [params, handed, navigate, arrival]);
}
