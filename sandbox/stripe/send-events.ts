// Delivers events to the merchant's endpoint, each attempt signed anew, until it answers 2xx; pauses between attempts grow.
import type { Event, Fake } from './run-fake.ts';
import { signatureHeader } from './sign-events.ts';

/** Stripe tries for three days with growing pauses; here the same in small. */
export const retrySeconds = [1, 2, 4, 8, 16, 60, 300, 900, 3600] as const;
const answerWithinMs = 10_000;

export type Sender = { send(event: Event, copies?: number): void; stop(): Promise<void> };

export function startSender(fakeOf: () => Fake, pauses: readonly number[] = retrySeconds): Sender {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function deliver(event: Event): Promise<void> {
    const body = JSON.stringify(event, null, 2);
    for (let attempt = 1; attempt <= pauses.length + 1; attempt += 1) {
      const fake = fakeOf();
      if (!fake.endpoint || stopping.signal.aborted) return;
      const { url, secret } = fake.endpoint;
      const status = await post(
        url,
        body,
        signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
        stopping.signal,
      );
      fake.deliveries.push({ eventId: event.id, type: event.type, attempt, status, at: Date.now() });
      fake.log(`event ${event.id} ${event.type} attempt ${attempt}: ${status || 'no answer'}`);
      if (status >= 200 && status < 300) return;
      const pause = pauses[attempt - 1];
      if (pause !== undefined) await wait(pause * 1000, stopping.signal);
    }
  }

  return {
    send(event, copies = 1) {
      for (let copy = 0; copy < copies; copy += 1) {
        const one: Promise<void> = deliver(event)
          .catch(() => undefined)
          .finally(() => running.delete(one));
        running.add(one);
      }
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function post(url: string, body: string, signature: string, stopping: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signature,
      },
      body,
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
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
