// Sets up the stand-in for Stripe.
import { randomBytes } from 'node:crypto';
import { serveStripe } from '../../../sandbox/stripe/serve-stripe.ts';
import { signatureHeader } from '../../../sandbox/stripe/sign-events.ts';
import type { Attempt, Bend, Play, Raw } from '../../../server/payment/channels/stage.ts';
import type { Cast } from '../set-up-channels.ts';

export const stripeKeys = {
  one: {
    accountId: 'acct_one000000001',
    secretKey: 'sk_test_ofShopOne0000001',
    webhookSecret: 'whsec_ofShopOne0000001',
  },
  two: {
    accountId: 'acct_two000000001',
    secretKey: 'sk_test_ofShopTwo0000001',
    webhookSecret: 'whsec_ofShopTwo0000001',
  },
};

export const setUpStripe: Cast = {
  channel: 'stripe',
  timed: true,
  keys: stripeKeys,
  async open(notifyUrl) {
    const { secretKey, accountId, webhookSecret: secret } = stripeKeys.one;
    const endpoint = { url: notifyUrl, secret };
    const fake = await serveStripe({ port: 0, secretKey, accountId, endpoint, retrySeconds: [0.2, 0.5] });
    return { url: fake.url, play: playStripe(fake.url, endpoint), close: fake.close };
  },
};

type Session = Record<string, unknown> & {
  id: string;
  client_reference_id: string;
  status: string;
  payment_intent: string | null;
  metadata: Record<string, string>;
};

/** Króna in hundredths; dinar and others as they are. */
const toStripe = (amountMinor: number, currency: string) => (currency === 'ISK' ? amountMinor * 100 : amountMinor);

export function eventOf(type: string, object: object): { id: string } & Record<string, unknown> {
  const created = Math.floor(Date.now() / 1000);
  const id = `evt_${randomBytes(12).toString('hex')}`;
  return { id, object: 'event', api_version: '2026-10-28.endive', created, livemode: false, type, data: { object } };
}

export function signEvent(event: object, secret: string, at = Math.floor(Date.now() / 1000)): Raw {
  const raw = JSON.stringify(event, null, 2);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signatureHeader(raw, secret, at),
  };
  return { raw, headers };
}

function playStripe(url: string, endpoint: { url: string; secret: string }): Play {
  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${stripeKeys.one.secretKey}` };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await (await fetch(url + path, init)).json()) as Answer;
  };
  const list = async ({ paymentNo }: Attempt) => {
    const { data } = await call<{ data: Session[] }>('/v1/checkout/sessions?limit=100');
    return data.filter((one) => one.client_reference_id === paymentNo);
  };
  const find = async (attempt: Attempt): Promise<Session> => {
    const [found] = await list(attempt);
    if (!found) throw new Error(`no session for ${attempt.paymentNo}`);
    return found;
  };
  const act = async (attempt: Attempt, outcome: string) => {
    await call(`/control/sessions/${(await find(attempt)).id}`, { outcome });
  };
  const write = async (attempt: Attempt, type: string, change: object, bend: Bend) => {
    const session = await find(attempt);
    const paymentNo = bend.paymentNo ?? attempt.paymentNo;
    const event = eventOf(type, {
      ...session,
      ...change,
      payment_intent: session.payment_intent ?? 'pi_early',
      client_reference_id: paymentNo,
      amount_total: toStripe(bend.amountMinor ?? attempt.amountMinor, attempt.currency),
      currency: (bend.currency ?? attempt.currency).toLowerCase(),
      metadata: { ...session.metadata, paymentNo },
    });
    if (bend.merchant) event.account = `acct_${bend.merchant.replace(/\W/g, '')}`;
    return signEvent(event, bend.forged ? stripeKeys.two.webhookSecret : stripeKeys.one.webhookSecret, bend.at);
  };
  const paid = { status: 'complete', payment_status: 'paid' };
  return {
    channel: 'stripe',
    timed: true,
    received: 'received',
    pay: (attempt, options) => act(attempt, options?.silent ? 'pay-silent' : 'pay'),
    fail: (attempt) => act(attempt, 'expire'),
    notice: (attempt, bend = {}) => write(attempt, 'checkout.session.completed', paid, bend),
    failNotice: (attempt) =>
      write(attempt, 'checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }, {}),
    count: async (attempt) => (await list(attempt)).length,
    isOpen: async (attempt) => (await list(attempt)).some((one) => one.status === 'open'),
    async refundsOf(attempt) {
      const { payment_intent: intent } = await find(attempt);
      const { data } = await call<{ data: { amount: number; status: string }[] }>(
        `/v1/refunds?limit=100&payment_intent=${intent}`,
      );
      const fromStripe = (amount: number) => (attempt.currency === 'ISK' ? amount / 100 : amount);
      return data.filter((one) => one.status !== 'failed').map((one) => fromStripe(one.amount));
    },
    async hush() {
      await call('/control/webhook', {});
      return async () => call('/control/webhook', endpoint);
    },
    isRefund: (path) => path === '/v1/refunds',
  };
}
