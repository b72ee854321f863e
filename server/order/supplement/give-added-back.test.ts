// Additional payments of a whole order when it is cancelled (decision 0742): as much of them comes back as of its price, once, at its end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey } from '../../../tests/build/place-orders.ts';
import { buy, makeRoom } from '../../../tests/build/set-up-desk.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await setFee(50);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

/** Of orders that are placed from now on. */
async function setFee(feePercent: number) {
  const rules = JSON.stringify([{ daysBefore: 400, feePercent }]);
  await sql`UPDATE product SET refund_rules = ${rules}::jsonb WHERE owner_id = 1 AND key = 'hills'`.execute(
    test.database.house,
  );
}

/** Confirmed, at 100 each. */
async function confirmed(quantity = 2): Promise<string> {
  const id = await buy(test, agent, { product: 'Green Hills', quantity });
  await test.call('consoleConfirm', { id }, { token: staff });
  return id;
}

async function payMore(id: string, amountMinor: number) {
  const added = { id, kind: 'extraTime' as const, amountMinor, reason: 'An hour more' };
  const { supplementNo } = (await test.call('consoleSupplementAdd', added, { token: staff })).data;
  const paying = { id, channel: 'deposit', supplement: supplementNo };
  expect((await test.call('paying', paying, { token: agent, key: newKey() })).data.status).toBe(103);
}

const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const quote = async (id: string, refundNum: number) =>
  (await test.call('calculateRefund', { subOrderNo: `${id}-1`, refundNum }, { token: agent })).data;

async function ask(orderNo: string, refundNum?: number) {
  const asked = { orderNo, ...(refundNum ? { subOrderNo: `${orderNo}-1`, refundNum } : {}) };
  const { requests } = (await test.call('cancelOrder', asked, { token: agent })).data;
  return requests.find((request) => request.result === 0);
}
const approve = (id: string | undefined, more: object = {}) =>
  test.call('consoleCancelDecide', { id: id ?? '', approve: true, ...more }, { token: staff });

/** What came back, once it is as much as that and every request for more has been worked off. */
async function given(id: string, minor: number) {
  const { refundTotal } = await until(
    () => detail(id),
    (order) => order.refundTotal.amountMinor >= minor,
  );
  return refundTotal.amountMinor;
}

describe('an additional payment of a whole order', () => {
  it('comes back by the refund rules with the order, as its quote and request say (§4 refund)', async () => {
    const id = await confirmed();
    await payMore(id, 31);
    expect((await quote(id, 2)).added).toMatchObject({ left: { amountMinor: 31 }, share: { amountMinor: 0 } });
    const request = await ask(id);
    expect(request).toMatchObject({ refund: { amountMinor: 100 }, added: { amountMinor: 31 } });
    expect((await approve(request?.id)).code).toBe(200);
    // Half a unit is kept.
    expect(await given(id, 115)).toBe(115);
    expect((await approve(request?.id)).code).not.toBe(200);
    const { list } = (await test.call('cancelRequests', { query: id }, { token: agent })).data;
    expect(list[0]).toMatchObject({ result: 1, added: { amountMinor: 0 } });
    const most = (await test.call('consoleGoodwill', { id }, { token: staff })).data.most.amountMinor;
    expect(most).toBe(231 - 115);
  });

  it('stays while a part of the order stands, and then comes back by what was kept of all', async () => {
    await setFee(0);
    const id = await confirmed(4);
    await payMore(id, 200);
    await approve((await ask(id, 3))?.id);
    expect(await given(id, 300)).toBe(300);
    expect((await quote(id, 1)).added).toMatchObject({ left: { amountMinor: 200 }, share: { amountMinor: 300 } });
    // Of the last hundred everything is kept: a quarter of the price.
    await approve((await ask(id))?.id, { refundMinor: 0 });
    expect(await given(id, 450)).toBe(450);
    await setFee(50);
  });

  it('comes back whole where the shop cancels and keeps nothing, also after a gift of a part of it', async () => {
    const id = await confirmed();
    await payMore(id, 60);
    const gift = { id, amountMinor: 20, reason: 'The bus was late' };
    await test.call('consoleGoodwillGive', gift, { token: staff, key: newKey() });
    expect(await given(id, 20)).toBe(20);
    expect((await quote(id, 2)).added.left.amountMinor).toBe(40);
    const cancel = { id, remark: 'No guide', refund: 'full' } as const;
    const { requests } = (await test.call('consoleCancelApply', cancel, { token: staff })).data;
    await approve(requests[0]?.id);
    expect(await given(id, 260)).toBe(260);
  });

  it('goes back once where the order ends before it was confirmed, after a gift of all of it', async () => {
    const id = await buy(test, agent, { product: 'Green Hills', quantity: 2 });
    await payMore(id, 60);
    await test.call(
      'consoleGoodwillGive',
      { id, amountMinor: 60, reason: 'The bus was late' },
      { token: staff, key: newKey() },
    );
    expect(await given(id, 60)).toBe(60);
    const part = { id, subOrderNo: `${id}-1`, refundNum: 1, remark: 'Agreed' } as const;
    await test.call('consoleCancelApply', { ...part, refund: 'own', refundMinor: 0 }, { token: staff });
    expect((await test.call('cancelOrder', { orderNo: id }, { token: agent })).data.status).toBe(2001);
    expect(await given(id, 160)).toBe(160);
    const most = (await test.call('consoleGoodwill', { id }, { token: staff })).data.most.amountMinor;
    expect(most).toBe(100);
  });

  it('counts in sales only as far as it was kept', async () => {
    const sales = async () =>
      (await test.call('consoleSales', { days: 30 }, { token: staff })).data.total.amount.amountMinor;
    const before = await sales();
    const id = await confirmed();
    await payMore(id, 80);
    await approve((await ask(id))?.id);
    expect(await given(id, 140)).toBe(140);
    expect((await sales()) - before).toBe(140);
  });

  it('comes back once where its order is cancelled by twenty requests at once', async () => {
    const id = await confirmed();
    await payMore(id, 80);
    const request = await ask(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => approve(request?.id)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await given(id, 140)).toBe(140);
    expect((await detail(id)).refunds.map((refund) => refund.amount.amountMinor).toSorted()).toEqual([100, 40]);
  });
});
