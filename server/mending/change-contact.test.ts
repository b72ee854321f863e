// An order's contact changed by staff (§4): by the rules of the booking form, under what was seen, with old and new in the log; the next mail
// goes to the new address.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const seen = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' };
const change = (id: string, more: object) =>
  test.call('consoleContact', { id, seen, ...seen, ...more }, { token: staff });

it('a new name and address are saved, logged with the old ones, and written to from then on', async () => {
  const id = await buy(test, agent);
  const bad = await change(id, { name: ' ', email: 'nobody', phone: '12-34' });
  expect(Object.keys((bad.data as { fields?: object }).fields ?? {}).sort()).toEqual(['email', 'name', 'phone']);
  expect((await change(id, { name: 'Mei Lim', email: 'lim@example.com' })).code).toBe(200);
  const { contact } = (await test.call('orderDetail', { id }, { token: agent })).data;
  expect(contact).toEqual({ ...seen, name: 'Mei Lim', email: 'lim@example.com' });
  expect((await change(id, { name: 'Another' })).code).toBe(200009);
  const log =
    await sql`SELECT before, after FROM audit_log WHERE act = 'contact-changed' AND subject = ${`order ${id}`}`;
  expect((await log.execute(test.database.house)).rows).toMatchObject([
    { before: { email: 'mei@example.com' }, after: { email: 'lim@example.com' } },
  ]);
  await test.call('consoleRemark', { id, text: 'See you soon' }, { token: staff });
  const mails = await until(
    () => test.mails('lim@example.com'),
    (list) => list.some((mail) => mail.occasion.startsWith(`order ${id} remark:`)),
  );
  expect(mails.length).toBeGreaterThan(0);
  const old = await test.mails('mei@example.com');
  expect(old.some((mail) => mail.occasion.startsWith(`order ${id} remark:`))).toBe(false);
});
