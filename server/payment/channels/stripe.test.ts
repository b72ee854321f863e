// Stripe beyond the cases of every channel (conformance.ts): amounts, the cardholder step, paying currencies, events of other sales,
// refunds that end later, the day's list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventOf, setUpStripe, signEvent, stripeKeys } from '../../../tests/build/gateways/set-up-stripe.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { cardholder, openTheatre, readAttempt, setUp, type Theatre } from '../../../tests/build/set-up-channels.ts';
import { sql } from '../../platform/db.ts';
import type { ChannelConfig } from './channel.ts';
import { fromStripe, stripe, toStripe } from './stripe.ts';

const config: ChannelConfig = { keys: { webhookSecret: 'whsec_test_secret' }, options: {}, baseUrl: '' };
const body = Buffer.from('{"id":"evt_test_webhook","object":"event"}');
const signature = 't=1700000000,v1=d95c6b7477fbd7e9f90b1b0ef5f9c7ac25abca5382460e0d988c2b2a5b71b990';
const read = (seconds: number, keys: Record<string, string> = config.keys as Record<string, string>, raw = body) =>
  stripe.readNotice({ ...config, keys }, raw, { 'stripe-signature': signature }, new Date(seconds * 1000));

describe('on paper', () => {
  it('counts amounts as Stripe does', () => {
    expect(toStripe({ amountMinor: 10_050, currency: 'MYR' })).toBe(10_050);
    expect(toStripe({ amountMinor: 500, currency: 'JPY' })).toBe(500);
    expect(toStripe({ amountMinor: 40, currency: 'ISK' })).toBe(4000);
    expect(toStripe({ amountMinor: 5120, currency: 'KWD' })).toBe(5120);
    expect(() => toStripe({ amountMinor: 5124, currency: 'KWD' })).toThrow();
    expect(fromStripe(4000, 'isk')).toEqual({ amountMinor: 40, currency: 'ISK' });
    expect(fromStripe(4010, 'isk')).toBeUndefined();
    expect(fromStripe(500, 'jpy')).toEqual({ amountMinor: 500, currency: 'JPY' });
    expect(fromStripe(500, 'xxx')).toBeUndefined();
  });

  it('knows a signature by its published rule, for five minutes', () => {
    expect(read(1_700_000_300)).toEqual({ eventId: 'evt_test_webhook', paymentNo: '' });
    expect(read(1_700_000_301)).toBeUndefined();
    expect(read(1_700_000_000, {})).toBeUndefined();
    expect(read(1_700_000_000, undefined, Buffer.from(`${body} `))).toBeUndefined();
  });

  it('takes two secrets while one follows the other', () => {
    expect(read(1_700_000_000, { webhookSecret: 'whsec_thenewone01 whsec_test_secret' })).toBeDefined();
  });
});

let theatre: Theatre;
let member: string;
beforeAll(async () => {
  theatre = await openTheatre([setUpStripe]);
  member = await theatre.test.signIn('member@one.example', 'member-2026');
});
afterAll(() => theatre.close());

const pay = (orderNo: string, more: object = { cardholder }) =>
  theatre.test.call('paying', { id: orderNo, channel: 'stripe', ...more } as never, { token: member, key: newKey() });
const stage = () => theatre.stageOf('stripe');
const fakeUrl = (page: string | null) => new URL(String(page)).origin;
const sessionOf = async (page: string | null) => {
  const id = String(page).split('/').at(-1);
  const headers = { authorization: `Bearer ${stripeKeys.one.secretKey}` };
  return (await (await fetch(`${fakeUrl(page)}/v1/checkout/sessions/${id}`, { headers })).json()) as Record<
    string,
    unknown
  >;
};

describe('the cardholder', () => {
  it("is asked for by name, and nothing of the card is taken (§5 Visa card; §8 cardholder's details required)", async () => {
    const orderNo = await placeOrder(theatre.test, member);
    const info = await theatre.test.call('payInfo', { id: orderNo }, { token: member });
    expect(info.data.channels.find((channel) => channel.channel === 'stripe')).toMatchObject({ cardholder: true });
    const fieldsOf = async (more: object) => {
      const { code, data } = await pay(orderNo, more);
      return [code, Object.keys((data as { fields?: object }).fields ?? {}).sort()];
    };
    expect(await fieldsOf({})).toEqual([200001, ['cardholder.email', 'cardholder.phone']]);
    expect(await fieldsOf({ cardholder: { email: 'nobody', phone: '+60 12' } })).toEqual([
      200001,
      ['cardholder.email', 'cardholder.phone'],
    ]);
    const card = { ...cardholder, number: '4242424242424242' };
    expect((await pay(orderNo, { cardholder: card })).code).toBe(200001);
    expect((await pay(orderNo, { cardholder, cvc: '123' })).code).toBe(200001);
    const started = await pay(orderNo);
    const session = await sessionOf(started.data.redirectUrl);
    expect(session).toMatchObject({
      customer_email: cardholder.email,
      client_reference_id: started.data.paymentNo,
      amount_total: 10_000,
      currency: 'myr',
      success_url: `http://one.test/booking/complete?order=${orderNo}`,
      cancel_url: `http://one.test/booking/pay?order=${orderNo}`,
    });
    expect(started.data.qr).toContain('data:image/svg+xml');
  });

  it('who changes gets another page, and the first one closes', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    const first = await pay(orderNo);
    expect((await pay(orderNo)).data.redirectUrl).toBe(first.data.redirectUrl);
    const second = await pay(orderNo, { cardholder: { ...cardholder, email: 'other@example.com' } });
    expect(second.data.paymentNo).not.toBe(first.data.paymentNo);
    expect((await sessionOf(first.data.redirectUrl)).status).toBe('expired');
    expect((await sessionOf(second.data.redirectUrl)).customer_email).toBe('other@example.com');
  });
});

describe('a top-up by card', () => {
  it('asks for the cardholder as an order does, and raises the deposit once (§5 Visa card)', async () => {
    const { test } = theatre;
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    const { channels } = (await test.call('cashier', { amount: 7000 }, { token: agent })).data;
    expect(channels.find(({ channel }) => channel === 'stripe')).toMatchObject({ cardholder: true });
    const topUp = (more: object) =>
      test.call('cashierInfo', { channel: 'stripe', amount: 7000, ...more }, { token: agent, key: newKey() });
    const refused = (await topUp({})).data as unknown as { fields: object };
    expect(Object.keys(refused.fields).sort()).toEqual(['cardholder.email', 'cardholder.phone']);
    const depositOf = async () => (await test.call('bill', {}, { token: agent })).data.figures.deposit.amountMinor;
    const before = await depositOf();
    const { data } = await topUp({ cardholder });
    expect(await sessionOf(data.redirectUrl)).toMatchObject({ customer_email: cardholder.email, amount_total: 7000 });
    const attempt = await readAttempt(test, data.rechargeNo);
    await stage().play.pay(attempt);
    await until(
      () => test.call('rechargeResult', { id: data.rechargeNo }, { token: agent }),
      (result) => result.data.status === 1,
    );
    expect(await depositOf()).toBe(before + 7000);
  });
});

describe('paying currency', () => {
  const offerOf = async (orderNo: string) =>
    (await theatre.test.call('payInfo', { id: orderNo }, { token: member })).data.channels.find(
      (channel) => channel.channel === 'stripe',
    );
  const rowOf = async (orderNo: string) =>
    (
      await sql<
        Record<string, unknown>
      >`SELECT currency, amount_minor, fee_minor, order_minor, rate::float AS rate FROM payment
        WHERE order_no = ${orderNo}`.execute(theatre.test.database.house)
    ).rows[0];

  it("is what the buyer sees, or the order's own, in its smallest unit (§5)", async () => {
    const orderNo = await placeOrder(theatre.test, member, { product: 'Evening Show', session: '18:00' });
    const own = await pay(orderNo, { cardholder, currency: 'JPY' });
    expect(await sessionOf(own.data.redirectUrl)).toMatchObject({ amount_total: 3500, currency: 'jpy' });
    // JPY 3,500 at 0.0292; the page in yen closes.
    const { data } = await pay(orderNo, { cardholder, currency: 'MYR' });
    expect(await sessionOf(data.redirectUrl)).toMatchObject({ amount_total: 10_220, currency: 'myr' });
    expect((await sessionOf(own.data.redirectUrl)).status).toBe('expired');
  });

  it('is what the owner chose: converted once, the fee on top, and stored with its rate', async () => {
    await setUp(theatre.test, 'stripe', 'one', {}, { currency: 'USD', feePercent: '2.5' });
    const orderNo = await placeOrder(theatre.test, member, { quantity: 2 });
    // 200 MYR and 2.5 % at 4.42 MYR for a dollar: 205 / 4.42 = 46.38; the order alone 45.25.
    expect(await offerOf(orderNo)).toMatchObject({
      payable: { amountMinor: 4638, currency: 'USD' },
      fee: { amountMinor: 113, currency: 'USD' },
    });
    const seen = { amountMinor: 4637, currency: 'USD' };
    expect((await pay(orderNo, { cardholder, seen })).code).toBe(200203);
    const { data } = await pay(orderNo, { cardholder, seen: { amountMinor: 4638, currency: 'USD' } });
    expect(await sessionOf(data.redirectUrl)).toMatchObject({ amount_total: 4638, currency: 'usd' });
    expect(await rowOf(orderNo)).toMatchObject({
      currency: 'USD',
      amount_minor: 4638,
      fee_minor: 113,
      order_minor: 20_000,
    });
    expect(Number((await rowOf(orderNo))?.rate)).toBeCloseTo(1 / 4.42, 10);
    await stage().tell(await stage().play.notice(await readAttempt(theatre.test, orderNo)));
    expect(await stage().status(orderNo)).toMatchObject({ payStatus: 103, applied: 1 });
  });

  it('without a rate is no way to pay', async () => {
    await setUp(theatre.test, 'stripe', 'one', {}, { currency: 'SEK' });
    const orderNo = await placeOrder(theatre.test, member);
    expect(await offerOf(orderNo)).toBeUndefined();
    expect((await pay(orderNo)).code).toBe(200401);
    await setUp(theatre.test, 'stripe', 'one', {}, { currency: null });
  });
});

describe('events', () => {
  it('of other sales of the account are acknowledged and not stored', async () => {
    const other = {
      id: 'cs_test_other',
      object: 'checkout.session',
      metadata: {},
      client_reference_id: 'B-7',
      payment_status: 'paid',
    };
    const event = eventOf('checkout.session.completed', other);
    const answer = await stage().tell(signEvent(event, stripeKeys.one.webhookSecret));
    expect(answer).toEqual({ status: 200, text: 'received' });
    const stored = await sql`SELECT 1 FROM payment_notice WHERE event_id = ${event.id}`.execute(
      theatre.test.database.house,
    );
    expect(stored.rows).toEqual([]);
  });

  it('report refunds that end later, well or badly', async () => {
    for (const [outcome, status] of [
      ['succeed', 1],
      ['fail', 2],
    ] as const) {
      const orderNo = await placeOrder(theatre.test, member, { product: 'Green Hills', quantity: 2 });
      const { data } = await pay(orderNo);
      const attempt = await readAttempt(theatre.test, orderNo);
      const at = fakeUrl(data.redirectUrl);
      const headers = { authorization: `Bearer ${stripeKeys.one.secretKey}` };
      const control = (path: string, wish: object) =>
        fetch(`${at}/control/${path}`, { method: 'POST', headers, body: JSON.stringify(wish) });
      await stage().play.pay(attempt);
      await until(
        () => stage().status(orderNo),
        (now) => now.payStatus === 103,
      );
      await control('refund-plans', { plans: ['pending'] });
      await stage().reject(orderNo);
      const ref = async () =>
        (
          await sql<{
            status: number;
            provider_ref: string | null;
          }>`SELECT status, provider_ref FROM refund WHERE order_no = ${orderNo}`.execute(theatre.test.database.house)
        ).rows[0];
      const open = await until(ref, (row) => Boolean(row?.provider_ref));
      expect(open?.status).toBe(0);
      await control(`refunds/${open?.provider_ref}`, { outcome });
      expect((await until(ref, (row) => row?.status === status))?.status).toBe(status);
    }
  });
});

it("lists the day's money by our numbers", async () => {
  const orderNo = await placeOrder(theatre.test, member);
  const { data } = await pay(orderNo);
  const attempt = await readAttempt(theatre.test, orderNo);
  await stage().play.pay(attempt, { silent: true });
  const own = { keys: stripeKeys.one, options: {}, baseUrl: fakeUrl(data.redirectUrl) };
  const asked = {
    ...attempt,
    transactionId: null,
    amount: { amountMinor: 10_000, currency: 'MYR' as const },
    startedAt: new Date(),
  };
  const amount = { amountMinor: 2500, currency: 'MYR' as const };
  const refund = { refundNo: `${attempt.paymentNo}-test`, refundRef: null, payment: asked, amount, reason: 'test' };
  expect(await stripe.queryRefund?.(own, refund, new Date())).toBeUndefined();
  expect(await stripe.refund?.(own, refund, new Date())).toMatchObject({ state: 'successful' });
  expect(await stripe.queryRefund?.(own, refund, new Date())).toMatchObject({ state: 'successful' });
  const day = new Date().toISOString().slice(0, 10);
  const rows = (await stripe.settlementList?.(own, day, new Date()))?.filter((settlement) =>
    settlement.ourRef.startsWith(attempt.paymentNo),
  );
  expect(rows).toEqual([
    { kind: 'refund', providerRef: expect.stringContaining('re_'), ourRef: `${attempt.paymentNo}-test`, amount },
    { kind: 'payment', providerRef: expect.stringContaining('pi_'), ourRef: attempt.paymentNo, amount: asked.amount },
  ]);
});
