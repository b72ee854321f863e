// A booking that was paid in part and is moved (decisions 0292, 0380 and 0732): the last day of the rest stays as many days before the
// first day of use.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOnTwoDays, placeOrder } from '../../../tests/build/place-orders.ts';
import { playOn, today } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  // Of the tower: 30 % at once, the rest five days before; it has places on every day.
  await sql`UPDATE product SET first_percent = 30, rest_days = 5 WHERE owner_id = 1 AND key = 'tower'`.execute(house());
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT k.owner_id, k.package_id, d::date, '', 20 FROM package k JOIN product p USING (owner_id, product_id),
      generate_series(${today}::date + 2, ${today}::date + 40, interval '1 day') d
    WHERE k.owner_id = 1 AND p.key = 'tower' ON CONFLICT DO NOTHING`.execute(house());
});
afterAll(() => test.close());

const house = () => test.database.house;
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const lastDay = async (id: string) => (await detail(id)).rest?.until;

async function payPart(id: string): Promise<string> {
  const paid = await test.call('paying', { id, channel: 'deposit', part: true }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  return id;
}

async function quoteAndMove(id: string, on: string, nth = 1) {
  const subOrderNo = `${id}-${nth}`;
  const { quantity = 1 } = (await detail(id)).lines[nth - 1] ?? {};
  const asked = { id, subOrderNo, playOn: on, quantity };
  const quote = (await test.call('consoleLineQuote', asked, { token: staff })).data;
  const { seen, asked: price } = quote;
  const to = { playOn: on, session: '', untilOn: null, quantity };
  const differenceMinor = price?.difference.amountMinor ?? 0;
  const moved = { id, subOrderNo, to, seen, differenceMinor, settle: 'settle' as const, reason: 'Another ship' };
  return { quote, moved: await test.call('consoleLineMove', moved, { token: staff }) };
}

const move = async (id: string, on: string, nth = 1): Promise<number> => (await quoteAndMove(id, on, nth)).moved.code;

it('moves with the day, both ways, and its reminders begin again', async () => {
  const id = await payPart(await placeOrder(test, agent));
  expect(await lastDay(id)).toBe(addDays(playOn, -5));
  await sql`UPDATE supplement SET due_told = 7 WHERE order_no = ${id}`.execute(house());
  expect(await move(id, addDays(playOn, 20))).toBe(200);
  expect(await lastDay(id)).toBe(addDays(playOn, 15));
  const told = await sql<{ due_told: number | null }>`SELECT due_told FROM supplement WHERE order_no = ${id}`.execute(
    house(),
  );
  expect(told.rows).toEqual([{ due_told: null }]);
  expect(await move(id, addDays(playOn, -2))).toBe(200);
  expect(await lastDay(id)).toBe(addDays(playOn, -7));
});

it('leaves a day to pay where the new day is too near, and nothing is moved later by an earlier day', async () => {
  const id = await payPart(await placeOrder(test, agent));
  expect(await move(id, addDays(today, 3))).toBe(200);
  const due = Date.parse((await detail(id)).rest?.dueAt ?? '') - Date.now();
  expect(Math.round(due / 3_600_000)).toBe(24);
  await sql`UPDATE supplement SET due_at = now() - interval '1 hour' WHERE order_no = ${id}`.execute(house());
  expect(await move(id, addDays(today, 2))).toBe(200);
  expect(Date.parse((await detail(id)).rest?.dueAt ?? '')).toBeLessThan(Date.now());
});

it('counts from the first of several days', async () => {
  const id = await payPart(await placeOnTwoDays(test, agent, { adult: playOn, child: addDays(playOn, 4) }));
  expect(await move(id, addDays(playOn, 9), 2)).toBe(200);
  expect(await lastDay(id)).toBe(addDays(playOn, -5));
  expect(await move(id, addDays(playOn, 6), 1)).toBe(200);
  expect(await lastDay(id)).toBe(addDays(playOn, 1));
});

it('what a cheaper day costs less is taken off the rest first, and staff read how much of it is money', async () => {
  const [cheap, cheaper] = [addDays(playOn, 12), addDays(playOn, 13)];
  for (const [on, minor] of [
    [cheap, 4000],
    [cheaper, 1000],
  ] as const)
    await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor)
      SELECT owner_id, sku_id, ${on}::date, ${minor} FROM sku WHERE owner_id = 1 AND price_minor = 10000`.execute(
      house(),
    );
  const ringgit = (amountMinor: number) => ({ amountMinor, currency: 'MYR' });
  const id = await payPart(await placeOrder(test, agent));
  const { quote, moved } = await quoteAndMove(id, cheap);
  expect(quote).toMatchObject({ open: ringgit(7000), asked: { difference: ringgit(-6000) } });
  expect(moved.data).toEqual({ supplementNo: null, refund: null, lowered: ringgit(6000) });
  expect((await detail(id)).rest).toMatchObject({ amount: ringgit(1000) });
  const again = await quoteAndMove(id, cheaper);
  expect(again.quote).toMatchObject({ open: ringgit(1000), asked: { difference: ringgit(-3000) } });
  expect(again.moved.data).toEqual({ supplementNo: null, refund: ringgit(2000), lowered: ringgit(1000) });
  expect((await detail(id)).rest).toBeNull();
  await expect.poll(async () => (await detail(id)).refundTotal).toEqual(ringgit(2000));
});
