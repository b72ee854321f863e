// Booking inside WeChat (§2 confirm and pay, §3 channel 3): the page that WeChat returns to after it identified the payer.
// It asks WeChat to take the payment and waits for its result; a buyer who stopped may pay again or choose another channel.

import { IconBrandWechat } from '@tabler/icons-react';
import { loadDue, PayPage } from '../../../parts/payment/pay-page.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/pay-in-wechat';
import { useWechatPay } from './use-wechat-pay.ts';

export const loader = ({ request }: Route.LoaderArgs) => loadDue(request, 'wechat');

/** How WeChat's script answered, where it did not take the payment. */
const answers = {
  cancel: { tone: 'warn', word: 'payment.pay.stopped' },
  fail: { tone: 'bad', word: 'payment.pay.failed' },
  silent: { tone: 'bad', word: 'payment.pay.appSilent' },
} as const;

export default function PayInWechat({ loaderData: due }: Route.ComponentProps) {
  const { say, money } = useWords();
  const { started, answer, problem, busy, begin, end } = useWechatPay(due);
  const waiting = answer === 'ok';
  const failed = answer && answer !== 'ok' ? answers[answer] : undefined;
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
      {failed && (
        <Notice tone={failed.tone} title={say(failed.word)}>
          {say('payment.pay.failedHint')}
        </Notice>
      )}
      {!waiting && <p className="max-w-md text-quiet">{say('payment.pay.wechatText')}</p>}
    </PayPage>
  );
}
