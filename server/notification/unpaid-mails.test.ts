// An order mails addresses that its buyer typed. While it is not paid, such mails are bounded, so that nobody fills the mailbox of
// another person by placing orders (decision 0789).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whenFree } from '../../demo/call-house.ts';
import { limits } from '../../domain/limits.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
  await sql`UPDATE departure SET capacity = 500`.execute(test.database.house);
});
afterAll(() => test.close());

const placed = limits.unpaidMailsToEmailHour + 4;

async function countMails(email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM mail
    WHERE recipient = ${email} AND occasion LIKE '% placed'`.execute(test.database.house);
  return rows[0]?.count ?? 0;
}

const waiting = async () =>
  (
    await sql`SELECT 1 FROM pgboss.job WHERE state < 'completed' AND name = 'order.changed'`.execute(
      test.database.house,
    )
  ).rows.length;

/** At the same moment, so that several jobs are worked on together. */
async function placeMany(token: string, email: string): Promise<void> {
  const input = await fillOrder(test, token);
  const order = { ...input, contact: { ...input.contact, email } };
  const answers = await Promise.all(
    Array.from({ length: placed }, () => whenFree(() => test.call('createOrder', order, { token, key: newKey() }))),
  );
  expect(answers.filter(({ code }) => code !== 200)).toEqual([]);
  await until(waiting, (count) => count === 0);
}

it('a stranger’s mailbox gets so many in an hour, also of orders that are placed at the same moment', async () => {
  const token = await test.signIn('member@one.example', 'member-2026');
  await placeMany(token, 'stranger@two.example');
  expect(await countMails('stranger@two.example')).toBe(limits.unpaidMailsToEmailHour);
});

it('a member’s own mailbox gets all', async () => {
  const token = await test.signIn('member@one.example', 'member-2026');
  await placeMany(token, 'member@one.example');
  expect(await countMails('member@one.example')).toBe(placed);
});

it('an agency, which the owner approved, books for its customers without this bound, and alone reads what is to be paid', async () => {
  const token = await test.signIn('agent@one.example', 'agent-2026');
  await placeMany(token, 'customer@two.example');
  expect([await countMails('agent@one.example'), await countMails('customer@two.example')]).toEqual([placed, 0]);
});
