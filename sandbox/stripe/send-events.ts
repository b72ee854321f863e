// Delivers events to the merchant's endpoint, each attempt with a new signature, until it answers 2xx; pauses between attempts grow.
import { postNotice, startRetries } from '../kit/retry-notices.ts';
import type { Event, Fake } from './run-fake.ts';
import { signatureHeader } from './sign-events.ts';

/** Stripe tries for three days with growing pauses; here the same in small. */
const retrySeconds = [1, 2, 4, 8, 16, 60, 300, 900, 3600] as const;
const answerWithinMs = 10_000;

export type Sender = { send(event: Event, copies?: number): void; stop(): Promise<void> };

export function startSender(fakeOf: () => Fake, pauses: readonly number[] = retrySeconds): Sender {
  const retries = startRetries(pauses);

  async function deliver(event: Event, attempt: number, stopping: AbortSignal): Promise<boolean> {
    const fake = fakeOf();
    if (!fake.endpoint) return true;
    const { url, secret } = fake.endpoint;
    const body = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureHeader(body, secret, Math.floor(Date.now() / 1000)),
    };
    const { status } = await postNotice({ url, headers, body, withinMs: answerWithinMs }, stopping);
    fake.deliveries.push({ eventId: event.id, type: event.type, attempt, status, at: Date.now() });
    fake.log(`event ${event.id} ${event.type} attempt ${attempt}: ${status || 'no answer'}`);
    return status >= 200 && status < 300;
  }

  return {
    send(event, copies = 1) {
      for (let copy = 0; copy < copies; copy += 1)
        retries.begin((attempt, stopping) => deliver(event, attempt, stopping));
    },
    stop: retries.stop,
  };
}
