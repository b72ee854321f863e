// Paying inside WeChat, on the page that WeChat returns to: with a code for the payer it starts automatically, once. WeChat's
// script takes the payment; only the server knows whether it arrived. After going back, reloading or stopping, the order can still be paid.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { paths } from '../../../../domain/paths.ts';
import { CallRefused, send } from '../../../call.ts';
import { dropKey, heldKey } from '../../../parts/form/store-typed.ts';
import { type AppAnswer, callAppPay, leaveForApp } from '../../../parts/payment/call-app-pay.ts';
import type { Started } from '../../../parts/payment/pay-dialog.tsx';
import type { Due } from '../../../parts/payment/pay-page.tsx';
import { describePayError, type PayProblem } from '../../../parts/payment/pay-problem.tsx';
import { type AppEntry, useAppArrival } from '../../../parts/payment/use-app-arrival.ts';
import { isOver, usePayResult } from '../../../parts/payment/use-pay-result.ts';
import { useWords } from '../../../parts/use-words.ts';

export function useWechatPay({ orderNo, supplement, part, offer, underWay }: Due) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [started, setStarted] = useState<Started>();
  const [answer, setAnswer] = useState<AppAnswer>();
  const [problem, setProblem] = useState<PayProblem>();
  const [busy, setBusy] = useState(false);
  const take = async (attempt: Started) => {
    if (!attempt.client) return void navigate(paths.payment('pay', orderNo, { supplement, part }), { replace: true });
    setStarted(attempt);
    setAnswer(await callAppPay(attempt.client));
  };
  const ask = async (entry: AppEntry | undefined) => {
    if (!entry && (await leaveForApp(orderNo, { supplement, part }))) return;
    const name = `pay ${supplement ?? orderNo} wechat ${entry?.state ?? ''} ${offer.payable.amountMinor}`;
    const wish = { id: orderNo, channel: 'wechat', supplement, part, seen: offer.payable, entry };
    const callError = await send('paying', wish, { idempotencyKey: heldKey(name) }).catch((error) => {
      if (error instanceof CallRefused) dropKey(name);
      throw error;
    });
    dropKey(name);
    await take(callError);
  };
  const run = async (work: () => Promise<unknown>) => {
    setProblem(undefined);
    setAnswer(undefined);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setProblem(describePayError(error, offer.payable, words));
      if (error instanceof CallRefused) revalidate();
    }
    setBusy(false);
  };
  useAppArrival(paths.payment('wechat', orderNo, { supplement, part }), (entry) =>
    entry ? run(() => ask(entry)) : setProblem({ text: words.say('refusal.entryOver') }),
  );
  useHanded((item) => run(() => take(item)));
  const watched = started !== undefined || underWay;
  const result = usePayResult(orderNo, watched, undefined, supplement);
  const over = watched && result !== undefined && isOver(result);
  useEffect(() => {
    if (over) navigate(paths.payment('complete', orderNo, { supplement }), { replace: true });
  }, [over, navigate, orderNo, supplement]);
  const end = useCallback(() => {
    setStarted(undefined);
    revalidate();
  }, [revalidate]);
  return { started, answer, problem, busy, begin: () => run(() => ask(undefined)), end };
}

/** An attempt that was begun on the previous screen continues here, once. */
function useHanded(take: (started: Started) => void): void {
  const { state: handed } = useLocation() as { state: Started | null };
  const come = useRef(false);
  useEffect(() => {
    if (come.current) return;
    come.current = true;
    const nonce = handed?.client?.nonceStr;
    if (!handed || !nonce || sessionStorage.getItem(`gone ${nonce}`)) return;
    sessionStorage.setItem(`gone ${nonce}`, 'yes');
    take(handed);
  }, [handed, take]);
}
