// OCTO as supplier (§3 order source, §1 inner API): another system finds products, asks what is free, holds, confirms, changes and cancels,
// and every answer is held to the standard's shapes.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { depositOf } from '../../tests/build/ask-octo.ts';
import { findBreaches } from '../../tests/build/check-octo.ts';
import { openKeys } from '../../tests/build/make-api-key.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { closeOverdue } from '../order/close-order.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { extendHold } from './bookings.sql.ts';
import { readId, timesOf } from './show-availability.ts';
import { priceOf } from './show-products.ts';

type Json = Record<string, never> & { [name: string]: unknown };
/** The body has no type of ours: findBreaches holds it to the standard. */
type Answer = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> };

let test: TestHouse;
let key: string;
let operations: string;
let main: string;

type Ask = { method?: string; body?: unknown; headers?: Record<string, string>; key?: string | null };

async function ask(path: string, { method, body, headers = {}, key: by = key }: Ask = {}): Promise<Answer> {
  const answer = await test.fetch(`/octo${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(by ? { authorization: `Bearer ${by}` } : {}),
      'content-type': 'application/json',
      'octo-capabilities': '',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
}

const all = { 'octo-capabilities': 'octo/pricing, octo/content, octo/pickups, octo/questions' };

beforeAll(async () => {
  test = await openTestHouse({ env: { HOOKS_PRIVATELY: '1', HOOKS_RETRY_SECONDS: '0.2,0.2,0.2' } });
  main = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  await openKeys(test, operations);
  key = await makeKey(['octo']);
  await sql`UPDATE api_key SET per_minute = 6000`.execute(test.database.house);
});
afterAll(() => test.close());

async function makeKey(scopes: ('octo' | 'book')[]): Promise<string> {
  const made = await test.call('apiKeyCreate', { name: `OCTO ${scopes}`, scopes }, { token: main });
  if (made.code !== 200) throw new Error(made.msg);
  return made.data.key;
}

type Found = { productId: string; optionId: string; units: string[] };

async function findProduct(name: string, headers = all): Promise<Found> {
  const { body } = await ask('/products', { headers });
  const product = body.find((one: Json) => one.internalName === name);
  if (!product) throw new Error(`no ${name} among ${body.map((one: Json) => one.internalName)}`);
  const option = product.options[0];
  return { productId: product.id, optionId: option.id, units: option.units.map((one: Json) => one.id) };
}

const ids = ({ productId, optionId }: Found) => ({ productId, optionId });

async function freeAt(found: Found, from = playOn, to = from): Promise<Json[]> {
  const { status, body } = await ask('/availability', {
    body: { ...ids(found), localDateStart: from, localDateEnd: to },
  });
  expect([status, findBreaches(body, 'Availability[]')]).toEqual([200, []]);
  return body;
}

const itemsOf = (found: Found, count = 1, unit = 0) =>
  Array.from({ length: count }, () => ({ unitId: found.units[unit] }));

async function reserve(found: Found, more: object = {}, headers?: Record<string, string>): Promise<Answer> {
  const body = { ...ids(found), availabilityId: playOn, unitItems: itemsOf(found), ...more };
  return ask('/bookings', { body, ...(headers ? { headers } : {}) });
}

const held = async (name: string, more: object = {}) => {
  const answer = await reserve(await findProduct(name), more);
  expect([answer.status, findBreaches(answer.body, 'Booking')]).toEqual([200, []]);
  return answer.body;
};

const act = (uuid: string, what: string, body: object = {}, headers?: Record<string, string>) =>
  ask(`/bookings/${uuid}/${what}`, { body, ...(headers ? { headers } : {}) });

const contact = {
  fullName: 'Mei Tan',
  emailAddress: 'mei@example.com',
  phoneNumber: '+60 12-345 678',
  locales: ['en'],
};

/** Places of a product on a day. */
async function placesOf(name: string, on = playOn): Promise<{ held: number; sold: number }> {
  const { rows } = await sql<{ held: number; sold: number }>`SELECT d.held, d.sold FROM departure d
    JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
    WHERE d.owner_id = 1 AND p.names ->> 'en' = ${name} AND d.play_on = ${on}::date`.execute(test.database.house);
  return rows[0] ?? { held: -1, sold: -1 };
}

const refused = ({ status, body }: Answer) => [status, body.error];

describe('the door', () => {
  it('opens for a key with the right to it alone, and says so in the reader’s language (§6 roles)', async () => {
    expect(refused(await ask('/supplier', { key: null }))).toEqual([401, 'UNAUTHORIZED']);
    expect(refused(await ask('/supplier', { key: 'kb_live_made-up' }))).toEqual([401, 'UNAUTHORIZED']);
    expect(refused(await ask('/supplier', { key: await makeKey(['book']) }))).toEqual([403, 'FORBIDDEN']);
    const chinese = await ask('/products/0', { headers: { 'accept-language': 'zh-CN' } });
    expect([...refused(chinese), chinese.body.errorMessage]).toEqual([
      400,
      'INVALID_PRODUCT_ID',
      '该产品不存在或未上架。',
    ]);
  });

  it('closes with the owner’s switch and is limited like every key (§8)', async () => {
    const found = await test.call('consolePartners', { query: 'agent@' }, { token: operations });
    const id = found.data.list[0]?.id ?? '';
    await test.call('consolePartnerKeysOpen', { id, open: false }, { token: operations });
    expect(refused(await ask('/supplier'))).toEqual([403, 'FORBIDDEN']);
    await test.call('consolePartnerKeysOpen', { id, open: true }, { token: operations });
    await sql`UPDATE api_key SET per_minute = 1 WHERE name = 'OCTO octo'`.execute(test.database.house);
    await ask('/supplier');
    const often = await ask('/supplier');
    expect(refused(often)).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(0);
    await sql`UPDATE api_key SET per_minute = 6000`.execute(test.database.house);
  });

  it('asks for the capabilities, knows both spellings and answers in the one that was used', async () => {
    const bare = await test.fetch('/octo/supplier', { headers: { authorization: `Bearer ${key}` } });
    expect([bare.status, (await bare.json()).error]).toEqual([400, 'BAD_REQUEST']);
    for (const spelled of ['pricing, content', 'octo/pricing, octo/content']) {
      const { headers, body } = await ask('/products', {
        headers: { 'octo-capabilities': `${spelled}, octo/unknown` },
      });
      expect(headers.get('octo-capabilities')).toBe(spelled);
      expect([headers.get('content-language'), headers.get('available-languages')]).toEqual([
        'en',
        expect.stringContaining('zh-CN'),
      ]);
      expect(findBreaches(body, 'Product[]')).toEqual([]);
      expect(body[0].options[0].units[0].pricingFrom).toHaveLength(1);
    }
    expect((await ask('/supplier?_capabilities=pricing', { headers: { 'octo-capabilities': 'pricing' } })).status).toBe(
      200,
    );
    expect(refused(await ask('/supplier', { headers: { 'octo-env': 'test' } }))).toEqual([400, 'BAD_REQUEST']);
    expect(findBreaches((await ask('/capabilities')).body, 'Capability[]')).toEqual([]);
    expect(findBreaches((await ask('/supplier')).body, 'Supplier')).toEqual([]);
  });

  it('refuses what is no JSON and what is no OCTO, never with a 5xx', async () => {
    const broken = await test.fetch('/octo/bookings', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'octo-capabilities': '' },
      body: '{"productId": ',
    });
    expect([broken.status, (await broken.json()).error]).toEqual([400, 'BAD_REQUEST']);
    // No address and no method answers 404, 405 or a page: clients of the standard know neither.
    expect(refused(await ask('/nowhere'))).toEqual([400, 'BAD_REQUEST']);
    expect(refused(await ask('/products/1/nowhere', { body: {} }))).toEqual([400, 'BAD_REQUEST']);
    expect(refused(await ask('/supplier', { body: {} }))).toEqual([400, 'BAD_REQUEST']);
    const stranger = await test.fetch('/octo/nowhere', { headers: { authorization: 'Bearer unknown' } });
    expect([stranger.status, (await stranger.json()).error]).toEqual([401, 'UNAUTHORIZED']);
    const found = await findProduct('Silver Tower');
    const wrong: [object, string][] = [
      [{ productId: '999999' }, 'INVALID_PRODUCT_ID'],
      [{ productId: 'x' }, 'INVALID_PRODUCT_ID'],
      [{ optionId: '999999' }, 'INVALID_OPTION_ID'],
      [{ availabilityId: 'never' }, 'INVALID_AVAILABILITY_ID'],
      [{ availabilityId: addDays(playOn, 200) }, 'INVALID_AVAILABILITY_ID'],
      [{ availabilityId: undefined }, 'INVALID_AVAILABILITY_ID'],
      [{ unitItems: [{ unitId: '999999' }] }, 'INVALID_UNIT_ID'],
      [{ unitItems: [] }, 'UNPROCESSABLE_ENTITY'],
      [{ unitItems: undefined }, 'UNPROCESSABLE_ENTITY'],
      [{ unitItems: itemsOf(found, 21) }, 'UNPROCESSABLE_ENTITY'],
      [{ currency: 'EUR' }, 'UNPROCESSABLE_ENTITY'],
      [{ notes: 7 }, 'BAD_REQUEST'],
      [{ notes: 'pay with 4242 4242 4242 4242' }, 'BAD_REQUEST'],
    ];
    for (const [more, error] of wrong)
      expect(refused(await reserve(found, more)), JSON.stringify(more)).toEqual([400, error]);
    // A day where a start time is needed.
    const timed = await reserve(await findProduct('Evening Show'), { availabilityId: playOn });
    expect(refused(timed)).toEqual([400, 'INVALID_AVAILABILITY_ID']);
    const show = await findProduct('Evening Show');
    const [start] = await freeAt(show);
    const otherOffset = String(start?.id).replace('+08:00', '+00:00');
    expect(refused(await reserve(show, { availabilityId: otherOffset }))).toEqual([400, 'INVALID_AVAILABILITY_ID']);
    const booking = (await reserve(show, { availabilityId: start?.id })).body;
    const patch = { method: 'PATCH', body: { availabilityId: otherOffset } };
    expect(refused(await ask(`/bookings/${booking.uuid}`, patch))).toEqual([400, 'INVALID_AVAILABILITY_ID']);
    const pass = await findProduct('Open Rail Pass');
    for (const availabilityId of ['2019-01-01', addDays(playOn, 200), `${playOn}T05:00:00+00:00`])
      expect(refused(await reserve(pass, { availabilityId })), availabilityId).toEqual([
        400,
        'INVALID_AVAILABILITY_ID',
      ]);
    const echoed = await reserve(found, { productId: '999999' });
    expect(echoed.body).toMatchObject({ productId: '999999', errorMessage: expect.stringMatching(/\w/) });
    expect(refused(await ask(`/bookings/${randomUUID()}`))).toEqual([400, 'INVALID_BOOKING_UUID']);
    expect(refused(await ask('/bookings/nothing'))).toEqual([400, 'INVALID_BOOKING_UUID']);
    expect(refused(await ask('/bookings'))).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('the catalogue', () => {
  it('has each kind of product that OCTO can say, in its own shape (§1 product types)', async () => {
    const { body } = await ask('/products', { headers: all });
    expect(findBreaches(body, 'Product[]')).toEqual([]);
    const names = body.map((one: Json) => one.internalName);
    expect(names).toEqual(
      expect.arrayContaining(['Silver Tower', 'Green Hills Day Tour', 'Evening Show', 'Open Rail Pass', 'Airport Car']),
    );
    expect(names).not.toContain('Harbour Inn');
    for (const product of body) expect(product.options.filter((one: Json) => one.default)).toHaveLength(1);
    const show = body.find((one: Json) => one.internalName === 'Evening Show');
    expect(show).toMatchObject({ availabilityType: 'START_TIME', defaultCurrency: 'JPY' });
    expect(show.options[0].availabilityLocalStartTimes).toEqual(['18:00', '20:30']);
    expect(show.options[0].units[0].pricingFrom[0]).toMatchObject({ retail: 3500, currencyPrecision: 0 });
    const pass = body.find((one: Json) => one.internalName === 'Open Rail Pass');
    expect(pass).toMatchObject({ availabilityRequired: false, availabilityType: 'OPENING_HOURS' });
    const mostOf = (name: string) =>
      body.find((one: Json) => one.internalName === name).options[0].restrictions.maxUnits;
    // Each may be bought up to 20 at once; the first has 5 places, and the other takes more than it has.
    expect(['Few Seats', 'Popular Hike'].map(mostOf)).toEqual([5, 20]);
    const car = body.find((one: Json) => one.internalName === 'Airport Car');
    const units = car.options[0].units.map((one: Json) => [one.internalName, one.title]);
    expect(units).toEqual(['Comfort car, 4 seats', 'Van, 7 seats'].map((name) => [name, name]));
    const one = await ask(`/products/${show.id}`, { headers: all });
    expect(one.body).toEqual(show);
  });

  it('leaves out what asks more than the switched-on capabilities can give (§5 fields)', async () => {
    const names = async (capabilities: string) =>
      (await ask('/products', { headers: { 'octo-capabilities': capabilities } })).body.map(
        (one: Json) => one.internalName,
      );
    expect(await names('')).not.toContain('Green Hills Day Tour');
    expect(await names('pickups')).toContain('Green Hills Day Tour');
    expect(await names('pickups')).not.toContain('Airport Car');
    expect(await names('questions')).toContain('Airport Car');
  });

  it('tells what is free: a day, a range, ids, a party and its price', async () => {
    const tower = await findProduct('Silver Tower');
    const body = { ...ids(tower), localDateStart: addDays(playOn, -1), localDateEnd: addDays(playOn, 2) };
    const party = [
      { id: tower.units[0], quantity: 2 },
      { id: tower.units[1], quantity: 1 },
    ];
    const found = await ask('/availability', { body: { ...body, units: party }, headers: all });
    expect(findBreaches(found.body, 'Availability[]')).toEqual([]);
    expect(found.body.map((one: Json) => one.id)).toEqual([playOn, addDays(playOn, 1)]);
    expect(found.body[0]).toMatchObject({
      allDay: true,
      available: true,
      status: 'AVAILABLE',
      vacancies: 20,
      capacity: 20,
    });
    expect(found.body[0].pricing).toMatchObject({ retail: 24_050, net: 24_050, currency: 'MYR', currencyPrecision: 2 });
    const calendar = await ask('/availability/calendar', { body, headers: all });
    expect(findBreaches(calendar.body, 'CalendarDay[]')).toEqual([]);
    expect(calendar.body.map((one: Json) => one.status)).toEqual(['CLOSED', 'AVAILABLE', 'AVAILABLE', 'CLOSED']);
    const day = await ask('/availability', { body: { ...ids(tower), localDate: playOn } });
    const named = await ask('/availability', { body: { ...ids(tower), availabilityIds: [playOn] } });
    expect(day.body).toEqual(named.body);
    const show = await freeAt(await findProduct('Evening Show'));
    expect(show[0]).toMatchObject({
      id: `${playOn}T18:00:00+08:00`,
      localDateTimeEnd: `${playOn}T20:00:00+08:00`,
      allDay: false,
    });
    expect((await freeAt(await findProduct('Open Rail Pass'))).map((one) => one.id)).toEqual([playOn]);
  });

  it('knows at the next question what changed: text, price, stock, hours, the shelf, and who sees it (§3 inventory)', async () => {
    const tower = await findProduct('Silver Tower');
    const asked = { ...ids(tower), localDate: playOn };
    const now = async () => (await ask('/availability', { body: asked, headers: all })).body;
    const change = (statement: ReturnType<typeof sql>) => statement.execute(test.database.house);
    const [before] = await now();
    const unit = tower.units[0];
    await change(sql`UPDATE sku SET price_minor = price_minor + 100 WHERE sku_id = ${unit}::bigint`);
    expect((await now())[0].unitPricing[0].retail).toBe(before.unitPricing[0].retail + 100);
    await change(sql`UPDATE sku SET price_minor = price_minor - 100 WHERE sku_id = ${unit}::bigint`);
    await change(sql`UPDATE departure SET capacity = capacity + 1 WHERE package_id = ${tower.optionId}::bigint`);
    expect((await now())[0].vacancies).toBe(before.vacancies + 1);
    await change(sql`UPDATE departure SET capacity = capacity - 1 WHERE package_id = ${tower.optionId}::bigint`);
    await change(
      sql`UPDATE product SET cut_off_hours = cut_off_hours + 5 WHERE product_id = ${tower.productId}::bigint`,
    );
    expect((await now())[0].utcCutoffAt).not.toBe(before.utcCutoffAt);
    await change(
      sql`UPDATE product SET cut_off_hours = cut_off_hours - 5 WHERE product_id = ${tower.productId}::bigint`,
    );
    const shelf = (isOn: boolean) =>
      change(sql`UPDATE product SET on_shelf = ${isOn} WHERE product_id = ${tower.productId}::bigint`);
    await shelf(false);
    expect((await now()).error).toBe('INVALID_PRODUCT_ID');
    await shelf(true);
    expect(await now()).toEqual([before]);
    await change(sql`INSERT INTO product_hide (owner_id, product_id, partner_id) SELECT 1, ${tower.productId}::bigint, partner_id
      FROM account WHERE owner_id = 1 AND email = 'agent@one.example'`);
    expect((await now()).error).toBe('INVALID_PRODUCT_ID');
    await change(sql`DELETE FROM product_hide`);
    expect(await now()).toEqual([before]);
  });

  it('refuses every other way of saying when', async () => {
    const tower = await findProduct('Silver Tower');
    const day = { localDateStart: playOn, localDateEnd: playOn };
    const wrong = [
      {},
      { ...day, availabilityIds: [playOn] },
      { localDateStart: playOn },
      { localDateStart: playOn, localDateEnd: '2020-01-01' },
    ];
    for (const more of wrong)
      expect(refused(await ask('/availability', { body: { ...ids(tower), ...more } })), JSON.stringify(more)).toEqual([
        400,
        'BAD_REQUEST',
      ]);
    expect(refused(await ask('/availability', { body: { ...ids(tower), ...day, optionId: '7777777' } }))).toEqual([
      400,
      'INVALID_OPTION_ID',
    ]);
    expect(refused(await ask('/availability', { body: { ...ids(tower), availabilityIds: ['x'] } }))).toEqual([
      400,
      'INVALID_AVAILABILITY_ID',
    ]);
    const strange = { ...ids(tower), ...day, units: [{ id: '1234567', quantity: 1 }] };
    expect(refused(await ask('/availability', { body: strange }))).toEqual([400, 'INVALID_UNIT_ID']);
  });
});

describe('a booking', () => {
  it('is held, confirmed from the deposit, listed and cancelled by its policy, with its source (§3 order source)', async () => {
    const before = await placesOf('Silver Tower');
    const uuid = randomUUID();
    const tower = await findProduct('Silver Tower');
    const unitItems = [...itemsOf(tower, 2), ...itemsOf(tower, 1, 1)].map((one) => ({ ...one, uuid: randomUUID() }));
    const booking = await held('Silver Tower', { uuid, unitItems, resellerReference: 'R-1', notes: 'by the door' });
    expect(booking).toMatchObject({
      uuid,
      id: uuid,
      status: 'ON_HOLD',
      cancellation: null,
      utcConfirmedAt: null,
      availabilityId: playOn,
    });
    expect(booking.unitItems.map((one: Json) => one.uuid)).toEqual(unitItems.map((one) => one.uuid));
    expect((await placesOf('Silver Tower')).held).toBe(before.held + 3);
    const confirmed = await act(uuid, 'confirm', { contact, resellerReference: 'R-2' }, all);
    expect([confirmed.status, findBreaches(confirmed.body, 'Booking')]).toEqual([200, []]);
    const extended = await act(uuid, 'extend', { expirationMinutes: 30 });
    expect([...refused(extended), extended.body.errorMessage]).toEqual([
      ...[400, 'UNPROCESSABLE_ENTITY', 'Only a booking that is on hold can be extended.'],
    ]);
    expect(confirmed.body).toMatchObject({
      status: 'CONFIRMED',
      utcExpiresAt: null,
      resellerReference: 'R-2',
      contact,
    });
    expect(confirmed.body.pricing).toMatchObject({ retail: 24_050, net: 24_050 });
    const [ticket] = confirmed.body.unitItems.map((one: { ticket: Json }) => one.ticket);
    expect(ticket.deliveryOptions[0]).toMatchObject({
      deliveryFormat: 'QRCODE',
      deliveryValue: expect.stringContaining('/voucher/'),
    });
    expect(await placesOf('Silver Tower')).toEqual({ held: before.held, sold: before.sold + 3 });
    const order = (await test.call('orderDetail', { id: confirmed.body.supplierReference }, { token: main })).data;
    expect(order).toMatchObject({
      source: 9,
      status: 1003,
      agentReference: 'R-2',
      contact: { name: 'Mei Tan', areaCode: '60', phone: '12345678' },
    });
    for (const query of [
      `resellerReference=R-2`,
      `supplierReference=${order.orderNo}`,
      `localDate=${playOn}&resellerReference=R-2`,
    ])
      expect((await ask(`/bookings?${query}`)).body.map((one: Json) => one.uuid)).toEqual([uuid]);
    expect((await act(uuid, 'confirm', { contact })).body.status).toBe('CONFIRMED');
    const cancelled = await act(uuid, 'cancel', { reason: 'rain' });
    expect([cancelled.status, findBreaches(cancelled.body, 'Booking')]).toEqual([200, []]);
    expect(cancelled.body).toMatchObject({
      status: 'CANCELLED',
      cancellable: false,
      cancellation: { refund: 'FULL', reason: 'rain' },
    });
    expect(await placesOf('Silver Tower')).toEqual(before);
    // What happens to the order later does not move the instant of its cancellation.
    const { utcCancelledAt } = cancelled.body.cancellation;
    await sql`INSERT INTO order_event (owner_id, order_no, action, actor)
      VALUES (1, ${cancelled.body.supplierReference}, 'contact', 'owner')`.execute(test.database.house);
    expect((await act(uuid, 'cancel')).body.cancellation.utcCancelledAt).toBe(utcCancelledAt);
  });

  it('is one for each uuid, alone or at once, and another body is refused (security rule 8)', async () => {
    const tower = await findProduct('Silver Tower');
    const before = await placesOf('Silver Tower');
    const more = { uuid: randomUUID(), unitItems: itemsOf(tower, 2) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => reserve(tower, more)));
    expect(answers.map((one) => one.status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map((one) => one.body.supplierReference)).size).toBe(1);
    expect(new Set(answers.map((one) => JSON.stringify(one.body.unitItems.map((item: Json) => item.uuid)))).size).toBe(
      1,
    );
    expect((await placesOf('Silver Tower')).held).toBe(before.held + 2);
    expect(refused(await reserve(tower, { ...more, unitItems: itemsOf(tower, 3) }))).toEqual([
      400,
      'UNPROCESSABLE_ENTITY',
    ]);
    expect((await act(more.uuid, 'cancel')).body).toMatchObject({ status: 'CANCELLED', utcExpiresAt: null });
    expect(await placesOf('Silver Tower')).toEqual(before);
  });

  it('is extended from now on, and ends with its time: nothing revives it (§4 deadline)', async () => {
    const booking = await held('Silver Tower', { expirationMinutes: 5 });
    const later = await act(booking.uuid, 'extend', { expirationMinutes: 31 });
    const minutes = (Date.parse(later.body.utcExpiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(30);
    expect(minutes).toBeLessThan(31.1);
    await sql`UPDATE purchase SET pay_by = now() - interval '1 second' WHERE order_no = ${booking.supplierReference}`.execute(
      test.database.house,
    );
    expect((await ask(`/bookings/${booking.uuid}`)).body).toMatchObject({ status: 'EXPIRED', utcExpiresAt: null });
    for (const what of ['extend', 'confirm', 'cancel'])
      expect(refused(await act(booking.uuid, what, { contact })), what).toEqual([400, 'INVALID_BOOKING_UUID']);
    expect(refused(await ask(`/bookings/${booking.uuid}`, { method: 'PATCH', body: { notes: 'x' } }))).toEqual([
      400,
      'INVALID_BOOKING_UUID',
    ]);
    // Its places go back now, not while another case counts them.
    await closeOverdue(test.database, () => new Date());
  });

  it('goes to another day, another number and another product all at once, and to a full day not at all (§5 stock)', async () => {
    const tower = await findProduct('Silver Tower');
    const few = await findProduct('Few Seats');
    const next = addDays(playOn, 1);
    const before = [await placesOf('Silver Tower'), await placesOf('Silver Tower', next), await placesOf('Few Seats')];
    const { uuid, utcExpiresAt } = await held('Silver Tower', { unitItems: itemsOf(tower, 2) });
    const patch = (body: object) => ask(`/bookings/${uuid}`, { method: 'PATCH', body });
    const moved = await patch({ availabilityId: next, unitItems: itemsOf(tower, 3) });
    expect([moved.status, findBreaches(moved.body, 'Booking')]).toEqual([200, []]);
    expect(moved.body).toMatchObject({ uuid, status: 'ON_HOLD', availabilityId: next });
    expect(Math.abs(Date.parse(moved.body.utcExpiresAt) - Date.parse(utcExpiresAt))).toBeLessThan(61_000);
    expect(await placesOf('Silver Tower')).toEqual(before[0]);
    expect((await placesOf('Silver Tower', next)).held).toBe((before[1]?.held ?? 0) + 3);
    const full = { ...ids(few), availabilityId: playOn, unitItems: itemsOf(few, 6) };
    expect(refused(await patch(full))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    expect((await ask(`/bookings/${uuid}`)).body).toMatchObject({ status: 'ON_HOLD', productId: tower.productId });
    expect((await placesOf('Silver Tower', next)).held).toBe((before[1]?.held ?? 0) + 3);
    // The same five, of which it holds some itself.
    expect((await patch({ ...full, unitItems: itemsOf(few, 4) })).status).toBe(200);
    expect((await patch({ unitItems: itemsOf(few, 5) })).status).toBe(200);
    expect((await placesOf('Few Seats')).held).toBe((before[2]?.held ?? 0) + 5);
    expect((await patch({ contact, notes: 'late' })).body).toMatchObject({ notes: 'late', contact });
    expect((await act(uuid, 'confirm', { unitItems: itemsOf(few, 1), contact: {} })).body.unitItems).toHaveLength(1);
    expect(await placesOf('Few Seats')).toMatchObject({ held: before[2]?.held, sold: (before[2]?.sold ?? 0) + 1 });
    expect(refused(await patch({ availabilityId: next }))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    const travellers = () =>
      sql<{
        travellers: unknown;
      }>`UPDATE sub_order SET travellers = CASE WHEN travellers = '[{}]' THEN '[{"202": "P1"}]' ELSE travellers END
        WHERE order_no = (SELECT order_no FROM octo_booking WHERE uuid = ${uuid}::uuid) RETURNING travellers`.execute(
        test.database.house,
      );
    await travellers();
    expect((await patch({ contact: { ...contact, fullName: 'Arif Lim' } })).body.contact.fullName).toBe('Arif Lim');
    expect((await travellers()).rows).toEqual([{ travellers: [{ '202': 'P1' }] }]);
    expect(refused(await act(uuid, 'cancel'))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
  });

  it('waits for a person where the product does, and says what the owner decided (§4 pending)', async () => {
    const tour = await findProduct('Green Hills Day Tour');
    const { body: booking } = await reserve(tour, { unitItems: itemsOf(tour, 2) }, all);
    const missing = await act(booking.uuid, 'confirm', { contact }, all);
    expect(refused(missing)).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    expect(missing.body.errorMessage).toContain('Hotel name');
    // The capabilities matter for what is offered, not for what was booked.
    expect((await act(booking.uuid, 'confirm', { contact, pickupHotel: 'Hotel 1' })).status).toBe(200);
    const { body } = await ask(`/bookings/${booking.uuid}`, { headers: all });
    expect(findBreaches(body, 'Booking')).toEqual([]);
    expect(body).toMatchObject({
      status: 'PENDING',
      utcConfirmedAt: null,
      pickupHotel: 'Hotel 1',
      pickupRequested: true,
    });
    const id = body.supplierReference;
    const rejected = await test.call('consoleReject', { id, why: 'no guide' }, { token: operations });
    expect(rejected.code).toBe(200);
    expect((await ask(`/bookings/${booking.uuid}`)).body.status).toBe('REJECTED');
  });
});

describe('people and money', () => {
  it('are told apart: another partner’s booking is unknown, here and at another owner (security rule 31)', async () => {
    const { uuid, supplierReference } = await held('Silver Tower');
    expect(
      (await test.fetch(`/octo/bookings/${uuid}`, { host: 'two.test', headers: { authorization: `Bearer ${key}` } }))
        .status,
    ).toBe(401);
    const give = (name: string) =>
      sql`UPDATE octo_booking SET partner_id = (SELECT partner_id FROM partner WHERE owner_id = 1 AND name = ${name})
        WHERE uuid = ${uuid}::uuid`.execute(test.database.house);
    await give('Member');
    for (const answer of [
      await ask(`/bookings/${uuid}`),
      await act(uuid, 'confirm'),
      await act(uuid, 'cancel'),
      await act(uuid, 'extend'),
    ])
      expect(refused(answer)).toEqual([400, 'INVALID_BOOKING_UUID']);
    expect((await ask(`/bookings?supplierReference=${supplierReference}`)).body).toEqual([]);
    await give('Agency');
    expect((await act(uuid, 'cancel')).body.status).toBe('CANCELLED');
  });

  it('mails the guest the voucher where the reseller wishes it, in the guest’s language and without the reseller’s price', async () => {
    const email = 'guest-of-a-reseller@example.com';
    const { uuid } = await held('Silver Tower', { resellerReference: 'R-77' });
    const guest = { ...contact, emailAddress: email, locales: ['fr-FR'] };
    const confirmed = await act(uuid, 'confirm', { contact: guest, emailReceipt: true });
    expect(confirmed.body.status).toBe('CONFIRMED');
    const listMails = async () =>
      (
        await sql<{
          occasion: string;
          body: string;
          files: number;
        }>`SELECT split_part(occasion, ' ', 3) AS occasion, body,
            jsonb_array_length(attachments) AS files FROM mail WHERE owner_id = 1 AND recipient = ${email}`.execute(
          test.database.house,
        )
      ).rows;
    await expect.poll(listMails, { timeout: 15_000 }).toMatchObject([{ occasion: 'confirmed', files: 1 }]);
    const [mail] = await listMails();
    expect(mail?.body).toContain('Adulte');
    expect(mail?.body).not.toMatch(/MYR|RM|http|R-77/);
    expect((await act(uuid, 'cancel', { reason: 'ill' })).body.status).toBe('CANCELLED');
    const ofAgency = async () =>
      (await test.mails('agent@one.example')).map(({ occasion }) => occasion).filter((one) => /cancelled/.test(one));
    await expect.poll(ofAgency, { timeout: 15_000 }).not.toEqual([]);
    // The reseller informs its guest about the cancellation.
    expect(await listMails()).toHaveLength(1);
  });

  it('what is held is confirmed, and its contact changed, though the product goes off the shelf; nothing more is sold of it (§4 order life)', async () => {
    const tower = await findProduct('Silver Tower');
    const { uuid } = await held('Silver Tower');
    const shelf = (on: boolean) =>
      sql`UPDATE product SET on_shelf = ${on} WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    await shelf(false);
    expect(refused(await reserve(tower))).toEqual([400, 'INVALID_PRODUCT_ID']);
    const patch = (body: object) => ask(`/bookings/${uuid}`, { method: 'PATCH', body });
    const more = await patch({ unitItems: itemsOf(tower, 2) });
    const confirmed = await act(uuid, 'confirm', { contact });
    const changed = await patch({ contact: { fullName: 'Li Na' } });
    await shelf(true);
    expect(refused(more)).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    expect(confirmed.body).toMatchObject({ status: 'CONFIRMED', unitItems: [{}] });
    expect(changed.body.contact?.fullName).toBe('Li Na');
    expect((await act(uuid, 'cancel')).body.status).toBe('CANCELLED');
  });

  it('a deposit that is too small confirms nothing and keeps the hold (§8 balance)', async () => {
    const tower = await findProduct('Silver Tower');
    const { uuid } = await held('Silver Tower', { availabilityId: addDays(playOn, 1), unitItems: itemsOf(tower, 15) });
    const answer = await act(uuid, 'confirm', { contact });
    expect(refused(answer)).toEqual([400, 'UNPROCESSABLE_ENTITY']);
    expect((await ask(`/bookings/${uuid}`)).body).toMatchObject({
      status: 'ON_HOLD',
      contact: { fullName: 'Mei Tan' },
    });
    expect((await act(uuid, 'cancel')).body.status).toBe('CANCELLED');
  });

  it('a ticket that was used makes it redeemed, and nothing gives its money back (§3 vouchers)', async () => {
    const { uuid } = await held('Silver Tower');
    const { body } = await act(uuid, 'confirm', { contact: { phoneNumber: '+00000000' } });
    expect(body.contact).toMatchObject({ phoneNumber: '+00000000', fullName: null });
    const text = body.unitItems[0].ticket.deliveryOptions[0].deliveryValue;
    await sql`UPDATE sub_order SET play_on = (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date
      WHERE order_no = ${body.supplierReference}`.execute(test.database.house);
    expect((await test.call('consoleVoucherRedeem', { text }, { token: operations })).code).toBe(200);
    const after = await ask(`/bookings/${uuid}`);
    expect(findBreaches(after.body, 'Booking')).toEqual([]);
    expect(after.body).toMatchObject({ status: 'REDEEMED', cancellable: false, utcRedeemedAt: expect.any(String) });
    expect(refused(await act(uuid, 'cancel'))).toEqual([400, 'UNPROCESSABLE_ENTITY']);
  });
});

describe('races', () => {
  it('twenty want the last places of another day: as many get them as there are (rules §6)', async () => {
    const few = await findProduct('Few Seats');
    const { sold } = await placesOf('Few Seats');
    const answers = await Promise.all(Array.from({ length: 20 }, () => reserve(few)));
    const got = answers.filter((one) => one.status === 200);
    expect(got).toHaveLength(5 - sold);
    expect(answers.filter((one) => one.body.error === 'UNPROCESSABLE_ENTITY')).toHaveLength(15 + sold);
    await Promise.all(got.map(({ body }) => act(body.uuid, 'cancel')));
    expect(await placesOf('Few Seats')).toEqual({ held: 0, sold });
  });

  it('confirmed ten times at once it is paid once, cancelled thirty times at once it gives back once (rules §8)', async () => {
    const [before, deposit] = [await placesOf('Silver Tower'), await depositOf(test)];
    const tower = await findProduct('Silver Tower');
    const { uuid } = await held('Silver Tower', { unitItems: itemsOf(tower, 2) });
    const paid = await Promise.all(Array.from({ length: 10 }, () => act(uuid, 'confirm', { contact })));
    expect(paid.map(({ status, body }) => [status, body.status])).toEqual(Array(10).fill([200, 'CONFIRMED']));
    expect(await depositOf(test)).toBe(deposit - 20_000);
    const ended = await Promise.all(Array.from({ length: 30 }, () => act(uuid, 'cancel')));
    expect(ended.map(({ status, body }) => [status, body.status])).toEqual(Array(30).fill([200, 'CANCELLED']));
    expect(await placesOf('Silver Tower')).toEqual(before);
    await until(
      () => depositOf(test),
      (now) => now === deposit,
    );
  });

  it('changed and cancelled at once, its places are given back once and the order of its units holds', async () => {
    const tower = await findProduct('Silver Tower');
    const [before, next] = [await placesOf('Silver Tower'), await placesOf('Silver Tower', addDays(playOn, 1))];
    const { uuid } = await held('Silver Tower');
    const patch = (body: object) => ask(`/bookings/${uuid}`, { method: 'PATCH', body });
    const all = [2, 3, 4].flatMap((count) => [
      patch({ unitItems: itemsOf(tower, count) }),
      patch({ availabilityId: count % 2 ? playOn : addDays(playOn, 1) }),
    ]);
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(6).fill(200));
    await Promise.all([act(uuid, 'cancel'), patch({ unitItems: itemsOf(tower, 1) }), act(uuid, 'cancel')]);
    expect((await act(uuid, 'cancel')).body.status).toBe('CANCELLED');
    expect([await placesOf('Silver Tower'), await placesOf('Silver Tower', addDays(playOn, 1))]).toEqual([
      before,
      next,
    ]);
  });

  it('a hold that has ended is not extended, and would be without the guard', async () => {
    const { uuid, supplierReference: orderNo } = await held('Silver Tower');
    await sql`UPDATE purchase SET pay_by = now() - interval '1 second' WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    const owner = test.database.forOwner(1);
    const latest = new Date(Date.now() + 3_600_000);
    const extend = (hold: typeof extendHold) => inTransaction(owner, (owner) => hold(owner, orderNo, 10, latest));
    expect(await extend(extendHold)).toBe(0);
    await withoutGuard<typeof import('./bookings.sql.ts')>(
      'octo/bookings.sql.ts',
      [[' AND pay_by > now()', '']],
      async (unguarded) => {
        expect(await extend(unguarded.extendHold)).toBe(1);
      },
    );
    expect((await act(uuid, 'cancel')).body.status).toBe('CANCELLED');
  });
});

describe('notifications', () => {
  it('tell a subscriber of its bookings by their uuid, with its own headers, until it leaves', async () => {
    const taken: { headers: Record<string, unknown>; body: ReturnType<typeof JSON.parse> }[] = [];
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        taken.push({ headers: request.headers, body: JSON.parse(text) });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/octo`;
    const at = '/notifications/subscriptions';
    const wish = { url, notificationTypes: ['BOOKING_UPDATE'], headers: { authorization: 'Bearer of-theirs' } };
    const made = await ask('/notifications/subcriptions', { body: wish });
    expect([made.status, findBreaches(made.body, 'Subscription')]).toEqual([200, []]);
    expect((await ask(at)).body).toEqual([made.body]);
    expect((await ask(`${at}/${made.body.id}`)).body).toMatchObject(wish);
    expect(refused(await ask(at, { body: { ...wish, notificationTypes: ['CART_UPDATE'] } }))).toEqual([
      400,
      'UNPROCESSABLE_ENTITY',
    ]);
    expect(refused(await ask(at, { body: { ...wish, url: 'ftp://x' } }))).toEqual([400, 'BAD_REQUEST']);
    expect(refused(await ask(at, { body: { ...wish, headers: { 'x y': '1' } } }))).toEqual([400, 'BAD_REQUEST']);
    expect(refused(await ask(`${at}/7777777`))).toEqual([400, 'BAD_REQUEST']);
    const { uuid } = await held('Silver Tower');
    await act(uuid, 'cancel');
    const own = () => taken.filter(({ body }) => body.data.uuid === uuid);
    await until(
      async () => own().length,
      (count) => count >= 2,
    );
    expect(own()[0]?.headers).toMatchObject({ authorization: 'Bearer of-theirs', 'content-type': 'application/json' });
    expect(own()[0]?.body).toEqual({
      id: own()[0]?.headers['webhook-id'],
      subscriptionId: made.body.id,
      notificationType: 'BOOKING_UPDATE',
      utcCreatedAt: expect.stringMatching(/Z$/),
      data: { uuid },
    });
    const changed = await ask(`${at}/${made.body.id}`, { method: 'PATCH', body: { headers: { 'x-own': '1' } } });
    expect(changed.body).toMatchObject({ url, headers: { 'x-own': '1' } });
    expect((await ask(`${at}/${made.body.id}`, { method: 'DELETE', body: {} })).status).toBe(200);
    expect((await ask(at)).body).toEqual([]);
    server.closeAllConnections();
    server.close();
  });
});

describe('the guide', () => {
  it('docs/octo.md leads from nothing to a first booking and back, line by line', async () => {
    const guide = readFileSync(new URL('../../docs/octo.md', import.meta.url), 'utf8');
    const example = /```\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const tower = await findProduct('Silver Tower');
    const own = example
      .replaceAll('2026-12-01', playOn)
      .replaceAll(/"(product|option|unit)Id":"1"/g, (_, what: string) => {
        const id = { product: tower.productId, option: tower.optionId, unit: tower.units[0] }[what as 'unit'];
        return `"${what}Id":"${id}"`;
      });
    const lines = [...own.matchAll(/^ask \$AT(\S+)(?: -d '([^']*)')?/gm)];
    const said: string[] = [];
    for (const [, path = '', body] of lines) {
      const headers = { 'octo-capabilities': 'octo/pricing' };
      const answer = await ask(path, { headers, ...(body ? { body: JSON.parse(body) } : {}) });
      expect(answer.status, path).toBe(200);
      said.push(answer.body.status ?? 'LIST');
    }
    expect(said).toEqual(['LIST', 'LIST', 'ON_HOLD', 'CONFIRMED', 'CANCELLED']);
  });
});

describe('clocks and currencies', () => {
  const productIn = (zone: string) => ({ zone, cut_off_hours: 0, play_value: 90, play_unit: 3 }) as never;
  it.each([
    [
      'Asia/Kathmandu',
      '2026-12-01',
      '09:00',
      '2026-12-01T09:00:00+05:45',
      '2026-12-01T10:30:00+05:45',
      '2026-12-01T03:15:00Z',
    ],
    [
      'Europe/London',
      '2026-03-29',
      '',
      '2026-03-29T00:00:00+00:00',
      '2026-03-30T00:00:00+01:00',
      '2026-03-29T23:00:00Z',
    ],
    [
      'Europe/London',
      '2026-10-25',
      '',
      '2026-10-25T00:00:00+01:00',
      '2026-10-26T00:00:00+00:00',
      '2026-10-26T00:00:00Z',
    ],
    [
      'America/New_York',
      '2026-07-01',
      '18:00',
      '2026-07-01T18:00:00-04:00',
      '2026-07-01T19:30:00-04:00',
      '2026-07-01T22:00:00Z',
    ],
  ])('%s %s %s is said by the product’s clock (rules §11)', (zone, on, session, start, end, cutoff) => {
    const times = timesOf(productIn(zone), { on, session });
    expect(times).toMatchObject({ localDateTimeStart: start, localDateTimeEnd: end, utcCutoffAt: cutoff });
    expect(readId(times.id)).toEqual({ on, session });
  });

  it('amounts are whole in the currency’s own precision (§2 currency)', () => {
    const precision = (currency: 'JPY' | 'KWD' | 'EUR') =>
      priceOf({ currency }, { retail_minor: 1, price_minor: 1 }).currencyPrecision;
    expect([precision('JPY'), precision('KWD'), precision('EUR')]).toEqual([0, 3, 2]);
  });
});
