// Delivers notices to the notify address of the payment request, repeated with growing pauses until the shop answers the seven
// letters "success".
import { postNotice, startRetries } from '../kit/retry-notices.ts';
import { chinaTime, type Fake, nowOf, type Wish } from './run-fake.ts';
import { type Fields, signNotice } from './sign-messages.ts';

/** Alipay sends eight times within 25 hours: after 4, 10, 10 minutes, 1, 2, 6 and 15 hours. */
const retrySeconds = [240, 600, 600, 3600, 7200, 21_600, 54_000] as const;
const answerWithinMs = 10_000;
const headers = {
  'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
  'user-agent': 'Mozilla/4.0',
};

export type Sender = { send(wish: Wish, fields: Fields): void; stop(): Promise<void> };

export function startSender(fakeOf: () => Fake, pauses: readonly number[] = retrySeconds): Sender {
  const retries = startRetries(pauses);

  async function deliver(wish: Wish, fields: Fields, attempt: number, stopping: AbortSignal): Promise<boolean> {
    const { notifyUrl: url, outTradeNo } = wish;
    const fake = fakeOf();
    if (fake.muted || !url) return true;
    const body = signNotice({ ...fields, notify_time: chinaTime(nowOf(fake)) }, fake.ownPrivateKey);
    const result = await postNotice({ url, headers, body, withinMs: answerWithinMs }, stopping);
    const answer = result.status === 200 ? result.text : result.status ? `${result.status}` : '';
    const status = fields.trade_status ?? '';
    fake.deliveries.push({ outTradeNo, status, attempt, answer });
    fake.log(`notice ${outTradeNo} ${status} attempt ${attempt}: ${answer.slice(0, 20) || 'no answer'}`);
    return answer === 'success';
  }

  return {
    send(wish, fields) {
      retries.begin((attempt, stopping) => deliver(wish, fields, attempt, stopping));
    },
    stop: retries.stop,
  };
}
