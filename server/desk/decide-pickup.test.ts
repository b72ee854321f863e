// The second verification of a pick-up outside the range (§5, rules §11 Second verification) over HTTP: it holds back confirmation and
// voucher, a person decides it once, and operations are reminded every hour on the last day.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { instantOf } from '../../domain/dates.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { urlFor } from '../../tests/build/set-up-database.ts';
import { buyDoubtful, giveToSupplier, makeRoom, placeDoubtful } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { remindUndecided } from '../order/clock/remind-undecided.ts';
import { sql } from '../platform/db.ts';
import { type Jobs, startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { findViolations } from '../upkeep/audit.sql.ts';

let test: TestHouse;
let agent: string;
let operations: string;
let supplier: string;
let second: string;
let jobs: Jobs;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'car');
  const other = await makeSecondSupplier(test);
  second = other.token;
  await addPackageOf(test, other.id);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  const found = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house);
  jobs = await startJobs(urlFor(inject('serverUrl'), String(found.rows[0]?.name)), makeLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

type Decision = { fine: boolean; text?: string; supplementMinor?: number };
const decide = (id: string, decision: Decision) =>
  test.call('consolePickup', { id, ...decision }, { token: operations });
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const forStaff = async (id: string) => (await test.call('consoleOrder', { id }, { token: operations })).data;
const deposit = async () =>
  (
    await sql<{ sum: number }>`SELECT sum(e.amount_minor)::int AS sum FROM ledger_entry e JOIN ledger_account a
      USING (owner_id, ledger_id) WHERE a.kind = 'deposit' AND a.owner_id = 1`.execute(test.database.house)
  ).rows[0]?.sum;
const soldOf = async (id: string) =>
  (
    await sql<{
      sold: number;
      held: number;
    }>`SELECT d.sold, d.held FROM departure d JOIN line_hold h USING (owner_id, departure_id)
      WHERE h.sub_order_no = ${`${id}-1`}`.execute(test.database.house)
  ).rows[0];
const mailsOf = async (id: string, occasion: string) =>
  (
    await sql<{ recipient: string; body: string }>`SELECT recipient, body FROM mail
      WHERE occasion LIKE ${`order ${id} ${occasion}%`}`.execute(test.database.house)
  ).rows;
const mailOf = async (id: string, occasion: string) =>
  (
    await until(
      () => mailsOf(id, occasion),
      (list) => list.length > 0,
    )
  )[0];
const actsOf = (list: { action: string }[]) => list.map((event) => event.action);

describe('a pick-up that may lie outside the range', () => {
  it('holds an instant order back, its places sold, and no one confirms it meanwhile (§5)', async () => {
    const id = await buyDoubtful(test, agent);
    const shown = await detail(id);
    expect(shown).toMatchObject({ status: 1002, payStatus: 103, secondCheck: 'waiting' });
    expect(shown.lines[0]?.voucher).toBeNull();
    expect((await soldOf(id))?.sold).toBeGreaterThan(0);
    expect((await forStaff(id)).actions).not.toContain('confirm');
    expect((await test.call('consoleSupply', { id }, { token: supplier })).data.actions).toEqual(['reject']);
    for (const token of [operations, supplier])
      expect((await test.call('consoleConfirm', { id }, { token })).code).toBe(200312);
    const bulk = await test.call('consoleBulk', { orderNos: [id], act: 'confirm' }, { token: operations });
    expect(bulk.data.list).toEqual([{ orderNo: id, status: null, problem: 'pickupUndecided' }]);
    expect((await mailOf(id, 'paid'))?.body).toContain('still checking the pick-up address');
    expect(await mailsOf(id, 'confirmed')).toEqual([]);
  });

  it('is approved by one of twenty, which confirms the order with its voucher', async () => {
    const id = await buyDoubtful(test, agent);
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(id, { fine: true })));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200302)]);
    const shown = await detail(id);
    expect(shown).toMatchObject({ status: 1003, secondCheck: 'fine' });
    expect(shown.lines[0]?.voucher).toContain(`${id}-1`);
    expect(actsOf(shown.events)).toEqual(['place', 'pay', 'confirm']);
    await mailOf(id, 'confirmed');
  });

  it('is approved with an additional payment, which the buyer is asked for with its reason', async () => {
    const id = await buyDoubtful(test, agent);
    const wordless = await decide(id, { fine: true, supplementMinor: 5000 });
    expect([wordless.code, wordless.data]).toMatchObject([200001, { fields: { text: 'This field is required' } }]);
    expect((await decide(id, { fine: true, supplementMinor: 5000, text: 'Forty kilometres more' })).data).toEqual({
      status: 1003,
    });
    expect((await detail(id)).supplements).toMatchObject([
      { kind: 'priceDifference', state: 'open', amount: { amountMinor: 5000 }, reason: 'Forty kilometres more' },
    ]);
    expect((await mailOf(id, 'supplement'))?.body).toContain('Forty kilometres more');
  });

  it('asks its supplier only once the pick-up is fine', async () => {
    const id = await buyDoubtful(test, agent);
    const toSupplier = async () =>
      (await mailsOf(id, 'toConfirm')).filter((item) => item.recipient === 'supplier@one.example');
    await sql`UPDATE sub_order SET terms = jsonb_set(terms, '{instant}', 'false') WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    await mailOf(id, 'paid');
    // What the mail to the buyer would have queued is written by the same worker: that of an order which came later is there.
    await mailOf(await buyDoubtful(test, agent), 'paid');
    expect(await toSupplier()).toEqual([]);
    expect((await decide(id, { fine: true })).data).toEqual({ status: 1002 });
    expect(await until(toSupplier, (list) => list.length > 0)).toHaveLength(1);
    expect((await test.call('consoleConfirm', { id }, { token: supplier })).data).toEqual({ status: 1003 });
  });

  it('is refused with a reason: all money and the places go back', async () => {
    const before = await deposit();
    const id = await buyDoubtful(test, agent);
    const sold = (await soldOf(id))?.sold ?? 0;
    expect((await decide(id, { fine: false })).code).toBe(200001);
    expect((await decide(id, { fine: false, text: 'Too far away' })).data).toEqual({ status: 4007 });
    expect(await until(deposit, (sum) => sum === before)).toBe(before);
    expect((await soldOf(id))?.sold).toBe(sold - 1);
    expect((await mailOf(id, 'rejected'))?.body).toContain('Too far away');
    const { status, secondCheck } = await detail(id);
    expect([status, secondCheck]).toEqual([4007, 'refused']);
  });

  it('of an unpaid order is decided before the money comes', async () => {
    const [fine, refused] = [await placeDoubtful(test, agent), await placeDoubtful(test, agent)];
    expect((await decide(fine, { fine: true, supplementMinor: 1, text: 'x' })).code).toBe(200302);
    expect((await decide(fine, { fine: true })).data).toEqual({ status: 1001 });
    await mailOf(fine, 'pickupFine');
    // Travellers who come later may bring another address, which is looked at again.
    await sql`UPDATE purchase SET second_check = 'waiting' WHERE order_no = ${fine}`.execute(test.database.house);
    expect((await decide(fine, { fine: true })).data).toEqual({ status: 1001 });
    const again = await until(
      () => mailsOf(fine, 'pickupFine'),
      (list) => list.length > 1,
    );
    expect(again).toHaveLength(2);
    await test.call('paying', { id: fine, channel: 'deposit' }, { token: agent, key: newKey() });
    expect((await detail(fine)).status).toBe(1003);
    expect((await decide(refused, { fine: false, text: 'No road' })).data).toEqual({ status: 4007 });
    const late = await test.call('paying', { id: refused, channel: 'deposit' }, { token: agent, key: newKey() });
    expect(late.code).not.toBe(200);
    expect((await soldOf(refused))?.held).toBe(0);
  });

  it('of an order that was confirmed before it waited is refused with everything back', async () => {
    const before = await deposit();
    const id = await buyDoubtful(test, agent);
    await decide(id, { fine: true });
    await sql`UPDATE purchase SET second_check = 'waiting', check_since = now() WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    expect((await detail(id)).lines[0]?.voucher).toBeNull();
    expect((await decide(id, { fine: false, text: 'Moved too far' })).data).toEqual({ status: 4005 });
    expect(await until(deposit, (sum) => sum === before)).toBe(before);
    const asked = (await test.call('cancelRequests', { query: id }, { token: agent })).data.list;
    expect(asked).toMatchObject([{ applier: 2, result: 1, fee: { amountMinor: 0 } }]);
  });

  it('of an order that was confirmed before brings its vouchers again, which wait while it is looked at', async () => {
    const id = await buyDoubtful(test, agent);
    await decide(id, { fine: true });
    await sql`UPDATE purchase SET second_check = 'waiting', check_since = now() WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    expect((await decide(id, { fine: true })).data).toEqual({ status: 1003 });
    await mailOf(id, 'pickupFine');
    const { rows } = await sql<{
      names: string[];
    }>`SELECT ARRAY(SELECT a ->> 'name' FROM jsonb_array_elements(attachments) a) AS names
      FROM mail WHERE occasion LIKE ${`order ${id} pickupFine%`}`.execute(test.database.house);
    expect(rows).toEqual([{ names: [`voucher-${id}-1.pdf`] }]);
  });

  it('gives the use of its promo code back when it is refused after it was confirmed', async () => {
    const uses = async () =>
      (
        await sql<{ used: number }>`SELECT used FROM coupon WHERE owner_id = 1 AND code = 'ONCE'`.execute(
          test.database.house,
        )
      ).rows[0]?.used;
    const off = await fillOrder(test, agent, { product: 'Green Hills', quantity: 6 });
    const seenTotal = { ...off.seenTotal, amountMinor: off.seenTotal.amountMinor - 500 };
    const order = { ...off, promoCode: 'ONCE', seenTotal };
    const { orderNo: id } = (await test.call('createOrder', order, { token: agent, key: newKey() })).data;
    await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
    await test.call('consoleConfirm', { id }, { token: operations });
    expect([(await detail(id)).status, await uses()]).toEqual([1003, 1]);
    await sql`UPDATE purchase SET second_check = 'waiting', check_since = now() WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    expect((await decide(id, { fine: false, text: 'No road' })).data).toEqual({ status: 4005 });
    expect(await uses()).toBe(0);
  });
});

describe('a pick-up that waits where one of two suppliers confirmed already', () => {
  const two = async () => {
    const id = await buyOfBoth(test, agent);
    expect((await test.call('consoleConfirm', { id }, { token: second })).data).toEqual({ status: 1002 });
    await sql`UPDATE purchase SET second_check = 'waiting', check_since = now() WHERE order_no = ${id}`.execute(
      test.database.house,
    );
    return id;
  };

  it('is refused: both lines end, and all money and each place go back once', async () => {
    const id = await two();
    expect((await decide(id, { fine: false, text: 'No road' })).code).toBe(200);
    const shown = await detail(id);
    expect(shown.lines.map((line) => line.status)).toEqual([4007, 4005]);
    const given = await until(
      () => detail(id),
      (order) => order.refundTotal.amountMinor === order.payable.amountMinor,
    );
    expect(given.refunds.map((refund) => refund.amount.amountMinor).sort()).toEqual([200, 300]);
    // One mail is about both, with the sum.
    const mailed = await until(
      () => mailsOf(id, 'cancelled'),
      (list) => list.length > 0,
    );
    expect(mailed.map((mail) => /Going back: (.*)/.exec(mail.body)?.[1])).toEqual([
      expect.stringMatching(/5\.00 · Deposit/),
    ]);
    const { rows } = await sql<{
      sold: number;
    }>`SELECT d.sold FROM departure d JOIN line_hold h USING (owner_id, departure_id)
      WHERE h.sub_order_no LIKE ${`${id}-%`}`.execute(test.database.house);
    expect(rows.map((row) => row.sold)).toEqual([0, 0]);
  });
});

it('is refused for what is still to come: a line that was delivered keeps its money and its places', async () => {
  const id = await buyOfBoth(test, agent);
  expect((await test.call('consoleConfirm', { id }, { token: second })).data).toEqual({ status: 1002 });
  await sql`UPDATE purchase SET second_check = 'waiting', check_since = now() WHERE order_no = ${id}`.execute(
    test.database.house,
  );
  await sql`UPDATE sub_order SET status = 1005 WHERE sub_order_no = ${`${id}-2`}`.execute(test.database.house);
  const waiting = (await detail(id)).lines[0]?.amount.amountMinor;
  expect((await decide(id, { fine: false, text: 'No road' })).code).toBe(200);
  const given = await until(
    () => detail(id),
    (order) => order.refundTotal.amountMinor > 0,
  );
  expect(given.lines.map((line) => line.status)).toEqual([4007, 1005]);
  expect(given.refunds.map((refund) => refund.amount.amountMinor)).toEqual([waiting]);
  const { rows } = await sql<{
    sold: number;
  }>`SELECT d.sold FROM departure d JOIN line_hold h USING (owner_id, departure_id)
    WHERE h.sub_order_no = ${`${id}-2`}`.execute(test.database.house);
  expect(rows.map((row) => row.sold)).toEqual([1]);
});

it('reminds operations every hour from 24 hours before the service, until a person decides', async () => {
  const id = await buyDoubtful(test, agent);
  const start = instantOf(playOn, '00:00', 'Asia/Kuala_Lumpur');
  const clockAt = (now: number) => ({
    house: test.database.house,
    forOwner: (ownerId: number) => test.database.forOwner(ownerId),
    jobs,
    now: new Date(now),
  });
  const remind = (now: number) => remindUndecided(clockAt(now));
  const count = async () => (await mailsOf(id, 'pickupWaits')).length;
  await remind(start - 25 * 3_600_000);
  expect(await count()).toBe(0);
  const day = start - 23 * 3_600_000;
  await sql`UPDATE purchase SET check_since = NULL WHERE order_no <> ${id}`.execute(test.database.house);
  const taken = await Promise.all(Array.from({ length: 20 }, () => remind(day)));
  expect(taken.reduce((sum, value) => sum + value, 0)).toBe(1);
  await remind(day + 1_800_000);
  expect((await mailOf(id, 'pickupWaits'))?.recipient).toBe('operations@one.example');
  expect(await count()).toBe(1);
  await remind(day + 3_600_000);
  expect(await until(count, (sum) => sum === 2)).toBe(2);
  await decide(id, { fine: true });
  await remind(day + 7_200_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await count()).toBe(2);
});

it('the audit finds an order that was confirmed while its pick-up waited', async () => {
  const id = await buyDoubtful(test, agent);
  const house = test.database.house;
  const find = async () =>
    (await findViolations(house, 'order: nothing is confirmed while its pick-up waits for a person')).map(
      (row) => row.subject,
    );
  expect(await find()).not.toContain(`order ${id}`);
  await decide(id, { fine: true });
  await sql`UPDATE purchase SET second_check = 'waiting' WHERE order_no = ${id}`.execute(house);
  expect(await find()).toContain(`order ${id}`);
  await sql`UPDATE purchase SET second_check = 'fine' WHERE order_no = ${id}`.execute(house);
});
