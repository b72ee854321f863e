// Tells the shop: sealed, signed anew at each try, tried again with growing pauses until 200 or 204 comes back.
import { randomUUID } from 'node:crypto';
import { type Json, showOrder } from './open-orders.ts';
import { showRefundNotice } from './refund-orders.ts';
import { beijing, type Fake, newLetters, type Order, type Refund } from './run-fake.ts';
import { answerText, sealText, signText } from './sign-messages.ts';

/** 15 s twice, 30 s, 3 min, 10, 20, 30 three times, an hour, 3 h three times, 6 h twice. */
export const retrySeconds = [
  15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600,
];
const answerWithinMs = 5000;

export type Signed = { body: string; headers: Record<string, string> };

/** As the platform signs answers and notices: with the key that was asked for, else with its newest certificate's. */
export function signBody(fake: Fake, body: string, wanted?: string, at = Math.floor(Date.now() / 1000)): Signed {
  const newest = fake.platformKeys.at(-1) as Fake['platformKeys'][number];
  const { serial, key } =
    wanted === fake.publicKey.id ? { serial: fake.publicKey.id, key: fake.publicKey.key } : newest;
  const nonce = newLetters(32);
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'wechatpay-serial': serial,
      'wechatpay-timestamp': String(at),
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signText(answerText(at, nonce, body), key),
    },
  };
}

export function writeNotice(fake: Fake, type: string, kind: 'transaction' | 'refund', told: Json): string {
  return JSON.stringify({
    id: randomUUID(),
    create_time: beijing(),
    resource_type: 'encrypt-resource',
    event_type: type,
    summary: kind === 'refund' ? '退款通知' : '支付成功',
    resource: sealText(JSON.stringify(told), fake.merchant.apiV3Key, kind),
  });
}

export type Sender = { sold(order: Order): void; refunded(refund: Refund): void; stop(): Promise<void> };

export function startSender(fake: Fake, pauses: readonly number[] = retrySeconds): Sender {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function deliver(url: string, type: string, body: string): Promise<void> {
    for (let attempt = 1; attempt <= pauses.length + 1 && !stopping.signal.aborted; attempt += 1) {
      const status = fake.silent ? 0 : await post(url, signBody(fake, body), stopping.signal);
      fake.deliveries.push({ type, attempt, status });
      fake.log(`notice ${type} attempt ${attempt}: ${status || 'no answer'}`);
      if (status === 200 || status === 204) return;
      const pause = pauses[attempt - 1];
      if (pause !== undefined) await wait(pause * 1000, stopping.signal);
    }
  }

  function send(url: string | null, type: string, body: string): void {
    if (!url) return;
    const one: Promise<void> = deliver(url, type, body)
      .catch(() => undefined)
      .finally(() => running.delete(one));
    running.add(one);
  }

  return {
    sold(order) {
      send(
        order.notify_url,
        'TRANSACTION.SUCCESS',
        writeNotice(fake, 'TRANSACTION.SUCCESS', 'transaction', showOrder(order)),
      );
    },
    refunded(refund) {
      if (refund.status === 'PROCESSING') return;
      const type = `REFUND.${refund.status}`;
      const body = writeNotice(fake, type, 'refund', showRefundNotice(fake, refund));
      send(refund.notify_url ?? fake.refundNotifyUrl, type, body);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function post(url: string, { body, headers }: Signed, stopping: AbortSignal): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)]),
      headers: { ...headers, 'user-agent': 'Mozilla/4.0' },
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
