// GetYourGuide hears of changed places, prices and closings (§3 order source 14, decision 0595): what staff and other buyers change reaches
// a stand-in of it, and what it did not take is told again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { placeOrder } from '../../../tests/build/place-orders.ts';
import {
  gygAccount,
  playReportedPlatforms,
  type ReportedPlatforms,
} from '../../../tests/build/play-reported-platforms.ts';
import { findAgency } from '../../../tests/build/set-balances.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../../platform/db.ts';
import { auditHouse } from '../../upkeep/audit-house.ts';
import { comparePlaces } from './compare-places.ts';

let test: TestHouse;
let reported: ReportedPlatforms;
let admin: string;
let agent: string;
let content: string;
let partnerId: string;
let ref: string;
let packageId: string;
let skuId: string;
const keys = { live: '', test: '' };
const poll = { timeout: 30_000 };

beforeAll(async () => {
  reported = await playReportedPlatforms();
  test = await openTestHouse({ env: { ...reported.env, HOOKS_RETRY_SECONDS: '1,1,1' } });
  admin = await test.signIn('admin@one.example', 'admin-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  partnerId = await findAgency(test, await test.signIn('finance@one.example', 'finance-2026'));
  await test.call('consolePartnerKeysOpen', { id: partnerId, open: true }, { token: admin });
  for (const environment of ['live', 'test'] as const) {
    const wish = { name: environment, scopes: ['getYourGuide'] as ['getYourGuide'], test: environment === 'test' };
    keys[environment] = (await test.call('apiKeyCreate', wish, { token: agent })).data.key;
  }
  const { rows } = await sql<{
    ref: string;
    packageId: string;
    skuId: string;
  }>`SELECT p.product_id || '-' || k.package_id AS ref, k.package_id::text AS "packageId", s.sku_id::text AS "skuId" FROM product p
    JOIN package k USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id)
    WHERE p.owner_id = 1 AND p.key = 'tower' AND s.ticket_type = 10001 LIMIT 1`.execute(test.database.house);
  ({ ref, packageId, skuId } = rows[0] ?? { ref: '', packageId: '', skuId: '' });
});
afterAll(async () => {
  await test.close();
  await reported.close();
});

async function askPlaces(key: string): Promise<{ vacancies: number }[]> {
  const range = new URLSearchParams({
    ...{ productId: ref, fromDateTime: `${playOn}T00:00:00+08:00`, toDateTime: `${playOn}T23:59:00+08:00` },
  });
  const authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`;
  const answer = await test.fetch(`/gyg/1/get-availabilities/?${range}`, { headers: { authorization } });
  return ((await answer.json()) as { data: { availabilities: { vacancies: number }[] } }).data.availabilities;
}
const connect = (more: object = {}) =>
  test.call('consoleChannelAccountSave', { source: 14, partnerId, ...gygAccount, ...more } as never, { token: admin });
const showPlaces = async () =>
  (await test.call('consoleMarketplaces', {}, { token: admin })).data.accounts.find(({ source }) => source === 14)
    ?.places;
const heard = () => reported.places.get(ref) ?? [];
const known = (day = playOn) =>
  heard()
    .flat()
    .findLast(({ dateTime }) => dateTime.startsWith(day));
const priceOf = (day: string) =>
  known(day)?.pricesByCategory.retailPrices.find((one) => one.category === 'ADULT')?.price;
const save = async (change: object) => {
  const saved = await test.call('consoleCalendarSave', { packageId, changes: [change] } as never, { token: content });
  expect(saved).toMatchObject({ code: 200 });
};
const readProduct = async () =>
  (
    await sql<{
      tries: number;
      wait: number;
    }>`SELECT tries, extract(epoch FROM look_at - now())::float8 AS wait FROM channel_product WHERE ref = ${ref}`.execute(
      test.database.house,
    )
  ).rows[0];

it('hears of nothing before it has asked, nor by a test key', async () => {
  expect((await connect()).code).toBe(200);
  expect((await askPlaces(keys.test)).length).toBe(1);
  expect(await showPlaces()).toEqual({ products: 0, chosen: [], lastAt: null, unreported: [] });
  expect(await connect({ signKey: '' })).toMatchObject({
    code: 200001,
    data: { fields: { signKey: expect.anything() } },
  });
});

it('hears of an order in the shop, of a closed day, a price and a day off sale, each change alone', async () => {
  const [now] = await askPlaces(keys.live);
  await expect.poll(() => known()?.vacancies, poll).toBe(now?.vacancies);
  await expect
    .poll(showPlaces, poll)
    .toMatchObject({ products: 1, lastAt: expect.stringMatching(/^20/), unreported: [] });
  const all = heard().length;
  await placeOrder(test, agent);
  const sold = (await askPlaces(keys.live))[0]?.vacancies ?? 0;
  expect(sold).toBeLessThan(now?.vacancies ?? 0);
  await expect.poll(() => known()?.vacancies, poll).toBe(sold);
  // The change alone.
  expect(heard().slice(all).flat().length).toBe(1);
  const second = addDays(playOn, 1);
  const capacity = known(second)?.vacancies ?? 0;
  expect(capacity).toBeGreaterThan(0);
  await save({ on: second, session: '', capacity: 0, wasCapacity: capacity });
  await expect.poll(() => known(second)?.vacancies, poll).toBe(0);
  await save({ on: second, session: '', capacity: 7, wasCapacity: 0 });
  await expect.poll(() => known(second)?.vacancies, poll).toBe(7);
  const price = priceOf(second) ?? 0;
  await save({ on: second, session: '', prices: [{ skuId, priceMinor: price + 700, wasMinor: null }] });
  await expect.poll(() => priceOf(second), poll).toBe(price + 700);
  await save({ on: second, session: '', capacity: null, wasCapacity: 7 });
  await expect.poll(() => known(second)?.vacancies, poll).toBe(0);
});

it('hears that a product is off the shelf, and of its places when it is back', async () => {
  const { house } = test.database;
  const left = known()?.vacancies;
  await sql`UPDATE product SET on_shelf = false WHERE owner_id = 1 AND key = 'tower'`.execute(house);
  await expect.poll(() => known()?.vacancies, poll).toBe(0);
  await sql`UPDATE product SET on_shelf = true WHERE owner_id = 1 AND key = 'tower'`.execute(house);
  await expect.poll(() => known()?.vacancies, poll).toBe(left);
});

it('is told again after silence with what is true by then, each hour after the last try, and shows why', async () => {
  const { rows } = await sql<{
    capacity: number;
  }>`SELECT capacity FROM departure WHERE package_id = ${packageId}::bigint
    AND play_on = ${playOn}::date`.execute(test.database.house);
  const capacity = rows[0]?.capacity ?? 0;
  const left = known()?.vacancies ?? 0;
  reported.silent.left = 2;
  await save({ on: playOn, session: '', capacity: capacity + 5, wasCapacity: capacity });
  await expect.poll(async () => (await showPlaces())?.unreported, poll).toEqual([{ ref, problem: 'silent', code: '' }]);
  await save({ on: playOn, session: '', capacity: capacity + 9, wasCapacity: capacity + 5 });
  await expect.poll(() => known()?.vacancies, poll).toBe(left + 9);
  await expect.poll(async () => (await showPlaces())?.unreported, poll).toEqual([]);
  expect(
    heard()
      .flat()
      .some((one) => one.vacancies === left + 5),
  ).toBe(false);
  reported.refusing.add(ref);
  await save({ on: playOn, session: '', capacity, wasCapacity: capacity + 9 });
  await expect.poll(async () => (await readProduct())?.tries, poll).toBe(4);
  await expect.poll(async () => (await readProduct())?.wait, poll).toBeGreaterThan(3000);
  reported.refusing.delete(ref);
  await test.call('consoleChannelPlacesAgain', { source: 14, ref }, { token: admin });
  await expect.poll(() => known()?.vacancies, poll).toBe(left);
});

it('refuses a wrong password in plain sight, and tells a new account everything', async () => {
  expect((await connect({ signKey: 'wrong' })).code).toBe(200);
  await expect
    .poll(async () => (await showPlaces())?.unreported[0], poll)
    .toEqual({ ref, problem: 'key', code: '401' });
  const before = heard().length;
  expect((await connect()).code).toBe(200);
  const first = () => heard().slice(before).flat();
  await expect.poll(() => first().some(({ dateTime }) => dateTime.startsWith(playOn)), poll).toBe(true);
  const words = await sql<{ text: string }>`SELECT m::text AS text FROM channel_message m WHERE source = 14`.execute(
    test.database.house,
  );
  expect(words.rows.length).toBeGreaterThan(5);
  expect(words.rows.map(({ text }) => text).join()).not.toContain('gyg-password');
});

it('is told by one process at a time, and would be by two without the guard', async () => {
  const owner = test.database.forOwner(1);
  const claimTwice = ({ claimLooks }: typeof import('./places.sql.ts')) => {
    let counts: number[] = [];
    const undone = inTransaction(owner, async (trx) => {
      const due = () => sql`UPDATE channel_product SET look_at = now(), tries = 0 WHERE owner_id = 1`.execute(trx);
      await sql`UPDATE channel_product SET claimed_until = NULL WHERE owner_id = 1`.execute(trx);
      await due();
      const first = await claimLooks(trx, 5);
      await due();
      counts = [first.length, (await claimLooks(trx, 5)).length];
      throw new Error('rolled back');
    });
    return undone.catch(() => counts);
  };
  expect(await claimTwice(await import('./places.sql.ts'))).toEqual([1, 0]);
  await withoutGuard<typeof import('./places.sql.ts')>(
    'marketplace/places/places.sql.ts',
    [['(w.claimed_until IS NULL OR w.claimed_until < now())', 'true']],
    async (unguarded) => expect(await claimTwice(unguarded)).toEqual([1, 1]),
  );
});

it('compares: what is over is known, what is gone has no places', () => {
  const place = (vacancies: number, more = {}) => ({ vacancies, ...more });
  const told = [
    { place: 'a', sent: place(3) },
    { place: 'b', sent: place(2) },
    { place: 'c', sent: place(1) },
    { place: 'd', sent: place(0) },
  ];
  const current = [
    { place: 'a', sent: place(3), isOver: false },
    { place: 'b', sent: place(0), isOver: true },
    { place: 'e', sent: place(0), isOver: true },
    { place: 'f', sent: place(4), isOver: false },
  ];
  expect(comparePlaces(current, told)).toEqual([
    { place: 'f', sent: place(4) },
    { place: 'c', sent: place(0) },
  ]);
});

it('leaves the books in order, and the audit sees a platform that believes in more places than there are', async () => {
  const { house } = test.database;
  const breaches = async () =>
    (await auditHouse(test.database)).flatMap(({ invariant, violations }) => violations.map(() => invariant));
  expect(await breaches()).toEqual([]);
  await sql`UPDATE channel_product SET look_at = now() + interval '1 hour', tries = 0`.execute(house);
  await sql`UPDATE channel_place SET sent = jsonb_set(sent, '{vacancies}', '900') WHERE left(place, 10)::date > now() + interval '2 days'`.execute(
    house,
  );
  expect(new Set(await breaches())).toEqual(
    new Set(['platforms: a platform got no more places than a departure has, or will get an update']),
  );
  await sql`DELETE FROM channel_place`.execute(house);
});
