// Ctrip, Trip.com and Meituan hear of changed places and prices of the SKUs that they sell (§3 order sources 2, 3 and 10, decisions 0690
// and 0691): the difference alone, within what Ctrip takes, and again with what is true by then.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { placeOrder } from '../../../tests/build/place-orders.ts';
import {
  ctripKeys,
  meituanKeys,
  playReportedPlatforms,
  type ReportedPlatforms,
} from '../../../tests/build/play-reported-platforms.ts';
import { findAgency } from '../../../tests/build/set-balances.ts';
import { playOn, today } from '../../../tests/build/small-seed.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { auditHouse } from '../../upkeep/audit-house.ts';
import { claimLooks } from './places.sql.ts';

let test: TestHouse;
let reported: ReportedPlatforms;
let admin: string;
let agent: string;
let content: string;
let operations: string;
let partnerId: string;
let sku: string;
let packageId: string;
let timed: string;
const poll = { timeout: 40_000 };
const second = addDays(playOn, 1);

beforeAll(async () => {
  reported = await playReportedPlatforms();
  test = await openTestHouse({ env: { ...reported.env, HOOKS_RETRY_SECONDS: '1,1,1' } });
  admin = await test.signIn('admin@one.example', 'admin-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  partnerId = await findAgency(test, await test.signIn('finance@one.example', 'finance-2026'));
  const { house } = test.database;
  const { rows } = await sql<{ sku: string; packageId: string }>`SELECT s.sku_id::text AS sku,
      s.package_id::text AS "packageId" FROM product p JOIN package k USING (owner_id, product_id)
      JOIN sku s USING (owner_id, package_id)
    WHERE p.owner_id = 1 AND p.key = 'tower' AND s.ticket_type = 10001 LIMIT 1`.execute(house);
  ({ sku, packageId } = rows[0] ?? { sku: '', packageId: '' });
  timed = `${sku}-0930`;
  await sql`DELETE FROM exchange_rate WHERE owner_id = 1 AND currency = 'CNY'`.execute(house);
});
afterAll(async () => {
  await test.close();
  await reported.close();
});

const connect = (source: 2 | 3 | 10, more: object = {}) => {
  const keys = source === 3 ? { account: '4711', ...meituanKeys } : { account: `acc${source}`, ...ctripKeys };
  return test.call('consoleChannelAccountSave', { source, partnerId, ...keys, ...more } as never, { token: admin });
};
const choose = (source: 2 | 3 | 10, refs: string[], token = operations) =>
  test.call('consoleChannelPlacesChoose', { source, refs }, { token });
const showPlaces = async (source: number) =>
  (await test.call('consoleMarketplaces', {}, { token: operations })).data.accounts.find((one) => one.source === source)
    ?.places;
const heard = (kind: string, ref = sku) => (reported.days.get(ref) ?? []).filter((one) => one.kind === kind);
const known = (kind: string, on = playOn, ref = sku) =>
  heard(kind, ref)
    .flatMap(({ rows }) => rows)
    .findLast(({ date }) => date === on);
const left = async (on = playOn) =>
  (
    await sql<{ left: number }>`SELECT capacity - held - sold AS left FROM departure
      WHERE package_id = ${packageId}::bigint AND play_on = ${on}::date`.execute(test.database.house)
  ).rows[0]?.left;
const save = async (change: object) =>
  expect(
    await test.call('consoleCalendarSave', { packageId, changes: [{ session: '', ...change }] } as never, {
      token: content,
    }),
  ).toMatchObject({ code: 200 });
const setRate = (rate: string) =>
  sql`INSERT INTO exchange_rate (owner_id, currency, rate) VALUES (1, 'CNY', ${rate}::numeric)`.execute(
    test.database.house,
  );
const wake = () =>
  sql`UPDATE channel_product SET look_at = now(), tries = 0, claimed_until = NULL`.execute(test.database.house);

it('gets nothing before staff chose SKUs, and refuses numbers that no SKU has (§6 roles)', async () => {
  expect((await connect(2, { priceCurrency: 'MYR' })).code).toBe(200);
  expect(await showPlaces(2)).toEqual({ products: 0, chosen: [], lastAt: null, unreported: [] });
  const refused = await choose(2, [sku, 'tower', '99999999']);
  expect(refused).toMatchObject({ code: 200001, data: { fields: { 'refs.1': 'No SKU has this number' } } });
  expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toEqual(['refs.1', 'refs.2']);
  expect((await choose(2, [sku], content)).http).toBe(421);
  expect((await choose(2, [sku, sku])).code).toBe(200);
  await expect.poll(() => known('stock')?.left, poll).toBe(await left());
  await expect.poll(() => known('price'), poll).toEqual({ date: playOn, price: 100, cost: 100 });
  await expect.poll(() => showPlaces(2), poll).toMatchObject({ products: 1, chosen: [sku], unreported: [] });
  expect(reported.days.has(timed)).toBe(false);
});

/** As a minute later. */
const passMinute = () => sql`DELETE FROM channel_turn`.execute(test.database.house);
const later = async <Value>(read: () => Value): Promise<Value> => {
  await passMinute();
  return read();
};

it('hears of an order, a closed day and a price within seconds, each change alone', async () => {
  const all = heard('stock').length;
  const rowsOf = (kind: string, from: number) =>
    heard(kind)
      .slice(from)
      .flatMap(({ rows }) => rows);
  await placeOrder(test, agent);
  await expect.poll(async () => later(() => known('stock')?.left), poll).toBe(await left());
  expect(rowsOf('stock', all)).toHaveLength(1);
  await save({ on: second, capacity: 0, wasCapacity: 20 });
  await expect.poll(async () => later(() => known('stock', second)?.left), poll).toBe(0);
  const prices = heard('price').length;
  await save({ on: second, capacity: 7, wasCapacity: 0 });
  await expect.poll(async () => later(() => known('stock', second)?.left), poll).toBe(7);
  expect(heard('price').length).toBe(prices);
  await save({ on: second, prices: [{ skuId: sku, priceMinor: 12_350, wasMinor: null }] });
  await expect.poll(async () => later(() => known('price', second)?.price), poll).toBe(123.5);
  expect(rowsOf('price', prices)).toHaveLength(1);
});

it('hears of a limit of its SKU, which is set, changed and removed (rules §6)', async () => {
  const places = (await left(second)) ?? 0;
  await expect.poll(async () => later(() => known('stock', second)?.left), poll).toBe(places);
  const limit = (capacity: number | null, wasCapacity: number | null) =>
    save({ on: second, limits: [{ skuId: sku, capacity, wasCapacity }] });
  await limit(3, null);
  await expect.poll(async () => later(() => known('stock', second)?.left), poll).toBe(3);
  await limit(2, 3);
  await expect.poll(async () => later(() => known('stock', second)?.left), poll).toBe(2);
  await limit(null, 2);
  await expect.poll(async () => later(() => known('stock', second)?.left), poll).toBe(places);
});

it('gets no more than 90 days in a message and none beyond 210', async () => {
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT 1, ${packageId}::bigint, ${today}::date + n, '', 9 FROM generate_series(20, 260) n
    ON CONFLICT DO NOTHING`.execute(test.database.house);
  const before = reported.days.get(sku)?.length ?? 0;
  await expect.poll(async () => later(() => known('price', addDays(today, 207))?.price), poll).toBe(100);
  const sent = (reported.days.get(sku) ?? []).slice(before);
  expect(sent.length).toBeGreaterThan(4);
  expect(sent.every(({ rows }) => rows.length <= 90)).toBe(true);
  const dates = sent.flatMap(({ rows }) => rows.map(({ date }) => date));
  expect(dates.every((date) => date <= addDays(today, 210))).toBe(true);
});

it('waits after four messages of a product within a minute, which is no failed try', async () => {
  await passMinute();
  await sql`INSERT INTO channel_turn (owner_id, source, ref) SELECT 1, 2, ${sku} FROM generate_series(1, 4)`.execute(
    test.database.house,
  );
  const before = reported.days.get(sku)?.length;
  await save({ on: second, capacity: 8, wasCapacity: 7 });
  await new Promise((resolve) => setTimeout(resolve, 7000));
  expect(reported.days.get(sku)?.length).toBe(before);
  expect((await showPlaces(2))?.unreported).toEqual([]);
  await expect.poll(async () => later(() => known('stock', second)?.left), poll).toBe(8);
  await save({ on: second, capacity: 7, wasCapacity: 8 });
});

it('counts turns over all processes, and would take too many without the lock', async () => {
  const { house } = test.database;
  const owner = test.database.forOwner(1);
  // So that no round takes a turn for the change that waits since the case before.
  await sql`UPDATE channel_product SET claimed_until = now() + interval '5 minutes'`.execute(house);
  // Fewer than there are connections, which would also limit how many see the same count.
  const limits = { ofProduct: 2, inAll: 3 };
  const takeMany = async ({ takeTurn }: typeof import('./turns.sql.ts')) => {
    await sql`DELETE FROM channel_turn`.execute(house);
    const wishes = ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'a', 'a'].map((ref) =>
      takeTurn(owner, { source: 2, ref }, limits),
    );
    return (await Promise.all(wishes)).filter(Boolean).length;
  };
  expect(await takeMany(await import('./turns.sql.ts'))).toBe(3);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM channel_turn GROUP BY ref`.execute(house);
  expect(rows.every(({ n }) => n <= 2)).toBe(true);
  await withoutGuard<typeof import('./turns.sql.ts')>(
    'marketplace/places/turns.sql.ts',
    [
      [' FOR UPDATE', ''],
      ['AS own\n', 'AS own, pg_sleep(0.2)\n'],
    ],
    async (unguarded) => expect(await takeMany(unguarded)).toBeGreaterThan(3),
  );
  // Where the minute is full, its products wait without being claimed.
  const claim = async (turns: number) => {
    let count = -1;
    const undone = inTransaction(owner, async (trx) => {
      await sql`DELETE FROM channel_turn`.execute(trx);
      await sql`INSERT INTO channel_turn (owner_id, source, ref) SELECT 1, 2, 'x' FROM generate_series(1, ${turns}::int)`.execute(
        trx,
      );
      await sql`UPDATE channel_product SET look_at = now(), claimed_until = NULL`.execute(trx);
      count = (await claimLooks(trx, 5)).length;
      throw new Error('rolled back');
    });
    return undone.catch(() => count);
  };
  expect([await claim(98), await claim(99)]).toEqual([1, 0]);
  await passMinute();
  await wake();
});

it('lists what it refused, and sends it again with what is true by then', async () => {
  await wake();
  reported.refusing.add(sku);
  await save({ on: second, capacity: 11, wasCapacity: 7 });
  const refused = { ref: sku, problem: 'refused', code: '1001' };
  await expect.poll(async () => (await showPlaces(2))?.unreported, poll).toEqual([refused]);
  await save({ on: second, capacity: 13, wasCapacity: 11 });
  reported.refusing.delete(sku);
  await passMinute();
  await test.call('consoleChannelPlacesAgain', { source: 2, ref: sku }, { token: operations });
  await expect.poll(() => known('stock', second)?.left, poll).toBe(13);
  expect(
    heard('stock')
      .flatMap(({ rows }) => rows)
      .some((row) => row.left === 11),
  ).toBe(false);
  await expect.poll(async () => (await showPlaces(2))?.unreported, poll).toEqual([]);
});

it('says a wrong key in plain sight, and prices that have no rate in its currency', async () => {
  expect((await connect(2, { signKey: 'wrong' })).code).toBe(200);
  await expect.poll(async () => (await showPlaces(2))?.unreported[0]?.problem, poll).toBe('key');
  expect((await connect(2, { priceCurrency: 'CNY' })).code).toBe(200);
  await expect
    .poll(async () => (await showPlaces(2))?.unreported[0], poll)
    .toEqual({ ref: sku, problem: 'noRate', code: '' });
  await passMinute();
  await setRate('0.64');
  // Rates are read anew after ten seconds.
  await expect
    .poll(async () => (await wake()) && later(() => known('price')?.price), { ...poll, interval: 2000 })
    .toBe(156.25);
  // Without a currency it hears of places alone.
  expect((await connect(2)).code).toBe(200);
  await passMinute();
  const prices = heard('price').length;
  const stock = heard('stock').length;
  await expect.poll(async () => later(() => heard('stock').length), poll).toBeGreaterThan(stock);
  expect(heard('price').length).toBe(prices);
});

it('ends what staff no longer choose, and Trip.com has its own list', async () => {
  expect((await choose(2, [])).code).toBe(200);
  expect(await showPlaces(2)).toMatchObject({ products: 0, chosen: [] });
  expect((await connect(10)).code).toBe(200);
  expect((await choose(10, [sku])).code).toBe(200);
  const before = heard('stock').length;
  await expect.poll(() => heard('stock').length, poll).toBeGreaterThan(before);
  await test.call('consoleChannelAccountDelete', { source: 10 }, { token: admin });
});

/** Signs, encrypts and decrypts by code of its own. */
async function askMeituan(path: string, body: object) {
  const key = Buffer.from(meituanKeys.aesKey, 'hex');
  const vector = Buffer.concat([key.subarray(8), key.subarray(0, 8)]);
  const cipher = createCipheriv('aes-128-cbc', key, vector);
  const sent = cipher.update(JSON.stringify({ partnerId: 4711, body }), 'utf8', 'base64') + cipher.final('base64');
  const date = new Date().toUTCString();
  const sign = createHmac('sha1', meituanKeys.signKey).update(`POST /meituan${path}\n${date}`).digest('base64');
  const head = { PartnerId: '4711', AppKey: 'app', Date: date, Authorization: `MWS app:${sign}` };
  const answer = await test.fetch(`/meituan${path}`, {
    method: 'POST',
    headers: { ...head, 'X-Encryption-Status': 'encrypted', 'content-type': 'application/json; charset=utf-8' },
    body: sent,
  });
  const decipher = createDecipheriv('aes-128-cbc', key, vector);
  return JSON.parse(decipher.update(await answer.text(), 'base64', 'utf8') + decipher.final('utf8'));
}

it('lets Meituan read prices and places of days, in yuan, and hears afterwards (§3 order source 3)', async () => {
  expect((await connect(3)).code).toBe(200);
  const range = { partnerDealId: sku, startTime: playOn, endTime: playOn };
  const { code, partnerId: partner, body } = await askMeituan('/product/price/calendar', range);
  expect([code, partner]).toEqual([200, 4711]);
  expect(body).toEqual([
    {
      partnerDealId: sku,
      date: playOn,
      marketPrice: 156.25,
      mtPrice: 156.25,
      settlementPrice: 156.25,
      stock: await left(),
    },
  ]);
  expect((await askMeituan('/product/price/calendar', { ...range, partnerDealId: '99999999' })).code).toBe(505);
  expect((await askMeituan('/product/price/calendar', { ...range, endTime: today })).code).toBe(400);
  const levels = await askMeituan('/product/level/price/calendar/v2', range);
  expect(levels).toMatchObject({ code: 200, partnerDealId: sku });
  expect(levels.body).toMatchObject([
    {
      priceDate: playOn,
      mtPrice: 156.25,
      stock: await left(),
      skuInfo: { levelInfoList: [{ levelNo: 1 }, { levelNo: 2 }] },
    },
  ]);
  await expect.poll(() => known('level')?.left, poll).toBe(await left());
  await expect.poll(() => known('level', addDays(today, 178))?.left, poll).toBe(9);
  const all = heard('level').length;
  await placeOrder(test, agent);
  await expect.poll(() => known('level')?.left, poll).toBe(await left());
  expect(
    heard('level')
      .slice(all)
      .flatMap(({ rows }) => rows),
  ).toHaveLength(1);
  // A day without places does not go alone.
  await save({ on: second, capacity: 0, wasCapacity: 13 });
  await expect.poll(() => known('level', second)?.left, poll).toBe(0);
  expect(heard('level').every(({ rows }) => rows.length <= 40)).toBe(true);
  // It may want to be told instead.
  const before = heard('level').length;
  expect((await askMeituan('/product/level/price/calendar/v2', { ...range, asyncType: 1 })).code).toBe(999);
  await expect.poll(() => heard('level').length, poll).toBeGreaterThan(before);
});

it('are named with their numbers, and with what has no departure at its time (§6 roles)', async () => {
  const skusOf = async () =>
    (await test.call('consoleMarketplaces', {}, { token: operations })).data.accounts.find(
      ({ source }) => source === 10,
    )?.skus;
  expect((await connect(10)).code).toBe(200);
  expect((await choose(10, [sku, `${sku}-2315`])).code).toBe(200);
  const name = 'Silver Tower · standard · Adult';
  expect(await skusOf()).toEqual([
    { ref: sku, name, planned: true },
    { ref: `${sku}-2315`, name, planned: false },
  ]);
  expect((await choose(10, [])).code).toBe(200);
  expect(await skusOf()).toEqual([]);
});

it('leaves the books in order', async () => {
  await expect.poll(async () => (await showPlaces(3))?.unreported, poll).toEqual([]);
  const found = await auditHouse(test.database);
  expect(found.flatMap(({ invariant, violations }) => violations.map(() => invariant))).toEqual([]);
});
