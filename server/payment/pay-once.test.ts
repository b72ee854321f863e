// Paying under one key (rules §2): a buyer who lost the answer repeats the call and gets it, also after the payment; another key learns
// that it was paid, a different request under the same key is refused, and money moves once in every case.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { whenFree } from '../../demo/call-house.ts';
import { refusals } from '../../domain/errors.ts';
import { openGateway, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let member: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

type Wish = Omit<InputOf<'paying'>, 'id' | 'channel'>;
const pay = (id: string, channel: string, key: string, more: Wish = {}, token = agent) =>
  whenFree(() => test.call('paying', { id, channel, ...more }, { token, key }));
/** The remaining deposit, as the buyer sees it. */
async function deposit(): Promise<number> {
  const id = await placeOrder(test, agent);
  const { channels } = (await test.call('payInfo', { id }, { token: agent })).data;
  await test.call('cancelOrder', { orderNo: id }, { token: agent });
  return channels.find((channel) => channel.channel === 'deposit')?.balance?.amountMinor ?? Number.NaN;
}
const gatewayId = (address: string | null) => String(address).split('/').at(-1) as string;
const paidAtGateway = async (id: string, redirectUrl: string | null) => {
  await gateway.act(gatewayId(redirectUrl), 'pay');
  const answer = await until(
    () => test.call('isPaySuccess', { id }, { token: member }),
    (answer) => answer.data.paid,
  );
  expect(answer.data.paid).toBe(true);
};

describe('from the deposit', () => {
  it('the same key gets the first answer again after the money moved; another key learns that it was paid', async () => {
    const orderNo = await placeOrder(test, agent);
    const before = await deposit();
    const key = newKey();
    const first = await pay(orderNo, 'deposit', key);
    expect(first.data).toMatchObject({ status: 103, redirectUrl: null });
    const again = await pay(orderNo, 'deposit', key);
    expect([again.code, again.data]).toEqual([200, first.data]);
    expect((await pay(orderNo, 'deposit', newKey())).code).toBe(refusals.alreadyPaid);
    expect(await deposit()).toBe(before - 10_000);
  });

  it('twenty at once under one key all get one answer, and the money moves once', async () => {
    const orderNo = await placeOrder(test, agent);
    const before = await deposit();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(orderNo, 'deposit', key)));
    expect([...new Set(answers.map((answer) => answer.code))], test.log.slice(-5).join('')).toEqual([200]);
    expect(new Set(answers.map((answer) => answer.data.paymentNo)).size).toBe(1);
    expect(await deposit()).toBe(before - 10_000);
  });

  it('something else under a used key is refused and moves nothing', async () => {
    const [orderNo, other] = [await placeOrder(test, agent), await placeOrder(test, agent)];
    const key = newKey();
    const first = await pay(orderNo, 'deposit', key);
    const before = await deposit();
    for (const asked of [
      () => pay(other, 'deposit', key),
      () => pay(orderNo, 'sandbox', key),
      () => pay(orderNo, 'deposit', key, { seen: { amountMinor: 10_000, currency: 'MYR' } }),
    ])
      expect((await asked()).code).toBe(refusals.idempotencyConflict);
    expect(await deposit()).toBe(before);
    expect((await pay(orderNo, 'deposit', key)).data).toEqual(first.data);
    // A key belongs to its buyer: another person's order is not found under any key.
    expect((await pay(orderNo, 'deposit', key, {}, member)).http).toBe(421);
  });

  it('a refused try uses no key up', async () => {
    const orderNo = await placeOrder(test, agent);
    const key = newKey();
    const wrong = { seen: { amountMinor: 1, currency: 'MYR' as const } };
    expect((await pay(orderNo, 'deposit', key, wrong)).code).toBe(refusals.priceChanged);
    expect((await pay(orderNo, 'deposit', key)).data.status).toBe(103);
  });

  it('an additional payment is answered again in the same way', async () => {
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    const orderNo = await placeOrder(test, agent);
    const ofOrder = newKey();
    await pay(orderNo, 'deposit', ofOrder);
    const wish = { id: orderNo, kind: 'extraTime' as const, amountMinor: 300, reason: 'One hour more' };
    const { supplementNo: supplement } = (await test.call('consoleSupplementAdd', wish, { token: staff })).data;
    const before = await deposit();
    const key = newKey();
    const first = await pay(orderNo, 'deposit', key, { supplement });
    expect(first.data).toMatchObject({ status: 103 });
    expect((await pay(orderNo, 'deposit', key, { supplement })).data).toEqual(first.data);
    expect((await pay(orderNo, 'deposit', newKey(), { supplement })).code).toBe(refusals.alreadyPaid);
    expect((await pay(orderNo, 'deposit', ofOrder, { supplement })).code).toBe(refusals.idempotencyConflict);
    expect(await deposit()).toBe(before - 300);
  });
});

describe('through a gateway', () => {
  it('the same key leads to the same page before and after the money came', async () => {
    const orderNo = await placeOrder(test, member);
    const [key, second] = [newKey(), newKey()];
    const first = (await pay(orderNo, 'sandbox', key, {}, member)).data;
    expect((await pay(orderNo, 'sandbox', key, {}, member)).data).toEqual(first);
    // Another key continues the same attempt, and refers to it from then on.
    expect((await pay(orderNo, 'sandbox', second, {}, member)).data).toEqual(first);
    await paidAtGateway(orderNo, first.redirectUrl);
    for (const value of [key, second]) expect((await pay(orderNo, 'sandbox', value, {}, member)).data).toEqual(first);
    expect((await pay(orderNo, 'sandbox', newKey(), {}, member)).code).toBe(refusals.alreadyPaid);
    expect((await pay(orderNo, 'sandbox', key, { entry: { code: 'c', state: 's' } }, member)).code).toBe(
      refusals.idempotencyConflict,
    );
  });

  it('a failure stays the answer of its key, and a new key starts again', async () => {
    const orderNo = await placeOrder(test, member);
    const key = newKey();
    const first = (await pay(orderNo, 'sandbox', key, {}, member)).data;
    await gateway.act(gatewayId(first.redirectUrl), 'decline');
    await until(
      () => test.call('isPaySuccess', { id: orderNo }, { token: member }),
      (answer) => answer.data.payStatus === 104,
    );
    expect((await pay(orderNo, 'sandbox', key, {}, member)).data).toEqual(first);
    const next = (await pay(orderNo, 'sandbox', newKey(), {}, member)).data;
    expect(next.paymentNo).not.toBe(first.paymentNo);
    await paidAtGateway(orderNo, next.redirectUrl);
  });
});
