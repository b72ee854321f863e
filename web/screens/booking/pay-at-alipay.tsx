// Booking at Alipay (§2 step alipay): to Alipay's own page and back. The page opens once automatically; a buyer who comes back sees the
// payment being watched, a link to the page, and the other ways to pay.

import { IconBrandAlipay, IconExternalLink } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { CallRefused } from '../../call.ts';
import { sendOnce } from '../../parts/form/send-once.ts';
import type { Started } from '../../parts/payment/pay-dialog.tsx';
import { type Due, loadDue, PayPage } from '../../parts/payment/pay-page.tsx';
import { describePayError, type PayProblem } from '../../parts/payment/pay-problem.tsx';
import { ScanCode } from '../../parts/payment/scan-code.tsx';
import { isOver, isReplaced, usePayResult } from '../../parts/payment/use-pay-result.ts';
import { useWords } from '../../parts/use-words.ts';
import { browserNow } from '../../ui/browser-now.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { Route } from './+types/pay-at-alipay';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../parts/order/order-unseen.tsx';

export const loader = ({ request }: Route.LoaderArgs) => loadDue(request, 'alipay');

export default function PayAtAlipay({ loaderData: due }: Route.ComponentProps) {
  const { say, money } = useWords();
  const { started, problem, busy, begin, end } = useAlipay(due);
  const action = started?.redirectUrl ? (
    <LinkButton variant="book" size="lg" to={started.redirectUrl} reloadDocument>
      <IconExternalLink aria-hidden="true" className="size-5" />
      {say('payment.pay.openPage')}
    </LinkButton>
  ) : (
    !started && (
      <Button variant="book" size="lg" busy={busy} onClick={begin}>
        {say('payment.pay.now', { amount: money(due.offer.payable) })}
      </Button>
    )
  );
  return (
    <PayPage
      {...{ channel: 'alipay', Icon: IconBrandAlipay, due, problem, action }}
      expiresAt={started?.expiresAt}
      onEnd={end}
      waiting={started !== undefined}
    >
      {started?.qr ? (
        <ScanCode started={started} channel="alipay" />
      ) : (
        <p className="max-w-md text-quiet">{say('payment.pay.alipayText')}</p>
      )}
    </PayPage>
  );
}

/** The attempt begun here or on the previous screen; Alipay's page opens automatically when an attempt is first seen, and never again. */
function useAlipay({ orderNo, supplement, part, offer }: Due) {
  const words = useWords();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const handed = useLocation().state as Started | null;
  const [started, setStarted] = useState<Started>();
  const [problem, setProblem] = useState<PayProblem>();
  const [busy, setBusy] = useState(false);
  const take = useCallback((attempt: Started) => {
    if (attempt.expiresAt && Date.parse(attempt.expiresAt) <= browserNow()) return;
    setStarted(attempt);
    if (!attempt.redirectUrl || attempt.qr || sessionStorage.getItem(`gone ${attempt.paymentNo}`)) return;
    sessionStorage.setItem(`gone ${attempt.paymentNo}`, 'yes');
    location.assign(attempt.redirectUrl);
  }, []);
  useEffect(() => {
    if (handed?.paymentNo) take(handed);
  }, [handed, take]);
  const result = usePayResult(orderNo, started !== undefined, undefined, supplement);
  const over = result !== undefined && isOver(result);
  useEffect(() => {
    if (over) navigate(paths.payment('complete', orderNo, { supplement }));
  }, [over, navigate, orderNo, supplement]);
  const begin = async () => {
    const wish = { id: orderNo, channel: 'alipay', supplement, part, seen: offer.payable };
    setProblem(undefined);
    setBusy(true);
    try {
      take(await sendOnce('paying', wish, 'pay'));
    } catch (error) {
      setProblem(describePayError(error, offer.payable, words));
      if (error instanceof CallRefused) revalidate();
    }
    setBusy(false);
  };
  const end = useCallback(() => {
    setStarted(undefined);
    revalidate();
  }, [revalidate]);
  const replaced = isReplaced(result, started);
  useEffect(() => {
    if (!replaced) return;
    setProblem({ text: words.say('payment.pay.replaced') });
    end();
  }, [replaced, words, end]);
  return { started, problem, busy, begin, end };
}
