// Delivers notices to the address of the wish, the same notice again and again with growing pauses, until the shop answers the seven
// letters "success".
import { chinaTime, type Fake, nowOf, type Wish } from './run-fake.ts';
import { type Fields, signNotice } from './sign-messages.ts';

/** Alipay tells eight times within 25 hours: after 4, 10, 10 minutes, 1, 2, 6 and 15 hours. */
export const retrySeconds = [240, 600, 600, 3600, 7200, 21_600, 54_000] as const;
const answerWithinMs = 10_000;

export type Sender = { send(wish: Wish, fields: Fields): void; stop(): Promise<void> };

export function startSender(fakeOf: () => Fake, pauses: readonly number[] = retrySeconds): Sender {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function deliver({ notifyUrl, outTradeNo }: Wish, fields: Fields): Promise<void> {
    for (let attempt = 1; attempt <= pauses.length + 1; attempt += 1) {
      const fake = fakeOf();
      if (stopping.signal.aborted || fake.muted || !notifyUrl) return;
      const body = signNotice({ ...fields, notify_time: chinaTime(nowOf(fake)) }, fake.ownPrivateKey);
      const answer = await post(notifyUrl, body, stopping.signal);
      const status = fields.trade_status ?? '';
      fake.deliveries.push({ outTradeNo, status, attempt, answer });
      fake.log(`notice ${outTradeNo} ${status} attempt ${attempt}: ${answer.slice(0, 20) || 'no answer'}`);
      if (answer === 'success') return;
      const pause = pauses[attempt - 1];
      if (pause !== undefined) await wait(pause * 1000, stopping.signal);
    }
  }

  return {
    send(wish, fields) {
      const one: Promise<void> = deliver(wish, fields)
        .catch(() => undefined)
        .finally(() => running.delete(one));
      running.add(one);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function post(url: string, body: string, stopping: AbortSignal): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', 'user-agent': 'Mozilla/4.0' },
      body,
    });
    const text = await answer.text();
    return answer.status === 200 ? text : `${answer.status}`;
  } catch {
    return '';
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
