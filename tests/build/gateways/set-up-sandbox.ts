// Sets up the test gateway.
import { createHmac } from 'node:crypto';
import { serveGateway } from '../../../sandbox/serve-gateway.ts';
import type { Attempt, Bend, Play } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';

const merchant = 'shop-one';
const secret = 'secret-of-one-0001';

type GatewayPayment = { id: string; status: string; transactionId: string | null };

export const setUpSandbox: Cast = {
  channel: 'sandbox',
  timed: true,
  async open() {
    const gateway = await serveGateway({
      port: 0,
      host: '127.0.0.1',
      publicUrl: 'http://127.0.0.1:0',
      secretOf: (name) => (name === merchant ? secret : undefined),
    });
    const url = `http://127.0.0.1:${gateway.port}`;
    return { url, play: playSandbox(url), close: gateway.close };
  },
};

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function playSandbox(url: string): Play {
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const raw = body ? JSON.stringify(body) : '';
    const t = Math.floor(Date.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'x-sandbox-merchant': merchant,
      'x-sandbox-signature': `t=${t},v1=${hmac(secret, `${t}.${method}.${path}.${raw}`)}`,
    };
    return (await (await fetch(url + path, { method, headers, ...(raw ? { body: raw } : {}) })).json()) as Answer;
  };
  const list = async ({ paymentNo }: Attempt) =>
    (await call<{ payments: GatewayPayment[] }>('GET', `/v1/payments?reference=${paymentNo}`)).payments;
  const act = async (attempt: Attempt, outcome: string) => {
    const [found] = await list(attempt);
    await call('POST', `/control/payments/${found?.id}`, { outcome });
  };
  const write = async (attempt: Attempt, type: string, bend: Bend) => {
    const [found] = await list(attempt);
    const raw = JSON.stringify({
      eventId: `evt-${Math.random()}`,
      type,
      merchant: bend.merchant ?? merchant,
      paymentId: found?.id,
      transactionId: found?.transactionId ?? 'txn-early',
      reference: bend.paymentNo ?? attempt.paymentNo,
      currency: bend.currency ?? attempt.currency,
      amountMinor: bend.amountMinor ?? attempt.amountMinor,
      at: new Date().toISOString(),
    });
    const t = bend.at ?? Math.floor(Date.now() / 1000);
    const signature = `t=${t},v1=${hmac(bend.forged ? 'another-secret-000' : secret, `${t}.${raw}`)}`;
    return { raw, headers: { 'content-type': 'application/json', 'x-sandbox-signature': signature } };
  };
  return {
    channel: 'sandbox',
    timed: true,
    received: 'OK',
    pay: (attempt, options) => act(attempt, options?.silent ? 'pay-silent' : 'pay'),
    fail: (attempt) => act(attempt, 'decline'),
    notice: (attempt, bend = {}) => write(attempt, 'payment.paid', bend),
    failNotice: (attempt) => write(attempt, 'payment.failed', {}),
    count: async (attempt) => (await list(attempt)).length,
    isOpen: async (attempt) => (await list(attempt)).some((one) => one.status === 'open'),
    refundsOf: ({ paymentNo }) => waitForRefunds(call, paymentNo),
    async hush(attempt) {
      const [found] = await list(attempt);
      await call('POST', `/control/payments/${found?.id}/refunds`, { outcome: 'succeed-silent' });
      return async () => undefined;
    },
    isRefund: (path) => path === '/v1/refunds',
  };
}

type Call = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** The gateway carries refunds out after a second or two. */
async function waitForRefunds(call: Call, paymentNo: string): Promise<number[]> {
  const path = `/v1/statement?day=${new Date().toISOString().slice(0, 10)}`;
  for (let tries = 0; tries < 40; tries += 1) {
    const { refunds } = await call<{ refunds: { reference: string; amountMinor: number }[] }>('GET', path);
    const own = refunds.filter((one) => one.reference === paymentNo);
    if (own.length) return own.map((one) => one.amountMinor);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return [];
}
