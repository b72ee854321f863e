// The credit line as a way to pay (§3 channel 4): never beyond the line however many pay at once, back where it came from, and the
// words of §8 when it does not suffice.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whenFree } from '../../../demo/call-house.ts';
import { addDays } from '../../../domain/dates.ts';
import { enterAsGuest } from '../../../tests/build/enter-as-guest.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { adjust, findAgency, offerCredit, readFigures, readLines } from '../../../tests/build/set-balances.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { inTransaction, sql } from '../../platform/db.ts';

const open: TestHouse[] = [];
async function openHouse(): Promise<TestHouse> {
  const test = await openTestHouse();
  open.push(test);
  await offerCredit(test);
  return test;
}

let test: TestHouse;
let agent: string;
let finance: string;
let id: string;
beforeAll(async () => {
  test = await openHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  id = await findAgency(test, finance);
});
afterAll(async () => {
  for (const house of open) await house.close();
});

const pay = (orderNo: string, channel: string, token = agent, house = test) => {
  const as = { token, key: newKey() };
  return whenFree(() => house.call('paying', { id: orderNo, channel }, as));
};
const offers = async (orderNo: string) => (await test.call('payInfo', { id: orderNo }, { token: agent })).data.channels;

describe('a credit line', () => {
  it('is not offered before there is one', async () => {
    const orderNo = await placeOrder(test, agent);
    expect((await offers(orderNo)).map((offer) => offer.channel).sort()).toEqual(['deposit', 'sandbox']);
    expect((await pay(orderNo, 'credit')).code).toBe(200408);
    await test.call('cancelOrder', { orderNo }, { token: agent });
  });

  it('that cannot be used is reported to finance, until the owner offers that way to pay', async () => {
    const own = await openTestHouse();
    open.push(own);
    const token = await own.signIn('finance@one.example', 'finance-2026');
    const partner = await findAgency(own, token);
    const answer = async () => (await own.call('consoleBalance', { id: partner }, { token })).data.creditOff;
    const offer = async (active: boolean) => {
      const { list } = (await own.call('consoleChannels', {}, { token })).data;
      const revision = list.find((item) => item.channel === 'credit')?.revision ?? 0;
      const wish = { feePercent: '0', feeRefundable: false, currency: null, options: {}, keys: {} };
      const saved = await own.call('consoleChannelSave', { channel: 'credit', active, revision, ...wish }, { token });
      expect(saved.code).toBe(200);
    };
    expect(await answer(), 'no line, nothing to tell').toBe(false);
    await adjust(own, token, { id: partner, dealType: 5, amountMinor: 30_000 });
    expect(await answer()).toBe(true);
    await offer(true);
    expect(await answer()).toBe(false);
    await offer(false);
    expect(await answer()).toBe(true);
    await adjust(own, token, { id: partner, dealType: 6, amountMinor: 30_000 });
    expect(await answer(), 'the line is gone').toBe(false);
  });

  it('names to finance whom to write about it: the settlement contact, else the one for orders (decision 0804)', async () => {
    const contact = async () => (await test.call('consoleBalance', { id }, { token: finance })).data.contact;
    const save = (contacts: object) =>
      sql`UPDATE partner SET contacts = ${JSON.stringify(contacts)}::jsonb WHERE owner_id = 1 AND partner_id = ${id}::bigint`.execute(
        test.database.house,
      );
    const order = { name: 'Lee', email: 'lee@agency.example', areaCode: '60', phone: '111' };
    await save({ order, settlement: { name: '', email: '', areaCode: '', phone: '' } });
    expect(await contact()).toEqual({ name: 'Lee', email: 'lee@agency.example', phone: '+60 111' });
    await save({ order, settlement: { name: 'Ann', email: 'books@agency.example', areaCode: '', phone: '' } });
    expect(await contact()).toEqual({ name: 'Ann', email: 'books@agency.example', phone: '' });
    await save({});
    expect(await contact()).toEqual({ name: '', email: '', phone: '' });
  });

  it('pays an order at once, shows what is left, and takes back what is cancelled', async () => {
    expect((await adjust(test, finance, { id, dealType: 5, amountMinor: 30_000 })).data.state).toBe('done');
    const orderNo = await placeOrder(test, agent, { quantity: 2 });
    const offer = (await offers(orderNo)).find((offer) => offer.channel === 'credit');
    expect(offer).toMatchObject({ blocked: null, balance: { amountMinor: 30_000, currency: 'MYR' } });
    // Both at the position that a way to pay has until someone sets another: money that is there is proposed before debt.
    const inOrder = (await offers(orderNo)).map((offer) => offer.channel);
    expect(inOrder.indexOf('deposit')).toBeLessThan(inOrder.indexOf('credit'));
    expect((await pay(orderNo, 'credit')).data.status).toBe(103);
    expect(await readFigures(test, agent)).toEqual({ deposit: 100_000, left: 10_000, used: 20_000 });
    await test.call('cancelOrder', { orderNo }, { token: agent });
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const asked = (await test.call('consoleCancels', {}, { token: operations })).data.list[0];
    if (asked) await test.call('consoleCancelDecide', { id: asked.id, approve: true } as never, { token: operations });
    const figures = await until(
      () => readFigures(test, agent),
      (item) => item.used === 0,
    );
    expect(figures).toEqual({ deposit: 100_000, left: 30_000, used: 0 });
    const lines = await readLines(test, agent, { kind: 'credit' });
    expect(lines.map((line) => [line.dealType, line.amount.amountMinor, line.after.amountMinor])).toEqual([
      [5, 30_000, 30_000],
      [2, -20_000, 10_000],
      [3, 20_000, 30_000],
    ]);
    expect(lines[2]).toMatchObject({ channel: 'credit', orderNo });
  });

  it('says in the words of §8 when it is too low, and when nothing is left anywhere (§5 credit; §8 credit insufficient; §8 credit and deposit are 0)', async () => {
    const orderNo = await placeOrder(test, agent, { quantity: 4 });
    const low = await pay(orderNo, 'credit');
    expect([low.code, low.msg]).toEqual([
      200408,
      'Credit line is insufficient, please restore the credit line and then pay.',
    ]);
    expect((await offers(orderNo)).find((offer) => offer.channel === 'credit')?.blocked).toBe('creditTooLow');
    expect((await adjust(test, finance, { id, dealType: 10, amountMinor: 100_000 })).code).toBe(200);
    expect((await adjust(test, finance, { id, dealType: 6, amountMinor: 30_000 })).code).toBe(200);
    for (const channel of ['credit', 'deposit']) {
      const none = await pay(orderNo, channel);
      expect([none.code, none.msg]).toEqual([
        200409,
        'Credit and deposit balances are 0. Please contact the merchant or choose another method.',
      ]);
      expect((await offers(orderNo)).find((offer) => offer.channel === channel)?.blocked).toBe('zeroBalance');
    }
    await test.call('cancelOrder', { orderNo }, { token: agent });
  });

  it('is nothing for members and for sessions that a code alone opened', async () => {
    const member = await test.signIn('member@one.example', 'member-2026');
    const orderNo = await placeOrder(test, member);
    for (const channel of ['credit', 'deposit'] as const)
      expect((await pay(orderNo, channel, member)).code).toBe(200401);
    const byCode = await enterAsGuest(test, 'agent@one.example');
    const own = await placeOrder(test, byCode);
    expect((await pay(own, 'credit', byCode)).code).toBe(200401);
    expect((await test.call('bill', {}, { token: byCode })).code).toBe(200110);
    expect((await pay(orderNo, 'credit', agent)).http).toBe(421);
  });
});

/** Locks the row of the credit line from its own connection until the other requests wait, then releases it. */
async function whileHeld<Result>(
  house: TestHouse,
  { wait, milliseconds }: { wait: number; milliseconds: number },
  work: () => Promise<Result>[],
) {
  const client = await house.database.pool.connect();
  await client.query('SET app.owner_id = 0');
  await client.query('BEGIN');
  await client.query(`SELECT 1 FROM ledger_account WHERE owner_id = 1 AND kind = 'credit' FOR UPDATE`);
  const running = work();
  let waiting = 0;
  const until = Date.now() + milliseconds;
  while (waiting < wait && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    // A transaction keeps what it first saw of the activity: connections that were opened later would not be counted.
    await client.query('SELECT pg_stat_clear_snapshot()');
    const found = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    waiting = found.rows[0]?.count ?? 0;
  }
  await client.query('COMMIT');
  client.release(true);
  return { waiting, answers: await Promise.all(running) };
}

describe('40 orders of 100 at once on a credit line of 1,000', () => {
  it('pay exactly 10', async () => {
    const house = await openHouse();
    const token = await house.signIn('agent@one.example', 'agent-2026');
    const staff = await house.signIn('finance@one.example', 'finance-2026');
    const partner = await findAgency(house, staff);
    await adjust(house, staff, { id: partner, dealType: 5, amountMinor: 100_000 });
    const orders: string[] = [];
    for (const on of [playOn, addDays(playOn, 1)]) {
      const input = await fillOrder(house, token, { on });
      for (let at = 0; at < 20; at += 1)
        orders.push((await house.call('createOrder', input, { token, key: newKey() })).data.orderNo);
    }
    const { waiting, answers } = await whileHeld(house, { wait: 11, milliseconds: 10_000 }, () =>
      orders.map((orderNo) => pay(orderNo, 'credit', token, house)),
    );
    // As many as one kind of call may have connections wait for the row itself, the others for a connection.
    expect(waiting).toBe(11);
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(10);
    expect(answers.filter((answer) => answer.code === 200408)).toHaveLength(30);
    expect(await readFigures(house, token)).toEqual({ deposit: 100_000, left: 0, used: 100_000 });
    await Promise.all(orders.map((orderNo) => house.call('cancelOrder', { orderNo }, { token })));
  });

  it('would pay 40 without the guard: the race can fail, and the audit sees it', async () => {
    const house = await openTestHouse();
    const staff = await house.signIn('finance@one.example', 'finance-2026');
    await adjust(house, staff, { id: await findAgency(house, staff), dealType: 5, amountMinor: 100_000 });
    const found = await sql<{
      ledger_id: number;
    }>`SELECT ledger_id FROM ledger_account WHERE owner_id = 1 AND kind = 'credit'`.execute(house.database.house);
    const ledgerId = found.rows[0]?.ledger_id ?? 0;
    const source = new URL('../ledger.sql.ts', import.meta.url);
    const mutant = new URL(`../unguarded-${process.pid}.tmp.ts`, import.meta.url);
    const guard = /\n +AND balance_minor \+ credit_limit_minor \+ \$\{movement\.amountMinor\}::bigint >= 0\n/;
    const text = readFileSync(source, 'utf8');
    expect(text).toMatch(guard);
    writeFileSync(mutant, text.replace(guard, '\n'));
    try {
      const { moveBalance } = (await import(mutant.href)) as typeof import('../ledger.sql.ts');
      await sql`ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_check1`.execute(house.database.house);
      // Statements of the test itself give up after three seconds (platform/db.ts).
      const { answers } = await whileHeld(house, { wait: 4, milliseconds: 2500 }, () =>
        Array.from({ length: 40 }, (_, at) =>
          inTransaction(house.database.forOwner(1), (owner) =>
            moveBalance(owner, { ledgerId, amountMinor: -10_000, dealType: 2, cause: `unguarded ${at}` }),
          ),
        ),
      );
      expect(answers.filter(Boolean)).toHaveLength(40);
    } finally {
      rmSync(mutant);
    }
    await expect(house.close()).rejects.toThrow('no credit beyond its line');
  });
});
