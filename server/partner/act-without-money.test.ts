// Staff who act as a partner read what the back office shows them, too (decision 0813): its statement, top-ups and invoices as finance or
// admins, and its orders as operations.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let orderNo: string;

beforeAll(async () => {
  test = await openTestHouse({ screens: true });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const input = await fillOrder(test, agent);
  orderNo = (await test.call('createOrder', input, { token: agent, key: newKey() })).data.orderNo;
});
afterAll(() => test.close());

/** A session of the agency's main account, opened by this member of staff. */
async function actAs(email: string): Promise<string> {
  const token = await test.signIn(email, `${email.split('@')[0]}-2026`);
  const { rows } = await sql<{ partner_id: number; account_id: number }>`SELECT partner_id, account_id FROM account
    WHERE owner_id = 1 AND email = 'agent@one.example'`.execute(test.database.house);
  const input = { id: String(rows[0]?.partner_id), accountId: String(rows[0]?.account_id) };
  const { pathname, search } = new URL((await test.call('consoleSignInAs', input, { token })).data.address);
  const answer = await test.fetch(pathname + search, { redirect: 'manual', host: 'one.test' });
  return /(?:^|, )kb=([\w-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

/** What each read of money answers. */
async function readMoney(token: string): Promise<number[]> {
  const calls = await Promise.all([
    test.call('bill', {}, { token }),
    test.call('cashier', {}, { token }),
    test.call('cashierEntry', { amount: 10_000, channel: 'iPay88' }, { token }),
    test.call('rechargeResult', { id: 'R0' }, { token }),
  ]);
  const files = await Promise.all(
    ['pay/bill/export', `order/download/invoice?orderNo=${orderNo}`].map((path) =>
      test.fetch(`/api/${path}`, { headers: { token } }),
    ),
  );
  return [...calls.map((answer) => answer.http), ...files.map((answer) => answer.status)];
}

it('operations find no statement, top-up and invoice of the partner they act as, and read its orders', async () => {
  const token = await actAs('operations@one.example');
  expect(await readMoney(token)).toEqual([421, 421, 421, 421, 421, 421]);
  expect((await test.call('getUserInfo', {}, { token })).data).toMatchObject({ withoutMoney: true });
  expect((await test.call('orderDetail', { id: orderNo }, { token })).code).toBe(200);
});

it('admins, and operations who are finance too, read them as the partner does', async () => {
  const open = async (token: string) => {
    const [bill, cashier, , , ...files] = await readMoney(token);
    return [bill, cashier, ...files];
  };
  expect(await open(agent)).toEqual([200, 200, 200, 200]);
  expect(await open(await actAs('admin@one.example'))).toEqual([200, 200, 200, 200]);
  await sql`UPDATE account SET roles = '{operations,finance}' WHERE owner_id = 1 AND email = 'operations@one.example'`.execute(
    test.database.house,
  );
  const token = await actAs('operations@one.example');
  expect(await open(token)).toEqual([200, 200, 200, 200]);
  expect((await test.call('getUserInfo', {}, { token })).data).not.toHaveProperty('withoutMoney');
});
