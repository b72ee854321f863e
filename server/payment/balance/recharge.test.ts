// Topping up (§7 cashier and cashierInfo, deal type 1): its price, started once per key, booked once however often the channel sends
// notices, also late or after a failure; and never for another partner.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, signNotice, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey } from '../../../tests/build/place-orders.ts';
import { findAgency, readFigures, readLines } from '../../../tests/build/set-balances.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let finance: string;
beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const start = (amount: number, key = newKey(), token = agent) =>
  test.call('cashierInfo', { channel: 'sandbox', amount }, { token, key });
const state = (id: string, token = agent) => test.call('rechargeResult', { id }, { token });
const idOf = (address: string | null) => String(address).split('/').at(-1) as string;

type Started = Awaited<ReturnType<typeof start>>['data'];
async function eventFor(started: Started, amountMinor: number, more: object = {}) {
  const found = await sql<{
    payment_no: string;
  }>`SELECT payment_no FROM payment WHERE recharge_no = ${started.rechargeNo}`.execute(test.database.house);
  return {
    eventId: `evt-${Math.random()}`,
    type: 'payment.paid',
    merchant: 'shop-one',
    paymentId: idOf(started.redirectUrl),
    transactionId: 'txn-1',
    reference: found.rows[0]?.payment_no,
    currency: 'MYR',
    amountMinor,
    at: new Date().toISOString(),
    ...more,
  };
}
const notify = (event: object) => {
  const { raw, headers } = signNotice(event);
  return test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers });
};
const deposit = async () => (await readFigures(test, agent)).deposit;

describe('the cashier', () => {
  it('shows what topping up would cost by each outside channel, fee included (§9 channel fee)', async () => {
    await sql`UPDATE channel_setting SET fee_percent = '2.5' WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    const result = (await test.call('cashier', { amount: 10_001 }, { token: agent })).data;
    expect(result.channels).toEqual([
      {
        channel: 'sandbox',
        feePercent: '2.5',
        fee: { amountMinor: 250, currency: 'MYR' },
        payable: { amountMinor: 10_251, currency: 'MYR' },
        cardholder: false,
        certain: 'now',
        trouble: false,
        exchange: null,
      },
    ]);
    await sql`UPDATE channel_setting SET fee_percent = '0' WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
  });

  it('says both amounts and the rate where a way charges in another currency than the deposit’s (§5, decision 0505)', async () => {
    const charge = (currency: string | null) =>
      sql`UPDATE channel_setting SET currency = ${currency} WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
        test.database.house,
      );
    await charge('USD');
    const [way] = (await test.call('cashier', { amount: 10_000 }, { token: agent })).data.channels;
    await charge(null);
    expect(way?.payable.currency).toBe('USD');
    const amount = { amountMinor: 10_000, currency: 'MYR' };
    expect(way?.exchange).toMatchObject({ amount, source: 'hand', at: null, until: null });
    expect(Math.round(Number(way?.exchange?.rate) * 10_000)).toBe(way?.payable.amountMinor);
  });

  it('refuses amounts of nothing and beyond all bounds, channels of the house, and plain bodies', async () => {
    for (const amount of [0, 99, -500, 10_000_000_001]) expect((await start(amount)).code).toBe(200001);
    expect((await start(1.5)).code).toBe(200001);
    for (const channel of ['deposit', 'credit', 'nobody', 'toString'])
      expect((await test.call('cashierInfo', { channel, amount: 500 }, { token: agent, key: newKey() })).code).toBe(
        200401,
      );
    const plain = { token: agent, key: newKey(), plain: true };
    expect((await test.call('cashierInfo', { channel: 'sandbox', amount: 500 }, plain)).code).toBe(200007);
    expect((await test.call('cashierInfo', { channel: 'sandbox', amount: 500 }, { token: agent })).code).toBe(200001);
  });
});

describe('the owner’s least and most', () => {
  it('are shown, and refused beyond by the field with both figures', async () => {
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    const save = async (least: number | null, most: number | null) => {
      const {
        name: _,
        currency: __,
        limitDefaults: ___,
        ...now
      } = (await test.call('consoleSettings', {}, { token: admin })).data;
      const bounds = { rechargeLeastMinor: least, rechargeMostMinor: most };
      return test.call('consoleSettingsSave', { ...now, ...bounds }, { token: admin });
    };
    const wrong = (await save(90_000, 30_000)).data as unknown as { fields: object };
    expect(Object.keys(wrong.fields)).toEqual(['rechargeMost']);
    expect((await save(30_000, 90_000)).code).toBe(200);
    const offered = (await test.call('cashier', { amount: 0 }, { token: agent })).data;
    expect([offered.least.amountMinor, offered.most.amountMinor]).toEqual([30_000, 90_000]);
    for (const amount of [29_999, 90_001])
      expect((await start(amount)).data).toEqual({ fields: { amount: 'Please enter a number from 300 to 900' } });
    expect((await start(30_000)).code).toBe(200);
    await save(null, null);
    expect((await start(612)).code).toBe(200);
  });
});

describe('a recharge', () => {
  it('raises the deposit once it is paid, and the statement lists it with its channel', async () => {
    const before = await deposit();
    const started = (await start(50_050)).data;
    expect(started).toMatchObject({ status: 0, qr: expect.stringContaining('data:image/svg+xml') });
    expect((await state(started.rechargeNo)).data.status).toBe(0);
    await gateway.act(idOf(started.redirectUrl), 'pay', { duplicate: 3 });
    const result = await until(
      () => state(started.rechargeNo),
      (answer) => answer.data.status === 1,
    );
    expect(result.data).toEqual({ status: 1, amount: { amountMinor: 50_050, currency: 'MYR' }, reason: '' });
    expect(await deposit()).toBe(before + 50_050);
    const last = (await readLines(test, agent)).at(-1);
    expect(last).toMatchObject({ dealType: 1, kind: 'deposit', channel: 'sandbox', reference: started.rechargeNo });
    expect(last?.after.amountMinor).toBe(before + 50_050);
  });

  it('takes the number of a way to pay for its name, as orders do (§3 pay channels)', async () => {
    const key = newKey();
    const begin = (channel: string | number) =>
      test.call('cashierInfo', { channel, amount: 10_000 }, { token: agent, key });
    const named = await begin('sandbox');
    expect(named.code).toBe(200);
    expect((await begin(99)).data.rechargeNo).toBe(named.data.rechargeNo);
  });

  it('is one for twenty repeats of its start with the same key, and refused with another content', async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => start(20_000, key)));
    expect(new Set(answers.map((answer) => answer.data.rechargeNo)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.data.redirectUrl)).size).toBe(1);
    expect((await start(20_001, key)).code).toBe(200006);
    const count = await sql<{ n: number }>`SELECT count(*)::int AS n FROM recharge WHERE amount_minor = 20000`.execute(
      test.database.house,
    );
    expect(count.rows[0]?.n).toBe(1);
  });

  it('applies twenty copies of a notice, and twenty notices of one payment, once', async () => {
    for (const same of [true, false]) {
      const before = await deposit();
      const started = (await start(12_300)).data;
      const event = await eventFor(started, 12_300);
      const copies = Array.from({ length: 20 }, (_, at) => (same ? event : { ...event, eventId: `evt-${at}-${same}` }));
      const answers = await Promise.all(copies.map((copy) => notify(copy).then((answer) => answer.text())));
      expect([...new Set(answers)], test.log.slice(-4).join('')).toEqual(['OK']);
      expect(await deposit()).toBe(before + 12_300);
      const lines = await readLines(test, agent, { dealType: 1 });
      expect(lines.filter((line) => line.reference === started.rechargeNo)).toHaveLength(1);
    }
  });

  it('takes nothing that was bent on the way', async () => {
    const before = await deposit();
    const started = (await start(40_000)).data;
    for (const bent of [{ amountMinor: 4_000_000 }, { currency: 'THB' }, { merchant: 'shop-two' }])
      await notify(await eventFor(started, 40_000, bent));
    expect(await deposit()).toBe(before);
    expect((await state(started.rechargeNo)).data.status).toBe(0);
  });

  it('that failed says so, and takes the money all the same when it comes after all', async () => {
    const before = await deposit();
    const started = (await start(7_700)).data;
    await gateway.act(idOf(started.redirectUrl), 'decline');
    const failed = await until(
      () => state(started.rechargeNo),
      (answer) => answer.data.status === 2,
    );
    expect(failed.data.status).toBe(2);
    expect(await deposit()).toBe(before);
    await notify(await eventFor(started, 7_700));
    expect((await state(started.rechargeNo)).data.status).toBe(1);
    expect(await deposit()).toBe(before + 7_700);
  });

  it('without any notice of the channel is found by the sweep', async () => {
    const before = await deposit();
    const started = (await start(3_300)).data;
    await gateway.act(idOf(started.redirectUrl), 'pay-silent');
    await sql`UPDATE payment SET next_poll_at = now() WHERE recharge_no = ${started.rechargeNo}`.execute(
      test.database.house,
    );
    await until(deposit, (value) => value === before + 3_300);
    expect(await deposit()).toBe(before + 3_300);
  });

  it('stays open while the channel is silent, and goes on with the same key', async () => {
    const key = newKey();
    await sql`UPDATE channel_setting SET base_url = 'http://127.0.0.1:9' WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    expect((await start(9_900, key)).code).toBe(200406);
    await sql`UPDATE channel_setting SET base_url = ${gateway.url} WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    expect((await start(9_900, key)).data).toMatchObject({ status: 0, redirectUrl: expect.stringContaining('http') });
  });
});

describe('who may pay in', () => {
  it('is the main account alone, each for its own partner', async () => {
    const started = (await start(5_000)).data;
    const sub = await test.signIn('open@one.example', 'open-2026');
    const member = await test.signIn('member@one.example', 'member-2026');
    for (const token of [sub, member]) {
      expect((await start(5_000, newKey(), token)).http).toBe(421);
      expect((await state(started.rechargeNo, token)).http).toBe(421);
      expect((await test.call('cashier', {}, { token })).http).toBe(421);
      expect((await test.call('balanceWarning', { levelMinor: 5 }, { token })).http).toBe(421);
    }
    const other = await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    const there = { token: other, host: 'two.test' };
    expect((await test.call('rechargeResult', { id: started.rechargeNo }, there)).http).toBe(421);
  });

  it('is not a partner that is still to be approved', async () => {
    const id = await findAgency(test, finance);
    await sql`UPDATE partner SET approval = 'waiting' WHERE owner_id = 1 AND partner_id = ${id}`.execute(
      test.database.house,
    );
    expect((await start(5_000)).code).toBe(200108);
    await sql`UPDATE partner SET approval = 'approved' WHERE owner_id = 1 AND partner_id = ${id}`.execute(
      test.database.house,
    );
  });
});
