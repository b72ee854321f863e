// The stand-in for Stripe against published values and against Stripe's own SDK: signatures, form encoding, refusals,
// idempotency, webhooks. The portal is not involved.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeForm } from './decode-form.ts';
import { type StripeFake, serveStripe } from './serve-stripe.ts';
import { computeSignature, signatureHeader } from './sign-events.ts';

const secretKey = 'sk_test_fakefakefake0001';
const secret = 'whsec_fakefakefake0001';
let fake: StripeFake;
let client: Stripe;
beforeAll(async () => {
  fake = await serveStripe({ port: 0, secretKey, accountId: 'acct_fake00000001', retrySeconds: [0.05, 0.05] });
  client = clientWith(secretKey);
});
afterAll(() => fake.close());

function clientWith(key: string): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: fake.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

const wish = (more: object = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'myr', unit_amount: 10_000, product_data: { name: 'A day out' } } },
  ],
  success_url: 'http://shop.invalid/done',
  client_reference_id: 'A-1',
  metadata: { paymentNo: 'A-1' },
  payment_intent_data: { metadata: { paymentNo: 'A-1' } },
  ...more,
});

async function control(path: string, body?: object) {
  const answer = await fetch(`${fake.url}/control/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secretKey}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Record<string, never> & { deliveries: { type: string; status: number }[] };
}

describe('signatures', () => {
  // Published: stripe/stripe-node, test/crypto/helpers.ts (MIT), secret "test_secret".
  it.each([
    ['', 'f7f9bd47fb987337b5796fdc1fdb9ba221d0d5396814bfcaf9521f43fd8927fd'],
    ['{"obj1":"hello","obj2":"world"}', 'bebb1a643997f419b315ddba19e6f5411e1ce7f810ba6d3617ce72823092f363'],
    ['\u{1F600}', '837da296d05c4fe31f61d5d7ead035099d9585a5bcde87de952012a78f0b0c43'],
  ])('are those that Stripe publishes for "%s"', (payload, wanted) => {
    expect(computeSignature(payload, 'test_secret')).toBe(wanted);
  });

  it('are those of the SDK for a whole header', () => {
    const body = '{"id":"evt_test_webhook","object":"event"}';
    const header = signatureHeader(body, 'whsec_test_secret', 1_700_000_000);
    expect(header).toBe('t=1700000000,v1=d95c6b7477fbd7e9f90b1b0ef5f9c7ac25abca5382460e0d988c2b2a5b71b990');
    expect(header).toBe(
      Stripe.webhooks.generateTestHeaderString({
        payload: body,
        secret: 'whsec_test_secret',
        timestamp: 1_700_000_000,
      }),
    );
  });
});

it('reads names with brackets', () => {
  expect(decodeForm('a[b][0][c]=1&a[b][1][c]=x%26y&d=&e[0]=p&e[1]=q&__proto__[x]=1')).toEqual({
    a: { b: [{ c: '1' }, { c: 'x&y' }] },
    d: '',
    e: ['p', 'q'],
  });
});

describe('sessions', () => {
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: Stripe.errors.StripeError) => `${error.statusCode} ${error.code ?? error.rawType}`,
    );

  it.each([
    [
      'a key of somebody else',
      () => clientWith('sk_test_another0000001').checkout.sessions.create(wish()),
      '401 invalid_request_error',
    ],
    ['nothing to pay', () => client.checkout.sessions.create(wish({ line_items: [] })), '400 invalid_request_error'],
    [
      'an unknown field',
      () => client.checkout.sessions.create(wish({ payment_method_types: ['card'] })),
      '400 parameter_unknown',
    ],
    [
      'a page of ten minutes',
      () => client.checkout.sessions.create(wish({ expires_at: Math.floor(Date.now() / 1000) + 600 })),
      '400 invalid_request_error',
    ],
    [
      'a mail address that is none',
      () => client.checkout.sessions.create(wish({ customer_email: 'nobody' })),
      '400 email_invalid',
    ],
    ['a session that is not there', () => client.checkout.sessions.retrieve('cs_test_none'), '404 resource_missing'],
    [
      'fils that are no tens',
      () =>
        client.checkout.sessions.create(
          wish({
            line_items: [
              { quantity: 1, price_data: { currency: 'kwd', unit_amount: 5124, product_data: { name: 'x' } } },
            ],
          }),
        ),
      '400 invalid_charge_amount',
    ],
    [
      'parts of a króna',
      () =>
        client.checkout.sessions.create(
          wish({
            line_items: [
              { quantity: 1, price_data: { currency: 'isk', unit_amount: 4010, product_data: { name: 'x' } } },
            ],
          }),
        ),
      '400 invalid_charge_amount_no_decimal_compatible',
    ],
  ])('are refused for %s', async (_, work, wanted) => {
    expect(await codeOf(work())).toBe(wanted);
  });

  it('are the same for the same key, and refused for another content under it', async () => {
    const first = await client.checkout.sessions.create(wish(), { idempotencyKey: 'key-1' });
    expect((await client.checkout.sessions.create(wish(), { idempotencyKey: 'key-1' })).id).toBe(first.id);
    const other = client.checkout.sessions.create(wish({ client_reference_id: 'A-2' }), { idempotencyKey: 'key-1' });
    expect(await codeOf(other)).toBe('400 idempotency_error');
  });

  it('are paid on their page, refunded in parts, and never beyond', async () => {
    const session = await client.checkout.sessions.create(wish());
    const page = (card: string) =>
      fetch(session.url as string, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card }) });
    expect(await (await page('4000 0000 0000 0002')).text()).toContain('declined');
    const paid = await page('4242 4242 4242 4242');
    expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://shop.invalid/done']);
    const now = await client.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect([now.status, now.payment_status]).toEqual(['complete', 'paid']);
    const intent = now.payment_intent as Stripe.PaymentIntent;
    expect(intent.metadata).toEqual({ paymentNo: 'A-1' });
    expect(await codeOf(client.checkout.sessions.expire(session.id))).toContain('400');
    expect((await client.refunds.create({ payment_intent: intent.id, amount: 4000 })).status).toBe('succeeded');
    expect(await codeOf(client.refunds.create({ payment_intent: intent.id, amount: 7000 }))).toContain('400');
    expect((await client.refunds.create({ payment_intent: intent.id })).amount).toBe(6000);
    expect(await codeOf(client.refunds.create({ payment_intent: intent.id }))).toBe('400 charge_already_refunded');
    const rows = (await client.balanceTransactions.list({ limit: 100, expand: ['data.source'] })).data;
    expect(rows.map((row) => row.amount)).toEqual([-6000, -4000, 10_000]);
    expect(rows[2]?.source).toMatchObject({ object: 'charge', metadata: { paymentNo: 'A-1' } });
  });
});

it('events are sent again until they are taken, each time with a fresh signature', async () => {
  const seen: string[] = [];
  const shop = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const event = Stripe.webhooks.constructEvent(
        Buffer.concat(parts),
        String(request.headers['stripe-signature']),
        secret,
      );
      seen.push(event.type);
      response.writeHead(seen.length === 1 ? 500 : 200).end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  await control('webhook', { url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`, secret });
  const session = await client.checkout.sessions.create(wish());
  await client.checkout.sessions.expire(session.id);
  for (let tries = 0; seen.length < 2 && tries < 50; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen).toEqual(['checkout.session.expired', 'checkout.session.expired']);
  await control('webhook', {});
  shop.close();
});
