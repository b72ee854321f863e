// What an agency pays is nothing for its customers (§1 agents, decision 0791): mails to them have the voucher and the journey, no amounts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

const customer = 'customer@elsewhere.example';
let test: TestHouse;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

type Mail = { occasion: string; recipient: string; html: string; attachments: unknown[] };

async function place(token: string, chosen?: { to: 'contact' | 'account' | 'other'; email?: string }[]) {
  const input = await fillOrder(test, token, { product: 'Silver Tower' });
  const contact = { ...input.contact, email: customer };
  const notify = chosen?.map((recipient) => ({ ...recipient, language: 'en' as const }));
  const answer = await test.call('createOrder', { ...input, contact, notify }, { token, key: newKey() });
  expect(answer.code).toBe(200);
  const id = answer.data.orderNo;
  await mailsOf(id, 'placed');
  expect((await test.call('paying', { id, channel: 'deposit' }, { token, key: newKey() })).code).toBe(200);
  return id;
}

/** All mails about it, once nothing more is written. */
async function mailsOf(id: string, occasion: string): Promise<Mail[]> {
  const read = async () =>
    (
      await sql<Mail>`SELECT occasion, recipient, html, attachments FROM mail WHERE occasion LIKE ${`order ${id} %`}
        ORDER BY occasion, recipient`.execute(test.database.house)
    ).rows;
  const waiting = async () =>
    (
      await sql`SELECT 1 FROM pgboss.job WHERE state < 'completed' AND name = 'order.changed'`.execute(
        test.database.house,
      )
    ).rows.length;
  await until(read, (list) => list.some((mail) => mail.occasion.startsWith(`order ${id} ${occasion}`)));
  await until(waiting, (count) => count === 0);
  return read();
}

const of = (mails: Mail[], email: string) => mails.filter((mail) => mail.recipient === email);
const occasionsOf = (mails: Mail[], email: string) => of(mails, email).map((mail) => mail.occasion.split(/[ :]/)[2]);

describe('a customer whom an agency names as contact', () => {
  it('gets the voucher without the agency’s price, and nothing about its payment; the agency’s account reads the rest', async () => {
    const id = await place(agent);
    const mails = await mailsOf(id, 'confirmed');
    expect(occasionsOf(mails, customer)).toEqual(['confirmed']);
    const [confirmed] = of(mails, customer);
    expect(confirmed?.attachments.length).toBe(1);
    expect(confirmed?.html).not.toMatch(/MYR|Total|\/uc\/order/);
    expect(occasionsOf(mails, 'agent@one.example')).toEqual(['confirmed', 'placed']);
    expect(of(mails, 'agent@one.example')[0]?.html).toMatch(/MYR/);
  });

  it('hears of a cancellation from the agency alone', async () => {
    const id = await place(agent);
    await mailsOf(id, 'confirmed');
    const [line] = (await test.call('consoleOrder', { id }, { token: staff })).data.lines;
    const cancel = { id, subOrderNo: line?.subOrderNo ?? '', refundNum: 1, remark: 'Rain' };
    expect((await test.call('consoleCancelApply', cancel, { token: staff })).code).toBe(200);
    const mails = await mailsOf(id, 'cancelAsked');
    expect(occasionsOf(mails, customer)).toEqual(['confirmed']);
    expect(occasionsOf(mails, 'agent@one.example')).toContain('cancelAsked');
  });
});

it('where the agency chose its own account too, that gets each mail once', async () => {
  const id = await place(agent, [{ to: 'contact' }, { to: 'account' }]);
  const mails = await mailsOf(id, 'confirmed');
  expect(occasionsOf(mails, customer)).toEqual(['confirmed']);
  expect(occasionsOf(mails, 'agent@one.example')).toEqual(['confirmed', 'placed']);
});

it.each(['sub@one.example', 'Mei@Example.com'])('of the agency, who reads the price, is %s', async (email) => {
  const id = await place(agent, [{ to: 'other', email }]);
  const mails = await mailsOf(id, 'confirmed');
  expect(occasionsOf(mails, email)).toEqual(['confirmed', 'placed']);
  expect(of(mails, email)[0]?.html).toMatch(/MYR/);
  expect(of(mails, 'agent@one.example')).toEqual([]);
});

it('gets the voucher once the agency has paid the rest, and nothing about the rest before (decision 0380)', async () => {
  await sql`UPDATE product SET first_percent = 30, rest_days = 5, rest_missed = 'staff' WHERE key = 'tower'`.execute(
    test.database.house,
  );
  const input = await fillOrder(test, agent, { product: 'Silver Tower' });
  const contact = { ...input.contact, email: customer };
  const as = () => ({ token: agent, key: newKey() });
  const id = (await test.call('createOrder', { ...input, contact }, as())).data.orderNo;
  expect((await test.call('paying', { id, channel: 'deposit', part: true }, as())).code).toBe(200);
  expect(occasionsOf(await mailsOf(id, 'confirmed'), customer)).toEqual([]);
  const { supplements } = (await test.call('orderDetail', { id }, { token: agent })).data;
  const rest = { id, channel: 'deposit', supplement: supplements[0]?.supplementNo } as const;
  expect((await test.call('paying', rest, as())).code).toBe(200);
  const mails = of(await mailsOf(id, 'restPaid'), customer);
  expect(mails.map((mail) => mail.attachments.length)).toEqual([1]);
  expect(mails[0]?.html).not.toMatch(/MYR|rest/);
});
