// The test gateway beside a test instance: a second real server that the owner's channel setting points to.
import { createHmac } from 'node:crypto';
import { serveGateway } from '../../sandbox/serve-gateway.ts';
import { sql } from '../../server/platform/db.ts';
import type { TestHouse } from './open-house.ts';

export type TestGateway = {
  url: string;
  /** Plays the customer: pay, decline, pay-late, pay-silent, unknown, cancel. */
  act(paymentId: string, outcome: string, more?: Record<string, unknown>): Promise<number>;
  close(): Promise<void>;
};

const merchant = 'shop-one';
const secret = 'secret-of-one-0001';

export async function openGateway(test: TestHouse): Promise<TestGateway> {
  const gateway = await serveGateway({
    port: 0,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:0',
    secretOf: (name) => (name === merchant ? secret : undefined),
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  await sql`UPDATE channel_setting SET base_url = ${url} WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
    test.database.house,
  );
  return {
    url,
    act: (paymentId, outcome, more) => actAt(url, paymentId, outcome, more),
    close: () => gateway.close(),
  };
}

/** Plays the customer at a gateway; answers its status. */
export async function actAt(
  url: string,
  paymentId: string,
  outcome: string,
  more: Record<string, unknown> = {},
): Promise<number> {
  const path = `/control/payments/${paymentId}`;
  const body = JSON.stringify({ outcome, ...more });
  const t = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${t}.POST.${path}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-sandbox-merchant': merchant,
    'x-sandbox-signature': `t=${t},v1=${signature}`,
  };
  return (await fetch(url + path, { method: 'POST', headers, body })).status;
}

/** A notice signed as the gateway signs it, for forging and bending. */
export function signNotice(
  event: object,
  options: { secret?: string; at?: number } = {},
): { raw: string; headers: Record<string, string> } {
  const raw = JSON.stringify(event);
  const t = options.at ?? Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', options.secret ?? secret)
    .update(`${t}.${raw}`)
    .digest('hex');
  return {
    raw,
    headers: {
      'content-type': 'application/json',
      'x-sandbox-merchant': merchant,
      'x-sandbox-signature': `t=${t},v1=${signature}`,
    },
  };
}

/** Waits until something is so; an error, with what was there instead, after half a minute and a few tries at least. */
export async function until<Value>(ask: () => Promise<Value>, fits: (value: Value) => boolean): Promise<Value> {
  const end = Date.now() + 30_000;
  for (let tries = 1; ; tries += 1) {
    const value = await ask();
    if (fits(value)) return value;
    if (tries >= 5 && Date.now() > end) throw new Error(`it never became so: ${JSON.stringify(value)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
