// Payments to suppliers (decision 0784): what is outstanding of what is owed, entries and corrections, who may see and enter them, and that
// one payment is recorded once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy, giveToSupplier } from '../../tests/build/set-up-desk.ts';
import { makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let finance: string;
let supplier: string;
let supplierId: string;
let second: { id: string; token: string };
let today: string;
const owed = 2 * 4_000;
const minor = (amountMinor: number) => ({ amountMinor, currency: 'MYR' });

beforeAll(async () => {
  test = await openTestHouse();
  await giveToSupplier(test, 'tower');
  const house = test.database.house;
  await sql`UPDATE sku SET cost_minor = 4000 WHERE owner_id = 1 AND price_minor = 10000`.execute(house);
  finance = await test.signIn('finance@one.example', 'finance-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  second = await makeSecondSupplier(test);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 500_000 });
  await buy(test, agent, { quantity: 2 });
  supplierId = (await settlement()).balances[0]?.supplierId ?? '';
  today = addDays(playOn, -10);
}, 60_000);
afterAll(() => test.close());

async function settlement({ token = finance, from = playOn, to = playOn, ...more }: Record<string, string> = {}) {
  return (await test.call('consoleSettlement', { from, to, ...more }, { token })).data;
}

const paymentOf = (more: object = {}) => ({
  ...{ supplier: supplierId, kind: 'paid' as const, amountMinor: 3_000, currency: 'MYR' as const },
  ...{ from: playOn, to: playOn, paidOn: today, reference: 'TT-1', ...more },
});
const record = (more: object = {}, as: { token?: string; key?: string } = {}) =>
  test.call('consoleSupplierPaymentSave', paymentOf(more), {
    token: as.token ?? finance,
    ...(as.key ? { key: as.key } : {}),
  });

describe('a payment to a supplier', () => {
  it('is taken off what is owed for its days, and the supplier reads it', async () => {
    const before = await settlement();
    expect(before.balances).toMatchObject([{ supplierId, owed: minor(owed), paid: minor(0), open: minor(owed) }]);
    expect(before).toMatchObject({ records: true, payments: [] });
    expect((await record()).code).toBe(200);
    const after = await settlement({ supplier: supplierId });
    expect(after.owed).toEqual([minor(owed)]);
    expect(after.balances).toMatchObject([{ owed: minor(owed), paid: minor(3_000), open: minor(owed - 3_000) }]);
    expect(after.payments).toMatchObject([
      {
        amount: minor(3_000),
        from: playOn,
        to: playOn,
        counts: true,
        paidOn: today,
        reference: 'TT-1',
        withdrawn: false,
      },
    ]);
    expect(after.payments[0]?.recordedBy).not.toBe('');
    const seen = await settlement({ token: supplier });
    expect(seen).toMatchObject({ records: false, balances: [{ open: minor(owed - 3_000) }] });
    expect(seen.payments).toMatchObject([{ amount: minor(3_000), recordedBy: '' }]);
    expect(await settlement({ token: second.token })).toMatchObject({ balances: [], payments: [] });
    expect(await settlement({ supplier: second.id })).toMatchObject({ balances: [], payments: [] });
  });

  it('counts where all of its days are shown, and is named where only some are', async () => {
    const [shorter, longer] = [{ from: playOn }, { from: addDays(playOn, -3), to: addDays(playOn, 3) }];
    await record({ amountMinor: 500, from: addDays(playOn, -1), reference: 'TT-2' });
    expect((await settlement(shorter)).balances).toMatchObject([{ paid: minor(3_000) }]);
    expect((await settlement(shorter)).payments).toMatchObject([
      { counts: false, reference: 'TT-2' },
      { counts: true },
    ]);
    expect((await settlement(longer)).balances).toMatchObject([{ paid: minor(3_500) }]);
    expect((await settlement({ from: addDays(playOn, 1), to: addDays(playOn, 3) })).payments).toEqual([]);
  });

  it('may come back, go to a supplier of whom nothing was bought, and be in another currency', async () => {
    await record({ kind: 'returned', amountMinor: 200, reference: 'CN-1' });
    await record({ supplier: second.id, amountMinor: 900, currency: 'JPY' });
    const { balances, owed: sums } = await settlement();
    expect(sums).toEqual([minor(owed)]);
    expect(balances).toMatchObject([
      { paid: minor(2_800), open: minor(owed - 2_800) },
      {
        supplierId: second.id,
        owed: { amountMinor: 0, currency: 'JPY' },
        open: { amountMinor: -900, currency: 'JPY' },
      },
    ]);
  });

  it('is withdrawn once, stays on the list, and is in the log', async () => {
    const made = (await record({ amountMinor: 1, reference: 'wrong' })).data;
    const withdraw = (token = finance) => test.call('consoleSupplierPaymentWithdraw', made, { token });
    expect((await withdraw(supplier)).http).toBe(421);
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw()));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(200009)]);
    const { payments, balances } = await settlement({ supplier: supplierId });
    expect(payments.find((item) => item.reference === 'wrong')).toMatchObject({ withdrawn: true });
    expect(balances).toMatchObject([{ paid: minor(2_800) }]);
    expect((await test.call('consoleSupplierPaymentWithdraw', { id: '999999' }, { token: finance })).http).toBe(421);
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const acts = (await test.call('consoleLog', { query: '' }, { token: admin })).data.list.map((entry) => entry.act);
    expect(acts.slice(0, 3)).toEqual(['signed-in', 'supplier-payment-withdrawn', 'supplier-paid']);
  });

  it('names what is wrong with it', async () => {
    const problems = async (more: object) => (await record(more)).data as object;
    const wrong = { amountMinor: 0, to: addDays(playOn, -1), paidOn: addDays(today, 2) };
    expect(await problems(wrong)).toEqual({
      fields: {
        amountMinor: 'Please enter a number from 0.01 to 100,000,000',
        to: 'The last day cannot be before the first',
        paidOn: 'This day cannot be in the future',
      },
    });
    expect(await problems({ amountMinor: 10_000_000_001 })).toHaveProperty('fields.amountMinor');
    expect(await problems({ reference: 'x'.repeat(101) })).toHaveProperty('fields.reference');
    expect(await problems({ supplier: '999999' })).toHaveProperty('fields.supplier');
  });

  it('is entered by those who keep the money, and not by other staff', async () => {
    for (const role of ['operations', 'content', 'supplier']) {
      const token = await test.signIn(`${role}@one.example`, `${role}-2026`);
      expect((await record({ reference: role }, { token })).http, role).toBe(421);
    }
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    expect(await settlement({ token: operations })).toMatchObject({ records: false });
  });
});

describe('one payment', () => {
  it('is recorded once by ten people at once, and again after it was withdrawn', async () => {
    const twin = { amountMinor: 77, reference: 'TT-77' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => record(twin)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(200424)]);
    expect((await record({ ...twin, reference: 'tt-77' })).code).toBe(200424);
    const id = answers.find(({ code }) => code === 200)?.data.id ?? '';
    await test.call('consoleSupplierPaymentWithdraw', { id }, { token: finance });
    expect((await record(twin)).code).toBe(200);
  });

  it('would be withdrawn ten times, and recorded ten times, without the guards', async () => {
    const { data } = await record({ reference: 'TT-99' });
    const withdraw = (module: typeof import('./payments.sql.ts')) =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          inTransaction(test.database.forOwner(1), (owner) => module.withdrawSupplierPayment(owner, data.id, 1)),
        ),
      );
    const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);
    await withoutGuard<typeof import('./payments.sql.ts')>(
      'supplier/payments.sql.ts',
      [[' AND withdrawn_at IS NULL`,', '`,']],
      async (module) => expect(sum(await withdraw(module))).toBe(10),
    );
    const house = test.database.house;
    const [index] = (
      await sql<{ made: string }>`SELECT pg_get_indexdef('supplier_payment_once'::regclass) AS made`.execute(house)
    ).rows;
    await sql`DROP INDEX supplier_payment_once`.execute(house);
    const twins = await Promise.all(Array.from({ length: 10 }, () => record({ reference: 'TT-100' })));
    expect(twins.filter(({ code }) => code === 200)).toHaveLength(10);
    await sql`DELETE FROM supplier_payment WHERE reference = 'TT-100'`.execute(house);
    await sql.raw(index?.made ?? '').execute(house);
  });

  it('is recorded once by a key that is sent again', async () => {
    const key = newKey();
    const first = await record({ reference: 'TT-88' }, { key });
    expect((await record({ reference: 'TT-88' }, { key })).data).toEqual(first.data);
    expect((await settlement()).payments.filter((item) => item.reference === 'TT-88')).toHaveLength(1);
  });

  it('is one of the latest 200 that are listed, which says so, and of all that are counted', async () => {
    const on = addDays(playOn, -100);
    const list = async () => settlement({ from: on, to: on, supplier: supplierId });
    const insert = (from: number, to: number) =>
      sql`INSERT INTO supplier_payment (owner_id, supplier_id, amount_minor, currency, from_on, to_on, paid_on, reference, recorded_by)
        SELECT 1, ${supplierId}::bigint, 100, 'MYR', ${on}::date, ${on}::date, ${today}::date, 'many ' || n, (SELECT min(account_id) FROM account
          WHERE owner_id = 1) FROM generate_series(${from}::int, ${to}::int) n`.execute(test.database.house);
    await insert(1, 200);
    const whole = await list();
    expect([whole.payments.length, whole.morePayments]).toEqual([200, false]);
    await insert(201, 202);
    const cut = await list();
    expect([cut.payments.length, cut.morePayments]).toEqual([200, true]);
    expect(cut.balances).toMatchObject([{ paid: minor(20_200) }]);
  });
});
