// The daily comparison with a gateway's list: each kind of difference is found and noted once however often it runs, closed by a
// person, and a day is claimed by one process only.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { money } from '../../domain/money.ts';
import { openGateway, signNotice, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { compareList, type RecordedLine } from './compare-lists.ts';
import { reconcileDay } from './reconcile-day.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;
let finance: string;
const day = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  member = await test.signIn('member@one.example', 'member-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const compare = (on = day, channel = 'sandbox') =>
  test.call('consoleReconcile', { channel, day: on }, { token: finance });
const listOpen = async () => (await test.call('consoleDifferences', {}, { token: finance })).data;

async function start() {
  const orderNo = await placeOrder(test, member);
  const result = await test.call('paying', { id: orderNo, channel: 'sandbox' }, { token: member, key: newKey() });
  const gatewayId = String(result.data.redirectUrl).split('/').at(-1) ?? '';
  return { orderNo, paymentNo: result.data.paymentNo, gatewayId };
}

/** Asks the gateway as the merchant does. */
async function atGateway(path: string, body?: object): Promise<{ id: string; payments: unknown[] }> {
  const method = body ? 'POST' : 'GET';
  const raw = body ? JSON.stringify(body) : '';
  const t = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', 'secret-of-one-0001').update(`${t}.${method}.${path}.${raw}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-sandbox-merchant': 'shop-one',
    'x-sandbox-signature': `t=${t},v1=${signature}`,
  };
  const answer = await fetch(gateway.url + path, { method, headers, ...(body ? { body: raw } : {}) });
  return (await answer.json()) as { id: string; payments: unknown[] };
}
const paidThere = (count: number) =>
  until(
    async () => (await atGateway(`/v1/statement?day=${day}`)).payments.length,
    (n) => n === count,
  );

/** Paid there, and known here because we asked. */
async function paid() {
  const item = await start();
  await gateway.act(item.gatewayId, 'pay-silent');
  const ask = async () => {
    await sql`UPDATE payment SET polled_at = NULL WHERE payment_no = ${item.paymentNo}`.execute(test.database.house);
    return (await test.call('isPaySuccess', { id: item.orderNo }, { token: member })).data.paid;
  };
  expect(await until(ask, Boolean)).toBe(true);
  return item;
}

describe('a day', () => {
  it('is compared: each kind of difference is noted once, and what was only late is settled', async () => {
    const fine = await paid();
    const late = await start();
    await gateway.act(late.gatewayId, 'pay-silent');
    const state = await start();
    await gateway.act(state.gatewayId, 'pay-silent');
    const amount = await paid();
    const fields = {
      currency: 'MYR',
      amountMinor: 777,
      description: 'x',
      returnUrl: 'http://one.test/',
      notifyUrl: 'http://one.test/',
    };
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const strange = await atGateway('/v1/payments', {
      ...fields,
      reference: 'STRANGE1',
      expiresAt,
      idempotencyKey: 'strange-one',
    });
    await gateway.act(strange.id, 'pay-silent');
    const absent = await start();
    const event = {
      eventId: 'evt-absent',
      type: 'payment.paid',
      merchant: 'shop-one',
      paymentId: absent.gatewayId,
      transactionId: 'txn-absent',
      reference: absent.paymentNo,
      currency: 'MYR',
      amountMinor: 10_000,
      at: new Date().toISOString(),
    };
    const { raw, headers } = signNotice(event);
    expect((await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers })).status).toBe(200);
    expect(await paidThere(5)).toBe(5);
    const books = test.database.house;
    await sql`UPDATE payment SET live = false, status = 104 WHERE payment_no = ${state.paymentNo}`.execute(books);
    await sql`UPDATE purchase SET pay_status = 104 WHERE order_no = ${state.orderNo}`.execute(books);
    await sql`UPDATE payment SET amount_minor = amount_minor + 1 WHERE payment_no = ${amount.paymentNo}`.execute(books);
    await sql`UPDATE payment SET settled_at = settled_at - interval '15 minutes' WHERE status = 103`.execute(books);

    const first = await compare();
    expect(first.data).toMatchObject({ state: 'done', listed: 5, added: 4, problem: '' });
    const { list, total, channels } = await listOpen();
    expect(total).toBe(4);
    expect(channels).toEqual(['sandbox']);
    const result = Object.fromEntries(list.map((item) => [item.kind, item]));
    const theirs = { amount: money(777, 'MYR'), named: 'STRANGE1' };
    expect(result.missingHere).toMatchObject({ ref: strange.id, ours: null, theirs });
    expect(result.missingThere).toMatchObject({ ref: absent.paymentNo, theirs: null, ours: { status: 103 } });
    expect(result.state).toMatchObject({
      ref: state.paymentNo,
      ours: { status: 104 },
      theirs: { ref: state.gatewayId },
    });
    expect(result.amount).toMatchObject({
      ref: amount.paymentNo,
      ours: { amount: money(10_001, 'MYR') },
      theirs: { amount: money(10_000, 'MYR') },
    });
    expect(list.some((item) => item.ref === fine.paymentNo || item.ref === late.paymentNo)).toBe(false);
    expect((await test.call('isPaySuccess', { id: late.orderNo }, { token: member })).data.paid).toBe(true);

    expect((await compare()).data).toMatchObject({ state: 'done', listed: 5, added: 0 });
    const many = await Promise.all(Array.from({ length: 20 }, () => compare()));
    expect(many.every((answer) => answer.code === 200 && answer.data.added === 0)).toBe(true);
    expect((await listOpen()).total).toBe(4);
    await sql`UPDATE payment SET amount_minor = amount_minor - 1 WHERE payment_no = ${amount.paymentNo}`.execute(books);
  });

  it('keeps its differences until a person closes each with a reason, once', async () => {
    const [item] = (await listOpen()).list;
    const close = (note: string) =>
      test.call('consoleDifferenceClose', { id: item?.id ?? '', note }, { token: finance });
    expect((await close('  ')).code).toBe(200001);
    const result = await Promise.all(Array.from({ length: 20 }, (_, at) => close(`looked into it ${at}`)));
    expect(result.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(result.filter((answer) => answer.code === 200009)).toHaveLength(19);
    await compare();
    const open = await listOpen();
    expect(open.total).toBe(3);
    const { data } = await test.call('consoleDifferences', { state: 'explained' }, { token: finance });
    expect(data.list[0]).toMatchObject({ ref: item?.ref, state: 'explained', decidedBy: 'Farah' });
    const acts = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM audit_log WHERE act = 'difference-closed'`.execute(test.database.house);
    expect(acts.rows[0]?.n).toBe(1);
  });

  it('cannot be one to come, nor of a way to pay without a list; and is nothing for others', async () => {
    expect((await compare('2099-01-01')).code).toBe(200001);
    expect((await compare('2020-01-01')).code).toBe(200001);
    expect((await compare(day, 'deposit')).code).toBe(200401);
    const other = await test.signIn('finance@two.example', 'finance-2026', 'two.test');
    expect((await test.call('consoleDifferences', {}, { token: other, host: 'two.test' })).data.total).toBe(0);
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    expect((await test.call('consoleReconcile', { channel: 'sandbox', day }, { token: operations })).http).toBe(421);
  });
});

describe('the daily work', () => {
  const asking = () => ({
    owner: test.database.forOwner(1),
    jobs: { send: async () => undefined, work: async () => undefined, stop: async () => undefined },
    log: makeLog('silent'),
    vault: undefined as never,
    gateways: {},
    now: new Date(),
    clock: () => new Date(),
  });
  const past = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);

  it('does a day once, on however many processes', async () => {
    const result = await Promise.all(Array.from({ length: 20 }, () => reconcileDay(asking(), 'sandbox', past, true)));
    expect(result.filter(Boolean).map((run) => run?.state)).toEqual(['done']);
    expect(await reconcileDay(asking(), 'sandbox', past, true)).toBeUndefined();
  });

  it('reports a gateway that does not answer, without its keys, and leaves the day open', async () => {
    const wanted = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
    await sql`UPDATE channel_setting SET base_url = 'http://127.0.0.1:9' WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    const run = await reconcileDay(asking(), 'sandbox', wanted, true);
    expect(run).toMatchObject({ state: 'failed', added: 0 });
    expect(run?.problem).not.toContain('secret-of-one');
    expect(await reconcileDay(asking(), 'sandbox', wanted, true)).toBeUndefined();
    await sql`UPDATE settlement_run SET started_at = now() - interval '2 hours' WHERE state = 'failed'`.execute(
      test.database.house,
    );
    await sql`UPDATE channel_setting SET base_url = ${gateway.url} WHERE owner_id = 1 AND channel = 'sandbox'`.execute(
      test.database.house,
    );
    expect(await reconcileDay(asking(), 'sandbox', wanted, true)).toMatchObject({ state: 'done' });
  });
});

describe('lines beside ours', () => {
  const own = (more: Partial<RecordedLine>): RecordedLine => ({
    kind: 'refund',
    ref: 'P1-x',
    paymentNo: 'P1',
    names: [null],
    status: 1,
    amount: money(500, 'KWD'),
    byHand: false,
    ...more,
  });
  const row = { kind: 'refund', providerRef: 'r1', ourRef: 'P1', amount: money(500, 'KWD') } as const;
  it.each([
    ['a refund named by the gateway', [own({ names: ['r1'] })], []],
    ['a refund named by us', [own({ ref: 'P1', paymentNo: 'P0' })], []],
    ['a refund whose answer was lost', [own({})], []],
    ['a lost one that is still under way', [own({ status: 0 })], ['state']],
    ['a refund of another amount', [own({ names: ['r1'], amount: money(499, 'KWD') })], ['amount']],
    ['a refund in another currency', [own({ names: ['r1'], amount: money(500, 'JPY') })], ['amount']],
    ['money back that we do not know', [own({ names: ['r9'] })], ['missingHere']],
  ] as const)('%s', (_, ours, kinds) => {
    expect(compareList([row], ours).map((difference) => difference.kind)).toEqual(kinds);
  });
  it('takes each of ours once, and leaves sales of others alone', () => {
    const twice = compareList([row, { ...row, providerRef: 'r2' }], [own({})]);
    expect(twice.map((difference) => [difference.kind, difference.ref])).toEqual([['missingHere', 'r2']]);
    expect(compareList([{ kind: 'payment', providerRef: 'p9', ourRef: '', amount: money(1, 'MYR') }], [])).toEqual([]);
  });
});
