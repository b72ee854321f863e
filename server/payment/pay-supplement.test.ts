// Additional payments (§3): added by the owner, mailed to the buyer, paid exactly once through the same channels, withdrawn while unpaid;
// the order's own payment and refund rules stay as they are.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let member: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const pay = (id: string, channel: string, token: string, supplement?: string) =>
  test.call('paying', { id, channel, supplement }, { token, key: newKey() });
const add = (id: string, amountMinor = 2550, more: object = {}) =>
  test.call(
    'consoleSupplementAdd',
    { id, kind: 'extraTime', amountMinor, reason: 'Two hours more', ...more },
    { token: staff },
  );
const withdraw = (id: string, supplementNo: string) =>
  test.call('consoleSupplementWithdraw', { id, supplementNo }, { token: staff });
const detail = async (id: string, token = agent) => (await test.call('orderDetail', { id }, { token })).data;
const deposit = async () =>
  (
    await sql<{
      n: number;
    }>`SELECT balance_minor AS n FROM ledger_account WHERE owner_id = 1 AND kind = 'deposit' AND partner_id IS NOT NULL`.execute(
      test.database.house,
    )
  ).rows[0]?.n ?? 0;

async function confirmedOrder(token = agent): Promise<string> {
  const orderNo = await placeOrder(test, token);
  if (token === agent) await pay(orderNo, 'deposit', token);
  else {
    const started = (await pay(orderNo, 'sandbox', token)).data;
    await gateway.act(String(started.redirectUrl).split('/').at(-1) as string, 'pay');
    await until(
      () => test.call('isPaySuccess', { id: orderNo }, { token }),
      (answer) => answer.data.paid,
    );
  }
  return orderNo;
}

describe('an additional payment', () => {
  it('is added to a valid order, with a reason and an amount, and shown to the buyer (§3 supplements)', async () => {
    const unpaid = await placeOrder(test, agent);
    expect((await add(unpaid)).code).toBe(200302);
    const orderNo = await confirmedOrder();
    const bad = await add(orderNo, 0, { reason: ' ' });
    expect(bad.code).toBe(200001);
    expect(Object.keys(bad.data as object)).toContain('fields');
    const { supplementNo } = (await add(orderNo)).data;
    expect(supplementNo).toBe(`${orderNo}S1`);
    expect((await detail(orderNo)).supplements).toMatchObject([
      { supplementNo, kind: 'extraTime', state: 'open', reason: 'Two hours more', amount: { amountMinor: 2550 } },
    ]);
    const info = (await test.call('payInfo', { id: orderNo, supplement: supplementNo }, { token: agent })).data;
    expect(info.supplement?.amount.amountMinor).toBe(2550);
    expect(info.channels.find((channel) => channel.channel === 'deposit')?.payable.amountMinor).toBe(2550);
    const log = await sql<{ act: string }>`SELECT act FROM audit_log WHERE subject = ${`order ${orderNo}`}`.execute(
      test.database.house,
    );
    expect(log.rows.map((row) => row.act)).toContain('supplement-added');
  });

  it('is paid once by twenty payments at the same time', async () => {
    const orderNo = await confirmedOrder();
    const { supplementNo } = (await add(orderNo, 300)).data;
    const before = await deposit();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(orderNo, 'deposit', agent, supplementNo)));
    const others = answers.filter((answer) => answer.code !== 200);
    expect(others).toHaveLength(19);
    expect(
      [...new Set(others.map((answer) => `${answer.http} ${answer.code} ${answer.msg}`))],
      test.log.slice(-20).join(''),
    ).toHaveLength(1);
    expect(others[0]?.code).toBe(200405);
    expect(await deposit()).toBe(before - 300);
    const shown = await detail(orderNo);
    expect(shown).toMatchObject({ status: 1003, payStatus: 103, supplements: [{ state: 'paid' }] });
    expect(shown.supplements[0]?.paidAt).toBeTruthy();
    expect((await withdraw(orderNo, supplementNo)).code).toBe(200405);
  });

  it('is paid at the test gateway, and the order stays as it was', async () => {
    const orderNo = await confirmedOrder(member);
    const { supplementNo } = (await add(orderNo, 700, { kind: 'freight' })).data;
    const starts = await Promise.all(Array.from({ length: 20 }, () => pay(orderNo, 'sandbox', member, supplementNo)));
    expect(new Set(starts.filter((start) => start.code === 200).map((start) => start.data.paymentNo)).size).toBe(1);
    const started = (await pay(orderNo, 'sandbox', member, supplementNo)).data;
    await gateway.act(String(started.redirectUrl).split('/').at(-1) as string, 'pay');
    const answer = await until(
      () => test.call('isPaySuccess', { id: orderNo, supplement: supplementNo }, { token: member }),
      (answer) => answer.data.paid,
    );
    expect(answer.data).toMatchObject({ paid: true, payStatus: 103, status: 1003 });
    const { line } = { line: (await detail(orderNo, member)).lines[0] };
    const quote = await test.call(
      'calculateRefund',
      { subOrderNo: line?.subOrderNo ?? '', refundNum: 1 },
      { token: member },
    );
    expect(quote.data.refund.amountMinor).toBe(line?.amount.amountMinor);
  });

  it('fails without touching the order, and is paid in a second try', async () => {
    const orderNo = await confirmedOrder(member);
    const { supplementNo } = (await add(orderNo, 900)).data;
    const first = (await pay(orderNo, 'sandbox', member, supplementNo)).data;
    await gateway.act(String(first.redirectUrl).split('/').at(-1) as string, 'decline');
    const failed = await until(
      () => test.call('isPaySuccess', { id: orderNo, supplement: supplementNo }, { token: member }),
      (answer) => answer.data.payStatus === 104,
    );
    expect(failed.data.payStatus).toBe(104);
    expect((await detail(orderNo, member)).payStatus).toBe(103);
    const second = (await pay(orderNo, 'sandbox', member, supplementNo)).data;
    expect(second.paymentNo).not.toBe(first.paymentNo);
    await gateway.act(String(second.redirectUrl).split('/').at(-1) as string, 'pay');
    const paid = await until(
      () => test.call('isPaySuccess', { id: orderNo, supplement: supplementNo }, { token: member }),
      (answer) => answer.data.paid,
    );
    expect(paid.data.paid).toBe(true);
  });

  it('is withdrawn while unpaid, and then it cannot be paid', async () => {
    const orderNo = await confirmedOrder();
    const { supplementNo } = (await add(orderNo, 400)).data;
    expect((await withdraw(orderNo, supplementNo)).code).toBe(200);
    expect((await withdraw(orderNo, supplementNo)).code).toBe(200302);
    expect((await pay(orderNo, 'deposit', agent, supplementNo)).code).toBe(200302);
    expect((await detail(orderNo)).supplements[0]?.state).toBe('withdrawn');
  });

  it('of another order or another buyer does not exist', async () => {
    const own = await confirmedOrder(member);
    const other = await confirmedOrder();
    const { supplementNo } = (await add(other, 400)).data;
    expect((await pay(own, 'sandbox', member, supplementNo)).http).toBe(421);
    expect((await pay(other, 'sandbox', member, supplementNo)).http).toBe(421);
    expect((await withdraw(own, supplementNo)).http).toBe(421);
  });

  it('goes back in full when the order is rejected', async () => {
    const orderNo = await placeOrder(test, agent, { product: 'Green Hills', quantity: 2 });
    const before = await deposit();
    await pay(orderNo, 'deposit', agent);
    const { supplementNo } = (await add(orderNo, 600)).data;
    await add(orderNo, 100);
    await pay(orderNo, 'deposit', agent, supplementNo);
    await test.call('consoleReject', { id: orderNo, why: 'No guide' }, { token: staff });
    expect(await until(deposit, (now) => now === before)).toBe(before);
    expect((await detail(orderNo)).supplements.map((supplement) => supplement.state)).toEqual(['paid', 'withdrawn']);
  });
});
