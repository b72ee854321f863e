// Sales agree with what was taken and not given back (rules §10, decision 0722): with additional payments of whole orders and with what was
// kept of cancelled ones, less money given back without cancelling.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  const rules = JSON.stringify([{ daysBefore: 30, feePercent: 50 }]);
  await sql`UPDATE product SET refund_rules = ${rules}::jsonb WHERE owner_id = 1 AND key = 'tower'`.execute(
    test.database.house,
  );
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 400_000 });
}, 60_000);
afterAll(() => test.close());

const bought: string[] = [];
async function order(wanted: Parameters<typeof buy>[2] = {}) {
  const id = await buy(test, agent, wanted);
  bought.push(id);
  return id;
}

async function cancel(orderNo: string, refundNum?: number) {
  const asked = { orderNo, subOrderNo: `${orderNo}-1`, ...(refundNum ? { refundNum } : {}) };
  const { requests } = (await test.call('cancelOrder', asked, { token: agent })).data;
  const id = requests.find((request) => request.result === 0)?.id ?? '';
  expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: staff })).code).toBe(200);
}

async function payMore(id: string, amountMinor: number) {
  const added = { id, kind: 'extraTime' as const, amountMinor, reason: 'An hour more' };
  const { supplementNo } = (await test.call('consoleSupplementAdd', added, { token: staff })).data;
  await test.call('paying', { id, channel: 'deposit', supplement: supplementNo }, { token: agent, key: newKey() });
}

const sales = async () => (await test.call('consoleSales', { days: 30 }, { token: staff })).data;

/** What came in for all of these orders and did not go back. */
async function taken(): Promise<number> {
  let minor = 0;
  for (const id of bought) {
    const { paidTotal, refundTotal } = (await test.call('orderDetail', { id }, { token: agent })).data;
    minor += paidTotal.amountMinor - refundTotal.amountMinor;
  }
  return minor;
}
const agree = async () => {
  const { total } = await sales();
  expect(await until(taken, (minor) => minor === total.amount.amountMinor)).toBe(total.amount.amountMinor);
  return total;
};

it('agree with what was taken, whatever was added, cancelled and given back', async () => {
  const longer = await order();
  await payMore(longer, 700);
  expect(await agree()).toMatchObject({ orders: 1, amount: { amountMinor: 10_700 } });
  const partly = await order({ quantity: 2 });
  await cancel(partly, 1);
  expect(await agree()).toMatchObject({ orders: 2, amount: { amountMinor: 10_700 + 15_000 } });
  const whole = await order();
  await payMore(whole, 300);
  await cancel(whole);
  expect(await agree()).toMatchObject({ orders: 3, amount: { amountMinor: 25_700 + 5_150 } });
  const given = { id: whole, amountMinor: 1_000, reason: 'The bus was late' };
  expect((await test.call('consoleGoodwillGive', given, { token: staff, key: newKey() })).data.state).toBe('done');
  expect(await agree()).toMatchObject({ orders: 3, amount: { amountMinor: 29_850 } });
  // Cancelled before the confirmation, with everything back: no sale.
  const pending = await order({ product: 'Green Hills', quantity: 2 });
  await payMore(pending, 500);
  await agree();
  expect((await test.call('cancelOrder', { orderNo: pending }, { token: agent })).data.status).toBe(2001);
  expect(await agree()).toMatchObject({ orders: 3, amount: { amountMinor: 29_850 } });
});

it('lead to their orders, also to those of which only a fee is left', async () => {
  const { from, to, product, total } = await sales();
  const list = { placedFrom: from, placedTo: to, sold: '1' as const };
  expect((await test.call('consoleOrders', list, { token: staff })).data.total).toBe(total.orders);
  expect(product.reduce((sum, item) => sum + item.orders, 0)).toBe(total.orders);
});
