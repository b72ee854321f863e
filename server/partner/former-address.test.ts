// An account's address changed hands: what its orders mail from then on goes to whoever reads the account now, and links that were mailed
// before open nothing.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let operations: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const [old, next] = ['agent@one.example', 'successor@one.example'];

/** Mails to an address that name the order, once there are as many. */
const mailsTo = (email: string, orderNo: string, least: number) =>
  until(
    async () => (await test.mails(email)).filter(({ body }) => body.includes(orderNo)),
    (list) => list.length >= least,
  );

const tokenIn = (body: string) => /token=([\w-]+)/.exec(body)?.[1] ?? '';

async function bookForAccount(): Promise<string> {
  const input = await fillOrder(test, agent, { product: 'Green Hills', quantity: 2 });
  const notify = [{ to: 'account' as const, language: 'en' as const }];
  const later = { ...input, notify, travellers: [], travellersLater: true };
  const { orderNo } = (await test.call('createOrder', later, { token: agent, key: newKey() })).data;
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return orderNo;
}

async function changeAddress(): Promise<void> {
  const { list } = (await test.call('consolePartners', { query: old }, { token: operations })).data;
  const id = list[0]?.id ?? '';
  const { accounts } = (await test.call('consolePartner', { id }, { token: operations })).data;
  const accountId = accounts.find(({ kind }) => kind === 'main')?.userNo ?? '';
  const change = { id, accountId, email: next, note: 'Left the company' };
  expect((await test.call('consoleAccountEmail', change, { token: operations })).code).toBe(200);
  const [mail] = await until(
    async () => (await test.mails(next)).filter(({ body }) => body.includes('/login/active')),
    (found) => found.length > 0,
  );
  expect((await test.call('enableEmail', { token: tokenIn(mail?.body ?? '') })).code).toBe(200);
}

it('mails about orders go to the address that the account has now, and forms that were mailed before are closed', async () => {
  const orderNo = await bookForAccount();
  const before = (await mailsTo(old, orderNo, 1)).length;
  expect((await test.call('consoleCompletionRemind', { id: orderNo }, { token: operations })).code).toBe(200);
  const reminder = (await mailsTo(old, orderNo, before + 1)).find(({ subject }) => subject.includes('Reminder'));
  const form = tokenIn(reminder?.body ?? '');
  expect((await test.call('intactInfo', { token: form })).code).toBe(200);

  await changeAddress();
  expect((await test.call('intactInfo', { token: form })).code).not.toBe(200);
  expect((await test.call('consoleCompletionRemind', { id: orderNo }, { token: operations })).code).toBe(200);
  const after = await mailsTo(next, orderNo, 1);
  expect(after.map(({ subject }) => subject)).toEqual([expect.stringContaining('Reminder')]);
  expect((await mailsTo(old, orderNo, 0)).length).toBe(before + 1);
  const { rows } = await sql<{ notify: { email: string }[] }>`SELECT notify FROM purchase
    WHERE order_no = ${orderNo}`.execute(test.database.house);
  expect(rows[0]?.notify).toMatchObject([{ to: 'account', email: old }]);
});
