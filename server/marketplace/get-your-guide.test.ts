// GetYourGuide's supplier API (§3 order source 14, decision 0416): its whole flow by HTTP as its server asks, and every error code.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, instantOf, writeLocal } from '../../domain/dates.ts';
import { makeApiKey } from '../../tests/build/make-api-key.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let key: string;
let other: string;

type Body = { data?: ReturnType<typeof JSON.parse>; errorCode?: string; errorMessage?: string } & Record<
  string,
  unknown
>;

async function ask(path: string, data?: object, by = key): Promise<Body> {
  const answer = await test.fetch(`/gyg/1${path}`, {
    method: data ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`gyg:${by}`).toString('base64')}`,
      ...(data ? { 'content-type': 'application/json' } : {}),
    },
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Body;
}

const dayStart = (day: string) => writeLocal(instantOf(day, '', 'Asia/Kuala_Lumpur'), 'Asia/Kuala_Lumpur');
let references = 0;
const newReference = () => {
  references += 1;
  return `GYG${references}TEST`;
};

beforeAll(async () => {
  test = await openTestHouse();
  [key, other] = [await makeApiKey(test, ['getYourGuide']), await makeApiKey(test, ['octo'])];
  await sql`UPDATE api_key SET per_minute = 6000`.execute(test.database.house);
  await sql`UPDATE product SET free_cancel_days = 1 WHERE key = 'few-seats'`.execute(test.database.house);
});
afterAll(() => test.close());

async function findOption(title: string): Promise<string> {
  const { data } = await ask('/suppliers/one/products/');
  return data.products.find((one: { productTitle: string }) => one.productTitle.startsWith(title))?.productId ?? '';
}

const party = (adults: number, children = 0) => [
  { category: 'ADULT', count: adults, retailPrice: 10_000 },
  ...(children ? [{ category: 'CHILD', count: children, retailPrice: 4050 }] : []),
];

const wish = async (more: object = {}) => ({
  productId: await findOption('Silver Tower'),
  dateTime: dayStart(playOn),
  bookingItems: party(2, 1),
  gygBookingReference: newReference(),
  ...more,
});

const bookingOf = (reserved: Awaited<ReturnType<typeof wish>>, reservationReference: string) => ({
  ...{ ...reserved, reservationReference, currency: 'MYR', comment: '' },
  travelers: [{ firstName: 'Mei', lastName: 'Tan', email: 'mei@example.com', phoneNumber: '+60 12345678' }],
});

async function booked(more: object = {}) {
  const reserved = await wish(more);
  const { data } = await ask('/reserve/', reserved);
  const book = bookingOf(reserved, data.reservationReference);
  return { book, answer: await ask('/book/', book) };
}

const cancelOf = (book: { productId: string; gygBookingReference: string }, bookingReference: string) => ({
  ...{ bookingReference, productId: book.productId, gygBookingReference: book.gygBookingReference },
});

describe('selling there', () => {
  it('tells products, categories and what is free (§3 order source)', async () => {
    const option = await findOption('Silver Tower');
    expect((await ask(`/products/${option}`)).data.configuration.participantsConfiguration).toEqual({
      min: 1,
      max: 20,
    });
    const { data: priced } = await ask(`/products/${option}/pricing-categories/`);
    expect(priced.pricingCategories.map((one: { category: string }) => one.category)).toEqual(['ADULT', 'CHILD']);
    expect((await ask(`/products/${option}/addons/`)).data).toEqual({ addons: [] });
    const range = new URLSearchParams({
      ...{ productId: option, fromDateTime: dayStart(playOn), toDateTime: dayStart(addDays(playOn, 1)) },
    });
    const { data } = await ask(`/get-availabilities/?${range}`);
    expect(data.availabilities[0]).toMatchObject({
      ...{ productId: option, dateTime: dayStart(playOn), vacancies: 20, currency: 'MYR' },
      pricesByCategory: {
        retailPrices: [
          { category: 'ADULT', price: 10_000 },
          { category: 'CHILD', price: 4050 },
        ],
      },
      openingTimes: [{ fromTime: '00:00', toTime: '23:59' }],
    });
    expect(data.availabilities.length).toBe(2);
  });

  it('books no other day than the one that was reserved (§4 order life)', async () => {
    const reserved = await wish();
    const { data } = await ask('/reserve/', reserved);
    const book = bookingOf(reserved, data.reservationReference);
    const other = await ask('/book/', { ...book, dateTime: dayStart(addDays(playOn, 1)) });
    expect(other).toMatchObject({ errorCode: 'VALIDATION_FAILURE', errorMessage: expect.stringContaining('reserved') });
    expect((await ask('/book/', book)).data.tickets).toHaveLength(3);
  });

  it('reserves once for a reference, books once, and the order says where it came from (§3 order source 14)', async () => {
    const reserved = await wish();
    const [first, again] = [await ask('/reserve/', reserved), await ask('/reserve', reserved)];
    expect(again.data).toEqual(first.data);
    const { reservationReference } = first.data;
    expect(Date.parse(first.data.reservationExpiration)).toBeGreaterThan(Date.now() + 50 * 60_000);
    const book = bookingOf(reserved, reservationReference);
    const [one, two] = await Promise.all([ask('/book/', book), ask('/book/', book)]);
    expect(one.data?.tickets.map((ticket: { category: string }) => ticket.category)).toEqual([
      'ADULT',
      'ADULT',
      'CHILD',
    ]);
    expect(two.data).toEqual(one.data);
    const { rows } = await sql<{
      source: number;
      agent_reference: string;
      n: number;
    }>`SELECT p.source, p.agent_reference,
      (SELECT count(*)::int FROM payment y WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no) AS n
      FROM purchase p WHERE p.order_no = ${one.data.bookingReference}`.execute(test.database.house);
    expect(rows).toEqual([{ source: 14, agent_reference: reserved.gygBookingReference, n: 1 }]);
  });

  it('books what is reserved, and repeats its answer, though the product goes off sale meanwhile (§4 order life)', async () => {
    const reserved = await wish();
    const { reservationReference } = (await ask('/reserve/', reserved)).data;
    const shelf = (on: boolean) =>
      sql`UPDATE product SET on_shelf = ${on} WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    await shelf(false);
    expect((await ask('/reserve/', { ...reserved, gygBookingReference: newReference() })).errorCode).toBe(
      'INVALID_PRODUCT',
    );
    const book = bookingOf(reserved, reservationReference);
    const first = await ask('/book/', book);
    expect(first.data?.bookingReference).toBe(reservationReference);
    expect(await ask('/book/', book)).toEqual(first);
    await shelf(true);
    expect(await ask('/cancel-booking/', cancelOf(book, first.data.bookingReference))).toEqual({ data: {} });
  });

  it('gives places back: a reservation, and a booking within its policy (§4 cancellation)', async () => {
    const reserved = await wish({ productId: await findOption('Few Seats'), bookingItems: party(5) });
    const { data } = await ask('/reserve/', reserved);
    const wanted = {
      reservationReference: data.reservationReference,
      gygBookingReference: reserved.gygBookingReference,
    };
    expect((await ask('/reserve/', await wish({ ...reserved, gygBookingReference: newReference() }))).errorCode).toBe(
      'NO_AVAILABILITY',
    );
    expect((await ask('/cancel-reservation/', wanted)).data).toEqual({});
    expect((await ask('/cancel-reservation/', wanted)).data).toEqual({});
    // The same reference may reserve again after that.
    const { data: second } = await ask('/reserve/', reserved);
    expect(second.reservationReference).not.toBe(data.reservationReference);
    const book = bookingOf(reserved, second.reservationReference);
    const { data: made } = await ask('/book/', book);
    expect((await ask('/cancel-booking/', cancelOf(book, made.bookingReference))).data).toEqual({});
    expect((await ask('/cancel-booking/', cancelOf(book, made.bookingReference))).errorCode).toBe(
      'BOOKING_ALREADY_CANCELED',
    );
    const { rows } = await sql<{
      n: number;
    }>`SELECT d.held + d.sold AS n FROM departure d JOIN package k USING (owner_id, package_id)
      JOIN product p USING (owner_id, product_id) WHERE d.owner_id = 1 AND p.key = 'few-seats'
      AND d.play_on = ${playOn}::date`.execute(test.database.house);
    expect(rows[0]?.n).toBe(0);
  });
});

describe('what a traveller writes there', () => {
  it('is in the order’s remark, however long, and add-ons that are not offered are refused (§5)', async () => {
    const reserved = await wish({ bookingItems: party(1) });
    const { reservationReference } = (await ask('/reserve/', reserved)).data;
    const comment = `Two wheelchairs ${'x'.repeat(3000)}`;
    const more = { comment, travelerHotel: 'Harbour Inn', language: 'fr' };
    const book = { ...bookingOf(reserved, reservationReference), ...more };
    const addOn = { addonType: 'FOOD', addonDescription: 'Lunch', count: 1, retailPrice: 100 };
    expect((await ask('/book/', { ...book, addonItems: [addOn] })).errorCode).toBe('VALIDATION_FAILURE');
    const { bookingReference } = (await ask('/book/', { ...book, addonItems: [] })).data;
    const { rows } = await sql<{ remark: string; locales: string[] }>`SELECT p.remark, b.contact -> 'locales' AS locales
      FROM purchase p JOIN octo_booking b USING (owner_id, order_no) WHERE order_no = ${bookingReference}`.execute(
      test.database.house,
    );
    expect(rows[0]?.remark).toMatch(/^Two wheelchairs x{500}/);
    expect(rows[0]?.remark).toContain('Harbour Inn');
    expect(rows[0]?.locales).toEqual(['fr']);
  });
});

describe('a range in another zone than the product’s', () => {
  it('has every departure between its instants (§3 order source)', async () => {
    const later = addDays(playOn, 1);
    const list = async (title: string) => {
      const productId = await findOption(title);
      const range = { productId, fromDateTime: `${later}T00:00:00+14:00`, toDateTime: `${later}T05:00:00+14:00` };
      const { data } = await ask(`/get-availabilities/?${new URLSearchParams(range)}`);
      return data.availabilities.map((one: { dateTime: string }) => one.dateTime);
    };
    // From 18:00 to 23:00 of the day before in Kuala Lumpur.
    expect(await list('Evening Show')).toEqual([`${playOn}T18:00:00+08:00`, `${playOn}T20:30:00+08:00`]);
    expect(await list('Silver Tower')).toEqual([dayStart(playOn)]);
  });

  it('may be written with the blank that an unescaped plus sign becomes (§3 order source)', async () => {
    const at = dayStart(playOn);
    const range = `productId=${await findOption('Silver Tower')}&fromDateTime=${at}&toDateTime=${at}`;
    expect((await ask(`/get-availabilities/?${range}`)).data?.availabilities).toHaveLength(1);
  });
});

describe('error codes', () => {
  it('of the key, the supplier and the product (§6 roles)', async () => {
    const { productId } = await wish();
    for (const by of ['', 'kb_live_made-up', other])
      expect((await ask(`/products/${productId}`, undefined, by)).errorCode).toBe('AUTHORIZATION_FAILURE');
    expect((await ask('/suppliers/two/products/')).errorCode).toBe('INVALID_SUPPLIER');
    for (const id of ['0', 'nonsense', await findOption('Green Hills')].filter(Boolean))
      expect((await ask('/reserve/', await wish({ productId: id }))).errorCode).toBe('INVALID_PRODUCT');
  });

  it('of the party, the day and the message (§5)', async () => {
    expect(await ask('/reserve/', await wish({ bookingItems: [{ category: 'MILITARY', count: 1 }] }))).toMatchObject({
      ...{ errorCode: 'INVALID_TICKET_CATEGORY', ticketCategory: 'MILITARY' },
    });
    expect(await ask('/reserve/', await wish({ bookingItems: party(21) }))).toMatchObject({
      ...{ errorCode: 'INVALID_PARTICIPANTS_CONFIGURATION', participantsConfiguration: { min: 1, max: 20 } },
    });
    const never = await ask('/reserve/', await wish({ dateTime: dayStart(addDays(playOn, 300)) }));
    expect(never.errorCode).toBe('NO_AVAILABILITY');
    expect((await ask('/reserve/', { productId: 5 })).errorCode).toBe('VALIDATION_FAILURE');
    expect((await ask('/reserve/', await wish({ dateTime: 'tomorrow' }))).errorCode).toBe('VALIDATION_FAILURE');
    const unread = await test.fetch('/gyg/1/reserve/', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
    });
    expect([unread.status, ((await unread.json()) as Body).errorCode]).toEqual([200, 'VALIDATION_FAILURE']);
    expect((await ask('/notify/', { notificationType: 'PRODUCT_DEACTIVATION', description: 'x' })).data).toEqual({});
  });

  it('of reservations and bookings: expired, unknown, another’s, used, over (§4 order life)', async () => {
    const reserved = await wish();
    const { data } = await ask('/reserve/', reserved);
    const book = bookingOf(reserved, data.reservationReference);
    expect((await ask('/book/', { ...book, bookingItems: party(1) })).errorCode).toBe('VALIDATION_FAILURE');
    expect((await ask('/book/', { ...book, gygBookingReference: 'ANOTHER' })).errorCode).toBe('INVALID_RESERVATION');
    expect((await ask('/book/', { ...book, reservationReference: 'NOTHING00' })).errorCode).toBe('INVALID_RESERVATION');
    expect((await ask('/cancel-booking/', cancelOf(book, data.reservationReference))).errorCode).toBe(
      'INVALID_BOOKING',
    );
    await sql`UPDATE purchase SET pay_by = now() - interval '1 second' WHERE order_no = ${data.reservationReference}`.execute(
      test.database.house,
    );
    expect((await ask('/book/', book)).errorCode).toBe('INVALID_RESERVATION');
    const { book: made, answer } = await booked({ bookingItems: party(1) });
    const { bookingReference } = answer.data;
    const wanted = { reservationReference: bookingReference, gygBookingReference: made.gygBookingReference };
    expect((await ask('/cancel-reservation/', wanted)).errorCode).toBe('INVALID_RESERVATION');
    expect((await ask('/cancel-booking/', cancelOf(made, 'NOTHING00'))).errorCode).toBe('INVALID_BOOKING');
    await sql`UPDATE octo_booking SET availability = jsonb_set(availability, '{localDateTimeEnd}', '"2020-01-01T00:00:00Z"')
      WHERE order_no = ${bookingReference}`.execute(test.database.house);
    expect((await ask('/cancel-booking/', cancelOf(made, bookingReference))).errorCode).toBe('BOOKING_IN_PAST');
    await sql`UPDATE sub_order SET redeemed_at = now() WHERE order_no = ${bookingReference}`.execute(
      test.database.house,
    );
    expect((await ask('/cancel-booking/', cancelOf(made, bookingReference))).errorCode).toBe('BOOKING_REDEEMED');
    await sql`UPDATE sub_order SET redeemed_at = NULL WHERE order_no = ${bookingReference}`.execute(
      test.database.house,
    );
  });
});
