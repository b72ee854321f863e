// The fee of a way to pay when money goes back (§5, decision 0830): with what the shop rejects it goes back in any case, with what is
// cancelled only where its owner says so, in parts as in one; never more than was paid, and the parts together are exact.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buy, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { sql } from '../platform/db.ts';
import { auditHouse } from '../upkeep/audit-house.ts';

let test: TestHouse;
let agent: string;
let operations: string;
let supplier: string;
let second: string;
const hills = 'Green Hills Day Tour';

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  const other = await makeSecondSupplier(test);
  await addPackageOf(test, other.id);
  const { house } = test.database;
  await sql`UPDATE sku SET price_minor = 1111 WHERE owner_id = 1`.execute(house);
  const free = JSON.stringify([{ daysBefore: 1, feePercent: 50 }]);
  await sql`UPDATE product SET refund_rules = ${free}::jsonb WHERE owner_id = 1 AND key = 'hills'`.execute(house);
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'deposit', true, '2.5')
    ON CONFLICT (owner_id, channel) DO UPDATE SET fee_percent = '2.5'`.execute(house);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  second = other.token;
}, 60_000);
afterAll(async () => {
  const found = (await auditHouse(test.database)).filter((finding) => finding.violations.length);
  await test.close();
  expect(found).toEqual([]);
});

const feeGoesBack = (back: boolean) =>
  sql`UPDATE channel_setting SET fee_refundable = ${back} WHERE owner_id = 1`.execute(test.database.house);
const paidOf = async (id: string) => {
  const { rows } = await sql<{
    amount: number;
    fee: number;
    bare: number;
  }>`SELECT amount_minor AS amount, fee_minor AS fee,
    order_minor AS bare FROM payment WHERE order_no = ${id}`.execute(test.database.house);
  const [paid] = rows;
  if (!paid) throw new Error(`nothing paid of ${id}`);
  expect(paid.fee).toBe(Math.round(paid.bare * 0.025));
  return paid;
};
const refundsOf = async (id: string, count: number) => {
  const shown = () => test.call('orderDetail', { id }, { token: agent });
  const found = await until(shown, ({ data }) => data.refunds.filter(({ status }) => status === 1).length === count);
  return found.data.refunds.map(({ amount }) => amount.amountMinor);
};
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
const cancel = (orderNo: string, refundNum?: number) => {
  const part = refundNum ? { subOrderNo: `${orderNo}-1`, refundNum } : {};
  return test.call('cancelOrder', { orderNo, ...part, remark: 'ill' }, { token: agent });
};
const reject = (id: string, token = operations) => test.call('consoleReject', { id, why: 'No guide' }, { token });

describe('of an order that the shop rejects, the fee goes back though its owner retains it', () => {
  beforeAll(() => feeGoesBack(false));

  it('where the order is rejected whole', async () => {
    const id = await buy(test, agent, { product: hills, quantity: 2 });
    expect((await reject(id)).data.status).toBe(4007);
    expect(await refundsOf(id, 1)).toEqual([(await paidOf(id)).amount]);
  });

  it('where two suppliers reject a line each', async () => {
    const id = await buyOfBoth(test, agent);
    expect((await reject(id, second)).code).toBe(200);
    const [first] = await refundsOf(id, 1);
    expect((await reject(id, supplier)).data.status).toBe(4007);
    const paid = await paidOf(id);
    expect(sum(await refundsOf(id, 2))).toBe(paid.amount);
    expect(first).toBe(Math.round((1111 * paid.amount) / paid.bare));
  });

  it('where its buyer had cancelled a part before: all that was paid is back then', async () => {
    const id = await buy(test, agent, { product: hills, quantity: 3 });
    expect((await cancel(id, 1)).code).toBe(200);
    expect(await refundsOf(id, 1)).toEqual([1111]);
    expect((await reject(id)).data.status).toBe(4007);
    expect(sum(await refundsOf(id, 2))).toBe((await paidOf(id)).amount);
  });

  it('where staff had kept something of a part before: that part keeps its fee, the rest has it', async () => {
    const id = await buy(test, agent, { product: hills, quantity: 2 });
    const part = { subOrderNo: `${id}-1`, refundNum: 1, refund: 'own' as const, refundMinor: 400 };
    expect((await test.call('consoleCancelApply', { id, ...part, remark: 'late' }, { token: operations })).code).toBe(
      200,
    );
    expect(await refundsOf(id, 1)).toEqual([400]);
    expect((await reject(id)).data.status).toBe(4007);
    expect((await refundsOf(id, 2)).sort()).toEqual([1111 + 28, 400].sort());
  });

  it('where a pick-up is refused after one of two suppliers confirmed', async () => {
    const id = await buyOfBoth(test, agent);
    expect((await test.call('consoleConfirm', { id }, { token: second })).code).toBe(200);
    await sql`UPDATE purchase SET second_check = 'waiting', check_since = now() WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    const refused = { id, fine: false, text: 'No road' };
    expect((await test.call('consolePickup', refused, { token: operations })).code).toBe(200);
    expect(sum(await refundsOf(id, 2))).toBe((await paidOf(id)).amount);
  });
});

describe('of what is cancelled the fee goes back as its owner says', () => {
  const approve = async (id: string) => {
    const queue = (await test.call('consoleCancels', { orderNo: id }, { token: operations })).data.list;
    for (const request of queue)
      await test.call('consoleCancelDecide', { id: request.id, approve: true }, { token: operations });
  };
  const confirmed = async () => {
    const id = await buy(test, agent, { product: hills, quantity: 3 });
    expect((await test.call('consoleConfirm', { id }, { token: operations })).data.status).toBe(1003);
    return id;
  };
  const ways: [string, (id: string) => Promise<unknown>, () => Promise<string>][] = [
    ['by its buyer while it waits', (id) => cancel(id), () => buy(test, agent, { product: hills, quantity: 3 })],
    ['by its buyer, approved', (id) => cancel(id).then(() => approve(id)), confirmed],
    [
      'by staff',
      (id) =>
        test
          .call('consoleCancelApply', { id, refund: 'policy', remark: 'asked' }, { token: operations })
          .then(() => approve(id)),
      confirmed,
    ],
  ];

  it.each(ways)('whole, %s', async (_, end, order) => {
    for (const back of [false, true]) {
      await feeGoesBack(back);
      const id = await order();
      await end(id);
      const paid = await paidOf(id);
      expect(await refundsOf(id, 1)).toEqual([back ? paid.amount : paid.bare]);
    }
  });

  it('in parts: in proportion, and the last part completes it to the cent', async () => {
    for (const back of [false, true]) {
      await feeGoesBack(back);
      const id = await buy(test, agent, { product: hills, quantity: 3 });
      for (const part of [1, 1, 1]) expect((await cancel(id, part)).code).toBe(200);
      const paid = await paidOf(id);
      const backMinors = await refundsOf(id, 3);
      expect(sum(backMinors)).toBe(back ? paid.amount : paid.bare);
      for (const minor of backMinors) expect(Math.abs(minor - (back ? paid.amount : paid.bare) / 3)).toBeLessThan(1);
    }
  });

  it('and the quote before says what comes, to the cent, what of it is fee, and the fee that stays', async () => {
    for (const back of [false, true]) {
      await feeGoesBack(back);
      const id = await buy(test, agent, { product: hills, quantity: 3 });
      for (const [refundNum, bare, whole] of [
        [2, 2222, 2277],
        [1, 1111, 1139],
      ] as const) {
        const part = { subOrderNo: `${id}-1`, refundNum };
        const { ways } = (await test.call('calculateRefund', part, { token: agent })).data;
        const [way] = ways;
        expect(ways).toHaveLength(1);
        expect(way).toMatchObject({ channel: 'deposit', ending: null, back: { currency: 'MYR' } });
        expect([way?.back, way?.feeBack, way?.feeStays].map((amount) => amount?.amountMinor)).toEqual(
          back ? [whole, whole - bare, 0] : [bare, 0, whole - bare],
        );
        await cancel(id, refundNum);
        expect(await refundsOf(id, refundNum === 2 ? 1 : 2)).toContain(way?.back.amountMinor);
      }
    }
  });

  it('also where the owner changes it between two parts: each as it was then, never more than was paid', async () => {
    const id = await buy(test, agent, { product: hills, quantity: 2 });
    await feeGoesBack(false);
    await cancel(id, 1);
    expect(await refundsOf(id, 1)).toEqual([1111]);
    await feeGoesBack(true);
    await cancel(id, 1);
    const paid = await paidOf(id);
    expect(sum(await refundsOf(id, 2))).toBe(1111 + paid.amount - Math.round(paid.amount / 2));
  });
});
