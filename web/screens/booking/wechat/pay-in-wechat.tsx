// Booking inside WeChat (§2 confirm and pay, §3 channel 3): the page that WeChat returns to after it identified the payer.
// It asks WeChat to take the payment and waits for its result; a buyer who stopped may pay again or choose another channel.

import { IconBrandWechat } from '@tabler/icons-react';
import { AppAnswerNotice } from '../../../parts/payment/app-answer.tsx';
import { loadDue, PayPage } from '../../../parts/payment/pay-page.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import type { Route } from './+types/pay-in-wechat';
import { useWechatPay } from './use-wechat-pay.ts';

/** An order of another account, or none. */
export { OrderProblem as ErrorBoundary } from '../../../parts/order/order-unseen.tsx';

export const loader = ({ request }: Route.LoaderArgs) => loadDue(request, 'wechat');

export default function PayInWechat({ loaderData: due }: Route.ComponentProps) {
  const { say, money } = useWords();
  const { started, answer, problem, busy, begin, end } = useWechatPay(due);
  const waiting = answer === 'ok';
  const action = !waiting && (
    <Button variant="book" size="lg" busy={busy} onClick={begin}>
      {say('payment.pay.now', { amount: money(due.offer.payable) })}
    </Button>
  );
  return (
    <PayPage
      {...{ channel: 'wechat', Icon: IconBrandWechat, due, problem, action, waiting }}
      expiresAt={started?.expiresAt}
      onEnd={end}
    >
      <AppAnswerNotice answer={answer} />
      {!waiting && <p className="max-w-md text-quiet">{say('payment.pay.wechatText')}</p>}
    </PayPage>
  );
}
