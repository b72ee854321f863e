// An order's contact changed by staff (§4): by the rules of the booking form, under what was seen, with old and new in the log; the next mail
// goes to the new address.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { buy, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await sql`UPDATE owner SET address = 'http://one.test' WHERE owner_id = 1`.execute(test.database.house);
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
  expect((await change(id, { name: 'Mei Lim', email: 'open@one.example' })).code).toBe(200);
  const { contact } = (await test.call('orderDetail', { id }, { token: agent })).data;
  expect(contact).toEqual({ ...seen, name: 'Mei Lim', email: 'open@one.example' });
  expect((await change(id, { name: 'Another' })).code).toBe(200009);
  const log =
    await sql`SELECT before, after FROM audit_log WHERE act = 'contact-changed' AND subject = ${`order ${id}`}`;
  expect((await log.execute(test.database.house)).rows).toMatchObject([
    { before: { email: 'mei@example.com' }, after: { email: 'open@one.example' } },
  ]);
  await test.call('consoleRemark', { id, text: 'See you soon' }, { token: staff });
  const mails = await until(
    () => test.mails('open@one.example'),
    (list) => list.some((mail) => mail.occasion.startsWith(`order ${id} remark:`)),
  );
  expect(mails.length).toBeGreaterThan(0);
  const old = await test.mails('mei@example.com');
  expect(old.some((mail) => mail.occasion.startsWith(`order ${id} remark:`))).toBe(false);
});

it('links to the travellers’ form that went to the old address open nothing any more; others do', async () => {
  const input = await fillOrder(test, agent, { product: 'Green Hills', quantity: 2 });
  const order = { ...input, travellers: [], travellersLater: true };
  const placed = await test.call('createOrder', order, { token: agent, key: newKey() });
  expect(placed.code, JSON.stringify(placed.data)).toBe(200);
  const id = placed.data.orderNo;
  const linkTo = async (email: string) => {
    const asked = { orderNos: [id], email, language: 'en' as const };
    expect((await test.call('completionSend', asked, { token: agent })).code).toBe(200);
    const find = async () =>
      (await test.mails(email)).map(({ body }) => /completion\?token=([\w-]+)/.exec(body)?.[1]).find(Boolean) ?? '';
    return until(find, Boolean);
  };
  const [old, other] = [await linkTo('mei@example.com'), await linkTo('tour-leader@example.com')];
  const open = async (token: string) => (await test.call('intactInfo', { token })).code;
  expect(await open(old)).toBe(200);
  expect((await change(id, { phone: '12345679' })).code).toBe(200);
  expect(await open(old)).toBe(200);
  const changed = { id, seen: { ...seen, phone: '12345679' }, ...seen, email: 'may@example.com' };
  expect((await test.call('consoleContact', changed, { token: staff })).code).toBe(200);
  expect(await open(old)).not.toBe(200);
  expect(await open(other)).toBe(200);
});
