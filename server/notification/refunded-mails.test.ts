// The mail about money that went back (§3 refund): lines that end together and were paid by one payment have one mail, which lists them;
// a refund is in one mail, whichever is settled first and whichever job is run first or again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatMoney, money } from '../../domain/money.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { sql } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { writeOrderMails } from './write-order-mails.ts';

let test: TestHouse;
let agent: string;
let queued: { orderNo: string; occasion: string }[] = [];

beforeAll(async () => {
  test = await openTestHouse();
  await addPackageOf(test, (await makeSecondSupplier(test)).id);
  agent = await test.signIn('agent@one.example', 'agent-2026');
}, 60_000);
afterAll(() => test.close());

const mailsOf = async (orderNo: string) =>
  (await test.mails('mei@example.com'))
    .filter((mail) => mail.occasion.startsWith(`order ${orderNo} refunded`))
    .map(({ body }) => body.replaceAll('\u00a0', ' '));

const say = (minor: number) => formatMoney(money(minor, 'MYR'), 'en').replaceAll('\u00a0', ' ');

type Refund = { refund_no: string; order_minor: number };
const listRefunds = async (orderNo: string) =>
  (
    await sql<Refund>`SELECT refund_no, order_minor FROM refund WHERE order_no = ${orderNo} AND status = 1
      ORDER BY refund_no`.execute(test.database.house)
  ).rows;

/** The installation's own jobs about it are done: a late one would write beside those of the test. */
async function allWritten(orderNo: string): Promise<void> {
  await until(
    async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job
          WHERE name = 'order.changed' AND state < 'completed' AND data ->> 'orderNo' = ${orderNo}`.execute(
          test.database.house,
        )
      ).rows[0]?.n,
    (waiting) => waiting === 0,
  );
  expect(await mailsOf(orderNo)).not.toEqual([]);
}

/** An order of two lines that its buyer cancelled at once, after both went back. */
async function cancelBoth() {
  const orderNo = await buyOfBoth(test, agent);
  expect((await test.call('cancelOrder', { orderNo, remark: 'Ill' }, { token: agent })).code).toBe(200);
  const refunds = await until(
    () => listRefunds(orderNo),
    (list) => list.length === 2,
  );
  const [one = 0, other = 0] = refunds.map((refund) => refund.order_minor);
  return { orderNo, refunds, one, other, sum: one + other };
}

/** As if no mail had been written of it yet. */
async function forget(orderNo: string, refundNo = '%'): Promise<void> {
  await sql`DELETE FROM mail WHERE occasion LIKE ${`order ${orderNo} refunded%`}`.execute(test.database.house);
  await sql`UPDATE refund SET mailed_with = NULL WHERE order_no = ${orderNo} AND refund_no LIKE ${refundNo}`.execute(
    test.database.house,
  );
}

const write = (orderNo: string, refundNo: string) => {
  const jobs = {
    send: async (_owner: unknown, name: string, data: unknown) =>
      void (name === 'order.changed' && queued.push(data as (typeof queued)[number])),
    work: async () => undefined,
    stop: async () => undefined,
  };
  const parts = { owner: test.database.forOwner(1), jobs, vault: makeVault('of this test'), erasures: null };
  return writeOrderMails(parts, [{ orderNo, occasion: `refunded:${refundNo}` }]);
};

it('§3 refund: two lines that ended together are one mail with both and their sum', async () => {
  const { orderNo, one, other, sum } = await cancelBoth();
  const [mail = ''] = await until(
    () => mailsOf(orderNo),
    (list) => list.length > 0,
  );
  for (const text of [`Refunded: ${say(sum)}`, say(one), say(other), 'Boat']) expect(mail).toContain(text);
  // The job of the other refund has been through by then.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(await mailsOf(orderNo)).toHaveLength(1);
});

it('§3 refund: each is in one mail, whichever jobs are run at one moment or again', async () => {
  const { orderNo, refunds, sum } = await cancelBoth();
  await allWritten(orderNo);
  for (let round = 0; round < 6; round += 1) {
    await forget(orderNo);
    const numbers = refunds.map((refund) => refund.refund_no);
    const errors = await Promise.all([...numbers, ...numbers, ...numbers].map((number) => write(orderNo, number)));
    expect(errors.flat()).toEqual(errors.map(() => undefined));
    for (const number of numbers) await write(orderNo, number);
    const mails = await mailsOf(orderNo);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(`Refunded: ${say(sum)}`);
  }
});

it('§3 refund: one that is still under way is waited for, and mailed by itself when it takes longer', async () => {
  const { orderNo, refunds, one, other } = await cancelBoth();
  await allWritten(orderNo);
  await forget(orderNo);
  const [first = '', second = ''] = refunds.map((refund) => refund.refund_no);
  const set = (status: number, age: string) =>
    sql`UPDATE refund SET status = ${status}, settled_at = CASE WHEN ${status} = 1 THEN now() END,
      created_at = now() - ${age}::interval WHERE refund_no = ${second}`.execute(test.database.house);
  await set(0, '1 second');
  queued = [];
  await write(orderNo, first);
  expect(await mailsOf(orderNo)).toEqual([]);
  expect(queued).toEqual([{ orderNo, occasion: `refunded:${first}` }]);
  await set(0, '1 minute');
  await write(orderNo, first);
  const [alone = ''] = await mailsOf(orderNo);
  expect(alone).toContain(`Refunded: ${say(one)}`);
  await set(1, '1 minute');
  await write(orderNo, first);
  expect(await mailsOf(orderNo)).toEqual([alone]);
  await write(orderNo, second);
  const mails = await mailsOf(orderNo);
  expect(mails).toHaveLength(2);
  expect(mails.some((mail) => mail.includes(`Refunded: ${say(other)}`))).toBe(true);
});

it('§3 refund: what was given back by another act has its own mail', async () => {
  const { orderNo, refunds, one, other } = await cancelBoth();
  await allWritten(orderNo);
  await forget(orderNo);
  const numbers = refunds.map((refund) => refund.refund_no);
  await sql`UPDATE refund SET act = 'another' WHERE refund_no = ${numbers[1] ?? ''}`.execute(test.database.house);
  for (const number of numbers) await write(orderNo, number);
  const mails = await mailsOf(orderNo);
  expect(mails).toHaveLength(2);
  for (const minor of [one, other]) expect(mails.some((mail) => mail.includes(`Refunded: ${say(minor)}`))).toBe(true);
});
