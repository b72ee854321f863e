// Delivers notices to the shop: encrypted, with a new signature at each try, repeated with growing pauses until it answers 200 or 204.
import { randomUUID } from 'node:crypto';
import { postNotice, startRetries } from '../kit/retry-notices.ts';
import { type Json, showOrder } from './open-orders.ts';
import { showRefundNotice } from './refund-orders.ts';
import { beijing, type Fake, newLetters, type Order, type Refund } from './run-fake.ts';
import { answerText, sealText, signText } from './sign-messages.ts';

/** 15 s twice, 30 s, 3 min, 10, 20, 30 three times, an hour, 3 h three times, 6 h twice. */
const retrySeconds = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600];
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

export function writeNotice(fake: Fake, type: string, kind: 'transaction' | 'refund', answer: Json): string {
  return JSON.stringify({
    id: randomUUID(),
    create_time: beijing(),
    resource_type: 'encrypt-resource',
    event_type: type,
    summary: kind === 'refund' ? '退款通知' : '支付成功',
    resource: sealText(JSON.stringify(answer), fake.merchant.apiV3Key, kind),
  });
}

export type Sender = { sold(order: Order): void; refunded(refund: Refund): void; stop(): Promise<void> };

export function startSender(fake: Fake, pauses: readonly number[] = retrySeconds): Sender {
  const retries = startRetries(pauses);

  async function deliver(
    { url, type, body }: { url: string; type: string; body: string },
    attempt: number,
    stopping: AbortSignal,
  ): Promise<boolean> {
    const status = fake.silent ? 0 : await post(url, signBody(fake, body), stopping);
    fake.deliveries.push({ type, attempt, status });
    fake.log(`notice ${type} attempt ${attempt}: ${status || 'no answer'}`);
    return status === 200 || status === 204;
  }

  function send(url: string | null, type: string, body: string): void {
    if (url) retries.begin((attempt, stopping) => deliver({ url, type, body }, attempt, stopping));
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
    stop: retries.stop,
  };
}

async function post(url: string, { body, headers }: Signed, stopping: AbortSignal): Promise<number> {
  const named = { ...headers, 'user-agent': 'Mozilla/4.0' };
  return (await postNotice({ url, headers: named, body, withinMs: answerWithinMs }, stopping)).status;
}
