// Paying over HTTP: deposit and the test gateway with its outcomes; forged and altered notices; late and double money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whenFree } from '../../demo/call-house.ts';
import { openGateway, signNotice, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { closeOverdue } from '../order/close-order.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;
let agent: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  member = await test.signIn('member@one.example', 'member-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const pay = (orderNo: string, channel: string, token = member) => {
  const as = { token, key: newKey() };
  return whenFree(() => test.call('paying', { id: orderNo, channel }, as));
};
const result = (orderNo: string, token = member) =>
  test.call('isPaySuccess', { id: orderNo }, { token }).then((outcome) => outcome.data);
const gatewayId = (address: string | null) => String(address).split('/').at(-1) as string;
const notify = (event: object, options?: { secret?: string; at?: number }) => {
  const { raw, headers } = signNotice(event, options);
  return test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers });
};
const eventFor = (started: { paymentNo: string; redirectUrl: string | null }, more: object = {}) => ({
  eventId: `evt-${Math.random()}`,
  type: 'payment.paid',
  merchant: 'shop-one',
  paymentId: gatewayId(started.redirectUrl),
  transactionId: 'txn-1',
  reference: started.paymentNo,
  currency: 'MYR',
  amountMinor: 10_000,
  at: new Date().toISOString(),
  ...more,
});

describe('deposit', () => {
  it('pays at once, and the journal reproduces the balance', async () => {
    const orderNo = await placeOrder(test, agent, { quantity: 2 });
    const info = await test.call('payInfo', { id: orderNo }, { token: agent });
    expect(info.data.channels.find((channel) => channel.channel === 'deposit')?.balance).toEqual({
      amountMinor: 100_000,
      currency: 'MYR',
    });
    expect((await pay(orderNo, 'deposit', agent)).data.status).toBe(103);
    expect((await result(orderNo, agent)).status).toBe(1003);
    const after = await test.call('payInfo', { id: orderNo }, { token: agent });
    expect(after.data.channels.find((channel) => channel.channel === 'deposit')?.balance).toEqual({
      amountMinor: 80_000,
      currency: 'MYR',
    });
    expect((await pay(orderNo, 'deposit', agent)).code).toBe(200405);
  });

  it('is never overdrawn: 20 orders of 100 at once on a balance of 800 pay exactly 8', async () => {
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => placeOrder(test, agent)).map((item) => item.catch(() => '')),
    );
    const placed = orders.filter(Boolean);
    expect(placed.length).toBeGreaterThan(8);
    const codes = (await Promise.all(placed.map((orderNo) => pay(orderNo, 'deposit', agent)))).map(
      (outcome) => outcome.code,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(8);
    expect(codes.filter((code) => code === 200402)).toHaveLength(placed.length - 8);
    await Promise.all(placed.map((orderNo) => test.call('cancelOrder', { orderNo }, { token: agent })));
  });

  it('is not offered to members, and payable 0 needs no deposit (§5 order of 0)', async () => {
    const orderNo = await placeOrder(test, member);
    expect(
      (await test.call('payInfo', { id: orderNo }, { token: member })).data.channels.map((channel) => channel.channel),
    ).toEqual(['sandbox']);
    expect((await pay(orderNo, 'deposit')).code).toBe(200401);
    await test.call('cancelOrder', { orderNo }, { token: member });
    const free = await placeOrder(test, member, { product: 'Free Walk' });
    expect((await pay(free, 'sandbox')).code).toBe(200407);
    expect((await pay(free, 'deposit')).data.status).toBe(103);
  });
});

describe('the test gateway', () => {
  it('reports a payment by a signed notice, and the order is confirmed', async () => {
    const orderNo = await placeOrder(test, member);
    const started = (await pay(orderNo, 'sandbox')).data;
    expect(started.qr).toContain('data:image/svg+xml');
    expect((await pay(orderNo, 'sandbox')).data.paymentNo).toBe(started.paymentNo);
    await gateway.act(gatewayId(started.redirectUrl), 'pay', { duplicate: 3 });
    const outcome = await until(
      () => result(orderNo),
      (item) => item.paid,
    );
    expect(outcome).toMatchObject({ paid: true, status: 1003 });
  });

  it('is named in the order that it paid, with its fee beside the price (§3 order; §3 amounts; §9 channel fee)', async () => {
    await sql`UPDATE channel_setting SET fee_percent = 2.5 WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    const orderNo = await placeOrder(test, member);
    const detail = async () => (await test.call('orderDetail', { id: orderNo }, { token: member })).data;
    const none = { channel: null, paidTotal: { amountMinor: 0 }, feeTotal: { amountMinor: 0 } };
    expect(await detail()).toMatchObject(none);
    const started = (await pay(orderNo, 'sandbox')).data;
    expect(await detail()).toMatchObject(none);
    await gateway.act(gatewayId(started.redirectUrl), 'pay');
    await until(
      () => result(orderNo),
      (item) => item.paid,
    );
    await sql`UPDATE channel_setting SET fee_percent = 0 WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    const paid = await detail();
    expect(paid).toMatchObject({
      channel: 'sandbox',
      paidTotal: { amountMinor: 10_000, currency: 'MYR' },
      feeTotal: { amountMinor: 250, currency: 'MYR' },
    });
    expect(paid.events.find((event) => event.action === 'pay')).toMatchObject({
      actor: 'channel',
      actorName: 'sandbox',
    });
    // The mail names it as well: more was paid than the total that it has.
    const mailed = await until(
      async () =>
        (await test.mails('mei@example.com')).find(({ occasion }) => occasion.startsWith(`order ${orderNo} confirmed`)),
      (mail) => mail !== undefined,
    );
    expect(mailed?.body.replaceAll('\u00a0', ' ')).toMatch(/Payment fee: MYR 2\.50/);
  });

  it('settles a silent payment by asking', async () => {
    const orderNo = await placeOrder(test, member);
    const started = (await pay(orderNo, 'sandbox')).data;
    await gateway.act(gatewayId(started.redirectUrl), 'pay-silent');
    await sql`UPDATE payment SET polled_at = NULL WHERE order_no = ${orderNo}`.execute(test.database.house);
    expect((await result(orderNo)).paid).toBe(true);
  });

  it('says when it failed, and lets the buyer pay again (§4 payment status; §8 payment failed)', async () => {
    const orderNo = await placeOrder(test, member);
    const started = (await pay(orderNo, 'sandbox')).data;
    await gateway.act(gatewayId(started.redirectUrl), 'decline');
    expect(
      (
        await until(
          () => result(orderNo),
          (item) => item.payStatus === 104,
        )
      ).payStatus,
    ).toBe(104);
    const again = (await pay(orderNo, 'sandbox')).data;
    expect(again.paymentNo).not.toBe(started.paymentNo);
    await gateway.act(gatewayId(again.redirectUrl), 'pay');
    expect(
      (
        await until(
          () => result(orderNo),
          (item) => item.paid,
        )
      ).paid,
    ).toBe(true);
  });

  it('refuses forged, stale, bent and foreign notices, and applies none of them', async () => {
    const orderNo = await placeOrder(test, member);
    const started = (await pay(orderNo, 'sandbox')).data;
    expect((await notify(eventFor(started), { secret: 'another-secret-000' })).status).toBe(400);
    expect((await notify(eventFor(started), { at: Math.floor(Date.now() / 1000) - 400 })).status).toBe(400);
    for (const bent of [{ amountMinor: 9999 }, { currency: 'THB' }, { merchant: 'shop-two' }])
      expect((await notify(eventFor(started, bent))).status).toBe(200);
    expect((await notify(eventFor(started, { reference: 'NOBODY' }))).status).toBe(400);
    expect(await result(orderNo)).toMatchObject({ paid: false, status: 1001 });
    expect(await result(orderNo)).toMatchObject({ payStatus: 102 });
    expect((await notify(eventFor(started))).status).toBe(200);
    expect((await result(orderNo)).paid).toBe(true);
  });

  it('applies a hundred copies of one notice once', async () => {
    const orderNo = await placeOrder(test, member);
    const started = (await pay(orderNo, 'sandbox')).data;
    const event = eventFor(started);
    const answers = await Promise.all(Array.from({ length: 100 }, () => notify(event).then((answer) => answer.text())));
    expect(answers.every((text) => text === 'OK')).toBe(true);
    const events = (await test.call('orderDetail', { id: orderNo }, { token: member })).data.events;
    expect(events.filter((event) => event.action === 'pay')).toHaveLength(1);
  });
});

describe('late money', () => {
  async function lateOrder(product: string) {
    const orderNo = await placeOrder(test, member, { product, quantity: product === 'Few Seats' ? 5 : 1 });
    const started = (await pay(orderNo, 'sandbox')).data;
    await sql`UPDATE payment SET live = false, status = 104 WHERE order_no = ${orderNo}`.execute(test.database.house);
    await sql`UPDATE purchase SET pay_by = now() - interval '1 second', pay_status = 104 WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    await closeOverdue(test.database, () => new Date());
    return { orderNo, started };
  }

  it('takes the places again when there are some', async () => {
    const { orderNo, started } = await lateOrder('Silver Tower');
    expect((await result(orderNo)).status).toBe(4006);
    await notify(eventFor(started));
    expect(await result(orderNo)).toMatchObject({ paid: true, status: 1003 });
  });

  it('goes back in full when there are none', async () => {
    const { orderNo, started } = await lateOrder('Few Seats');
    await placeOrder(test, agent, { product: 'Few Seats', quantity: 5 });
    await notify(eventFor(started, { amountMinor: 50_000 }));
    expect(await result(orderNo)).toMatchObject({ paid: false, late: true, status: 4006 });
    const refunds = () =>
      sql<{ amount_minor: number }>`SELECT amount_minor FROM refund WHERE order_no = ${orderNo}`
        .execute(test.database.house)
        .then((found) => found.rows);
    expect(await until(refunds, (rows) => rows.length > 0)).toEqual([{ amount_minor: 50_000 }]);
  });
});

describe('a product that a person confirms', () => {
  it('goes from 1002 to 1003 by a click, or to 4007 with the money back', async () => {
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    const first = await placeOrder(test, agent, { product: 'Popular Hike', quantity: 2 });
    await sql`UPDATE ledger_account SET balance_minor = balance_minor WHERE partner_id = 2`.execute(
      test.database.house,
    );
    const started = (await pay(first, 'sandbox', agent)).data;
    await notify(eventFor(started, { amountMinor: 20_000 }));
    expect((await result(first, agent)).status).toBe(1002);
    expect((await test.call('consoleConfirm', { id: first }, { token: staff })).data.status).toBe(1003);
    expect((await test.call('consoleConfirm', { id: first }, { token: staff })).code).toBe(200302);

    const second = await placeOrder(test, member, { product: 'Green Hills', quantity: 2 });
    const paid = (await pay(second, 'sandbox')).data;
    await gateway.act(gatewayId(paid.redirectUrl), 'pay');
    await until(
      () => result(second),
      (item) => item.paid,
    );
    expect((await test.call('consoleReject', { id: second, why: ' ' }, { token: staff })).code).toBe(200001);
    expect(
      (await test.call('consoleReject', { id: second, why: 'No guide that day' }, { token: staff })).data.status,
    ).toBe(4007);
    const refund = () =>
      sql<{ status: number }>`SELECT status FROM refund WHERE order_no = ${second}`
        .execute(test.database.house)
        .then((found) => found.rows[0]?.status);
    expect(await until(refund, (status) => status !== undefined)).toBeDefined();
  });
});
