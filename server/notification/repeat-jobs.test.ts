// Jobs run at least once (security rule 67): a process that ends before the queue noted its jobs as done leaves them to another one. What
// they wrote before is not written again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { giveToSupplier } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  await giveToSupplier(test, 'tower');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const read = async <Row>(text: string) => (await sql.raw<Row>(text).execute(test.database.house)).rows;
const allDone = () =>
  until(
    () => read(`SELECT 1 FROM pgboss.job WHERE state < 'completed' AND name NOT LIKE '\\_\\_%'`),
    (list) => list.length === 0,
  );
const written = async () => ({
  mails: await read(`SELECT recipient, occasion FROM mail ORDER BY mail_id`),
  refunds: await read(`SELECT refund_no, amount_minor, status FROM refund ORDER BY 1`),
  balances: await read(`SELECT ledger_id, balance_minor FROM ledger_account ORDER BY 1`),
  links:
    await read(`SELECT (SELECT count(*) FROM account_link) AS account, (SELECT count(*) FROM completion_link) AS completion,
    (SELECT count(*) FROM quotation_link) AS quotation, (SELECT array_agg(token_hash) FROM sign_up) AS sign_up`),
});

async function doMuch(): Promise<void> {
  await test.call('forgetPassword', { email: 'member@one.example', ...(await solveImage(test)) });
  const word = { password: 'letters-2026', confirmation: 'letters-2026' };
  const person = { registrant: 'individual', email: 'new@example.com', name: 'New', agreed: true, ...word } as const;
  await test.call('register', { ...person, ...(await solveImage(test)) });
  const orderNo = await placeOrder(test, agent, { quantity: 2 });
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  const part = { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1, remark: 'one stays' };
  const { requests } = (await test.call('cancelOrder', part, { token: agent, key: newKey() })).data;
  await test.call('consoleCancelDecide', { id: requests[0]?.id ?? '', approve: true }, { token: staff });
  const waits = await placeOrder(test, agent, { product: 'Green Hills', quantity: 2 });
  await test.call('paying', { id: waits, channel: 'deposit' }, { token: agent, key: newKey() });
  await test.call('consoleReject', { id: waits, why: 'No guide' }, { token: staff });
  const text = { title: 'A guide', price: '150.50' };
  const draft = { language: 'th', currency: 'MYR', validUntil: playOn, customerEmail: 'somchai@two.example' } as const;
  const { id, revision } = (await test.call('quotationSave', { ...draft, lines: [text] }, { token: agent })).data;
  expect((await test.call('quotationSend', { id, revision, mail: true }, { token: agent })).code).toBe(200);
}

it('jobs that run again write no second mail, make no other link and pay nothing again', async () => {
  await doMuch();
  await allDone();
  const before = await written();
  const names = before.mails.map((mail) => String((mail as { occasion: string }).occasion.split(' ')[0]));
  expect([...new Set(names)].sort()).toEqual(['account', 'order', 'quotation']);
  expect(before.refunds).toHaveLength(2);
  await read(
    `UPDATE pgboss.job SET state = 'retry', completed_on = NULL, start_after = now() WHERE name NOT LIKE '\\_\\_%'`,
  );
  await allDone();
  expect(await written()).toEqual(before);
});
