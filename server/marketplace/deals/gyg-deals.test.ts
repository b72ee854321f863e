// Deals at GetYourGuide (§3 order source 14, decision 0692): an admin creates, lists and ends them there; what it refuses and its silence
// are said; an order with a deal's price is booked and shows the difference.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, instantOf, todayIn, writeLocal } from '../../../domain/dates.ts';
import { noticeRange } from '../../../domain/marketplace/gyg-deals.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import {
  gygAccount,
  playReportedPlatforms,
  type ReportedPlatforms,
} from '../../../tests/build/play-reported-platforms.ts';
import { findAgency } from '../../../tests/build/set-balances.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let reported: ReportedPlatforms;
let admin: string;
let operations: string;
let partnerId: string;
let ref: string;
let key: string;

beforeAll(async () => {
  reported = await playReportedPlatforms();
  test = await openTestHouse({ env: reported.env });
  admin = await test.signIn('admin@one.example', 'admin-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  partnerId = await findAgency(test, await test.signIn('finance@one.example', 'finance-2026'));
  await test.call('consolePartnerKeysOpen', { id: partnerId, open: true }, { token: admin });
  key = (await test.call('apiKeyCreate', { name: 'gyg', scopes: ['getYourGuide'] }, { token: agent })).data.key;
  const { rows } = await sql<{ ref: string }>`SELECT product_id || '-' || package_id AS ref FROM package k
    JOIN product p USING (owner_id, product_id) WHERE p.owner_id = 1 AND p.key = 'tower' LIMIT 1`.execute(
    test.database.house,
  );
  ref = rows[0]?.ref ?? '';
});
afterAll(async () => {
  await test.close();
  await reported.close();
});

async function askGyg(path: string, data?: object) {
  const answer = await test.fetch(`/gyg/1/${path}`, {
    method: data ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`x:${key}`).toString('base64')}`,
      ...(data ? { 'content-type': 'application/json' } : {}),
    },
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });
  return ((await answer.json()) as { data: ReturnType<typeof JSON.parse> }).data;
}
const zone = 'Asia/Kuala_Lumpur';
const dateTime = writeLocal(instantOf(playOn, '', zone), zone);
/** Of the owner, who is a day ahead of UTC for eight hours. */
const today = todayIn(zone, Date.now());
const list = async (wish: object = {}, token = admin) => test.call('consoleGygDeals', wish as never, { token });
const deal = (more: object = {}) => ({
  ...{ ref, name: 'Spring', from: addDays(today, 20), to: addDays(today, 40), percent: 10.5, mostPlaces: 8 },
  ...{ type: 'early_bird', noticeDays: 9, ...more },
});
const create = (more: object = {}, token = admin) => test.call('consoleGygDealCreate', deal(more) as never, { token });
const end = (id: string, token = admin) => test.call('consoleGygDealEnd', { ref, id }, { token });

it('needs a connected account and a product that GetYourGuide sells, and is an admin’s (§6 roles)', async () => {
  expect((await list()).data).toEqual({ products: [], ref: '', today, deals: [], problem: '', code: '' });
  const account = { source: 14, partnerId, ...gygAccount } as const;
  expect((await test.call('consoleChannelAccountSave', account, { token: admin })).code).toBe(200);
  expect((await create()).http).toBe(421);
  const range = new URLSearchParams({ productId: ref, fromDateTime: dateTime, toDateTime: dateTime });
  await askGyg(`get-availabilities/?${range}`);
  expect((await list()).data).toMatchObject({
    products: [{ ref, name: expect.stringContaining('Tower') }],
    ref,
    deals: [],
  });
  for (const answer of [await list({}, operations), await create({}, operations), await end('1', operations)])
    expect(answer.http).toBe(421);
});

it('is created there, listed and ended, each in the log of actions', async () => {
  expect((await create()).data).toEqual({ problem: '', code: '', text: '' });
  expect(reported.deals.get(ref)).toMatchObject([
    { dealName: 'Spring', dealType: 'early_bird', maxVacancies: 8, discountPercentage: 10.5, noticePeriodDays: 9 },
  ]);
  const { deals } = (await list({ ref })).data;
  expect(deals).toEqual([
    {
      ...{ id: '36457', name: 'Spring', from: addDays(today, 20), to: addDays(today, 40), type: 'early_bird' },
      ...{ percent: 10.5, mostPlaces: 8, noticeDays: null },
    },
  ]);
  expect((await end(deals[0]?.id ?? '')).data.problem).toBe('');
  expect((await list()).data.deals).toEqual([]);
  expect((await end('36457')).data).toEqual({
    problem: 'refused',
    code: 'RESOURCE_NOT_FOUND',
    text: 'There is no such deal',
  });
  const { rows } = await sql<{ act: string }>`SELECT act FROM audit_log WHERE act LIKE 'gyg-deal%' ORDER BY at`.execute(
    test.database.house,
  );
  expect(rows.map(({ act }) => act)).toEqual(['gyg-deal-created', 'gyg-deal-ended']);
});

it('refuses wrong fields by name before GetYourGuide is asked', async () => {
  const wrong = async (more: object) =>
    Object.keys(((await create(more)).data as unknown as { fields?: object }).fields ?? {}).sort();
  expect(await wrong({ name: ' ' })).toEqual(['name']);
  expect(await wrong({ noticeDays: 6 })).toEqual(['noticeDays']);
  expect(await wrong({ noticeDays: 20 })).toEqual(['noticeDays']);
  expect(await wrong({ type: 'last_minute', noticeDays: 4 })).toEqual(['noticeDays']);
  expect(await wrong({ type: 'last_minute', noticeDays: -1 })).toEqual(['noticeDays']);
  expect(await wrong({ percent: 0 })).toEqual(['percent']);
  expect(await wrong({ percent: 10.55 })).toEqual(['percent']);
  expect(await wrong({ mostPlaces: 0 })).toEqual(['mostPlaces']);
  expect(await wrong({ from: addDays(today, 7), noticeDays: 7 })).toEqual(['from']);
  expect(await wrong({ from: addDays(today, -1), to: addDays(today, -2), type: 'last_minute', noticeDays: 1 })).toEqual(
    ['from', 'to'],
  );
  expect(reported.deals.get(ref)).toEqual([]);
  expect(noticeRange('early_bird', addDays(today, 20), today)).toEqual({ min: 7, max: 19 });
});

it('says what GetYourGuide refuses in its words, and that it did not answer', async () => {
  reported.refusing.add(ref);
  const text = 'The deal overlaps with another one';
  expect((await create()).data).toEqual({ problem: 'refused', code: 'VALIDATION_FAILURE', text });
  reported.refusing.delete(ref);
  reported.silent.left = 2;
  expect((await create({ type: 'last_minute', noticeDays: 0 })).data.problem).toBe('silent');
  expect((await list()).data).toMatchObject({ problem: 'silent', deals: [] });
  const account = { source: 14, partnerId, ...gygAccount, signKey: 'wrong' } as const;
  await test.call('consoleChannelAccountSave', account, { token: admin });
  expect((await list()).data).toMatchObject({ problem: 'key', code: '401' });
});

it('lets an order with the price of a deal be booked, paid as before, with the difference shown (§3 order source 14)', async () => {
  const bookingItems = [{ category: 'ADULT', count: 2, retailPrice: 8950 }];
  const wish = { productId: ref, dateTime, bookingItems, gygBookingReference: 'GYGDEAL1' };
  const { reservationReference } = await askGyg('reserve/', wish);
  const travelers = [{ firstName: 'Mei', lastName: 'Tan', email: 'mei@example.com', phoneNumber: '+60 12345678' }];
  const { bookingReference } = await askGyg('book/', {
    ...wish,
    reservationReference,
    currency: 'MYR',
    comment: '',
    travelers,
  });
  const order = (await test.call('consoleOrder', { id: bookingReference }, { token: operations })).data;
  expect(order.platform).toEqual({
    ...{ price: { amountMinor: 17_900, currency: 'MYR' }, converted: null },
    ...{ listed: { amountMinor: 20_000, currency: 'MYR' }, difference: { amountMinor: -2100, currency: 'MYR' } },
  });
});
