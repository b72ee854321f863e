// GetYourGuide sells packages of group tickets by whole groups (§3 order source 14, decision 0640): by HTTP as its server asks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DealType } from '../../domain/payment-status.ts';
import { makeEditor, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { makeApiKey } from '../../tests/build/make-api-key.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let key: string;
let admin: string;
let boat: string;
let mixed: string;

type Body = { data?: ReturnType<typeof JSON.parse>; errorCode?: string } & Record<string, unknown>;

async function ask(path: string, data?: object): Promise<Body> {
  const answer = await test.fetch(`/gyg/1${path}`, {
    method: data ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`gyg:${key}`).toString('base64')}`,
      ...(data ? { 'content-type': 'application/json' } : {}),
    },
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

const places = 3;
const group = newSku({ ticketType: 10004, minAge: 0, seats: 6, priceMinor: 45_000 });

beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
  key = await makeApiKey(test, ['getYourGuide']);
  await sql`UPDATE api_key SET per_minute = 6000`.execute(test.database.house);
  // What was cancelled comes back a moment later: the deposit is enough without it.
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const agency = await findAgency(test, finance);
  await adjust(test, finance, { id: agency, dealType: DealType.raiseDeposit, amountMinor: 400_000 });
  const editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  const { id } = await findProduct(test, 'Silver Tower');
  const { packages } = (await editor.open(id)).document;
  const added = [
    newPackage({ key: 'boat', names: { en: 'Boat' }, maxQuantity: 2, skus: [group] }),
    newPackage({ key: 'mixed', names: { en: 'Mixed' }, skus: [newSku(), group] }),
    newPackage({ key: 'unsized', names: { en: 'Unsized' }, skus: [{ ...group, seats: null }] }),
  ];
  expect((await editor.change(id, { packages: [...packages, ...added] })).code).toBe(200);
  const { rows } = await sql<{
    key: string;
    ref: string;
  }>`WITH added AS (SELECT * FROM package WHERE owner_id = 1 AND key IN ('boat', 'mixed', 'unsized')),
      stocked AS (INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
        SELECT owner_id, package_id, ${playOn}::date, '', ${places}::int FROM added)
    SELECT key, product_id || '-' || package_id AS ref FROM added`.execute(test.database.house);
  boat = rows.find((row) => row.key === 'boat')?.ref ?? '';
  mixed = rows.find((row) => row.key === 'mixed')?.ref ?? '';
});
afterAll(() => test.close());

const dateTime = `${playOn}T00:00:00+08:00`;
let references = 0;
const wish = (bookingItems: object[], productId = boat) => {
  references += 1;
  return { productId, dateTime, bookingItems, gygBookingReference: `GYGGROUP${references}` };
};
const groups = (count: number, groupSize?: number) => [
  { category: 'GROUP', count, retailPrice: 45_000, ...(groupSize ? { groupSize } : {}) },
];

async function freeOf(productId: string) {
  const range = new URLSearchParams({ productId, fromDateTime: dateTime, toDateTime: `${playOn}T23:59:00+08:00` });
  return (await ask(`/get-availabilities/?${range}`)).data.availabilities[0];
}

async function book(bookingItems: object[]) {
  const reserved = wish(bookingItems);
  const held = await ask('/reserve/', reserved);
  if (!held.data) throw new Error(`not reserved: ${JSON.stringify(held)}`);
  const { reservationReference } = held.data;
  const travelers = [{ firstName: 'Mei', lastName: 'Tan', email: 'mei@example.com', phoneNumber: '+60 12345678' }];
  const wanted = { ...reserved, reservationReference, currency: 'MYR', travelers, comment: '' };
  const answer = await ask('/book/', wanted);
  if (!answer.data) throw new Error(`not booked: ${JSON.stringify(answer)}`);
  return { reserved, answer };
}

describe('a package of group tickets at GetYourGuide', () => {
  it('has a price for one group, as many places as groups, and says how many may come (§3 order source)', async () => {
    const { data: listed } = await ask('/suppliers/one/products/');
    const titles = listed.products.map(({ productTitle }: { productTitle: string }) => productTitle);
    expect(titles).toContain('Silver Tower · Boat');
    expect(titles).not.toContain('Silver Tower · Unsized');
    expect((await ask(`/products/${boat}`)).data.configuration).toEqual({
      participantsConfiguration: { min: 1, max: 6 },
      groupConfiguration: { max: 2 },
    });
    const { pricingCategories } = (await ask(`/products/${boat}/pricing-categories/`)).data;
    expect(pricingCategories).toMatchObject([{ category: 'GROUP', maxTicketAmount: 2, price: [{ price: 45_000 }] }]);
    expect(await freeOf(boat)).toMatchObject({
      vacancies: places,
      pricesByCategory: { retailPrices: [{ category: 'GROUP', price: 45_000 }] },
    });
    const shown = await test.call('consoleMarketplaces', { query: 'Boat' }, { token: admin });
    expect(shown.data.list[0]?.kinds).toEqual([
      { channel: 'getYourGuide', names: ['GROUP'] },
      { channel: 'viator', names: [] },
    ]);
  });

  it('is booked by groups: a place, a price and a ticket for each, and the order says how many people come (§4 order life)', async () => {
    const { reserved, answer } = await book([...groups(1, 5), ...groups(1, 6)]);
    expect(answer.data.tickets.map(({ category }: { category: string }) => category)).toEqual(['GROUP', 'GROUP']);
    const { bookingReference } = answer.data;
    const { rows } = await sql<{
      remark: string;
      paid: number;
    }>`SELECT remark, listed_minor::int AS paid FROM purchase WHERE order_no = ${bookingReference}`.execute(
      test.database.house,
    );
    // In the shop's first language.
    expect(rows).toEqual([{ remark: '每个团体的人数：5、6', paid: 90_000 }]);
    expect((await freeOf(boat)).vacancies).toBe(places - 2);
    const cancel = { bookingReference, productId: boat, gygBookingReference: reserved.gygBookingReference };
    expect((await ask('/cancel-booking/', cancel)).data).toEqual({});
    expect((await freeOf(boat)).vacancies).toBe(places);
  });

  it('refuses groups that are too large or too many, and persons; other packages refuse groups (§5 quantity)', async () => {
    const bounds = { participantsConfiguration: { min: 1, max: 6 }, groupConfiguration: { max: 2 } };
    for (const items of [groups(1, 7), groups(3, 2), [...groups(1, 2), ...groups(2, 2)]])
      expect(await ask('/reserve/', wish(items))).toMatchObject({
        ...{ errorCode: 'INVALID_PARTICIPANTS_CONFIGURATION', ...bounds },
      });
    const { reserved, answer } = await book(groups(1));
    expect(answer.data.tickets).toHaveLength(1);
    const cancel = { bookingReference: answer.data.bookingReference, productId: boat };
    await ask('/cancel-booking/', { ...cancel, gygBookingReference: reserved.gygBookingReference });
    for (const [items, ref, ticketCategory] of [
      [[{ category: 'ADULT', count: 1 }], boat, 'ADULT'],
      [groups(1, 2), mixed, 'GROUP'],
    ] as const)
      expect(await ask('/reserve/', wish([...items], ref))).toMatchObject({
        ...{ errorCode: 'INVALID_TICKET_CATEGORY', ticketCategory },
      });
    expect((await ask('/reserve/', wish(groups(1, 0.5 as number)))).errorCode).toBe('VALIDATION_FAILURE');
  });

  it('gives its last groups to no more messages than there are, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask('/reserve/', wish(groups(1, 4)))));
    const codes = answers.map(({ errorCode }) => errorCode ?? 'held');
    expect(codes.filter((code) => code === 'held')).toHaveLength(places);
    expect(new Set(codes)).toEqual(new Set(['held', 'NO_AVAILABILITY']));
    expect((await freeOf(boat)).vacancies).toBe(0);
  });
});
