// A pick-up time must be available (§5, §8) over HTTP: the hours of the package in the area of the address, and the nearest free times.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPackage } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, fillOrder, findProduct, newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let content: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const saveTimes = (pickupTimes: string[]) => change({ pickupTimes });
async function change(part: object) {
  const { rows } = await sql<{ id: string }>`SELECT product_id::text AS id FROM product
    WHERE owner_id = 1 AND key = 'car'`.execute(test.database.house);
  const { id, revision, document } = (await test.call('consoleProduct', { id: rows[0]?.id ?? '' }, { token: content }))
    .data;
  const packages = document.packages.map((pack) => ({ ...pack, ...part }));
  return test.call('consoleProductSave', { id, revision, document: { ...document, packages } }, { token: content });
}
/** Another package of the product, like its first, with places on the day. */
async function addPackage(part: object) {
  const { rows } = await sql<{ id: string }>`SELECT product_id::text AS id FROM product
    WHERE owner_id = 1 AND key = 'car'`.execute(test.database.house);
  const { id, revision, document } = (await test.call('consoleProduct', { id: rows[0]?.id ?? '' }, { token: content }))
    .data;
  const skus = document.packages[0]?.skus.map(({ id, ...sku }) => sku) ?? [];
  const packages = [...document.packages, newPackage({ skus, ...part })];
  const saved = await test.call(
    'consoleProductSave',
    { id, revision, document: { ...document, packages } },
    { token: content },
  );
  expect([saved.code, saved.data]).toMatchObject([200, {}]);
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT owner_id, package_id, ${playOn}::date, '', 5 FROM package WHERE owner_id = 1 AND key = 'by-day'`.execute(
    test.database.house,
  );
}
async function order(landing: string, language = 'en') {
  const input = await fillOrder(test, agent, { product: 'Airport Car' });
  const orderFields = { ...input.orderFields, flightArrivalTime: landing };
  return test.call('createOrder', { ...input, orderFields }, { token: agent, key: newKey(), language });
}

it('refuses a time outside the hours with its sentence and the nearest free times, in the reader’s language (§5 pick-up time; §8 pick-up time not available)', async () => {
  expect((await saveTimes(['06:00-22:00'])).code).toBe(200);
  const refused = await order('23:30');
  expect([refused.code, refused.msg]).toEqual([
    200313,
    'The pickup time you selected is not available, please change the time',
  ]);
  expect(refused.data).toEqual({
    nearest: ['21:30', '21:45', '22:00'],
    fields: {
      'orderFields.flightArrivalTime': 'The pickup time you selected is not available, please change the time',
    },
  });
  expect((await order('23:30', 'zh_CN')).msg).toBe('您选择的接送时间不可用，请更换时间');
  expect((await order('21:45')).code).toBe(200);
});

it('takes any time where the package has no hours, and no unreadable rows', async () => {
  expect((await saveTimes([])).code).toBe(200);
  expect((await order('03:00')).code).toBe(200);
  const wrong = await saveTimes(['6 to 22', '06:00-22:00@999']);
  expect(wrong.code).toBe(200001);
  expect(Object.keys((wrong.data as unknown as { fields: object }).fields)).toEqual([
    'packages.0.pickupTimes.0',
    'packages.0.pickupTimes.1',
  ]);
});

it('refuses a time that is outside the hours of one of the packages of an order (§5 pick-up time)', async () => {
  expect((await saveTimes(['06:00-23:45'])).code).toBe(200);
  await addPackage({ key: 'by-day', names: { en: 'By day' }, pickupTimes: ['08:00-18:00'] });
  const { packages } = await findProduct(test, 'Airport Car', { token: agent });
  const lines = packages.map(({ skus }) => ({ skuId: skus[0]?.id ?? '', playOn, session: '', quantity: 1 }));
  const spelled = lines.map((line) => `${line.skuId}:${playOn}::1`).join(',');
  const form = (await test.call('bookProducts', { lines: spelled }, { token: agent })).data;
  const { orderFields } = fillFields(form);
  const input = { ...(await fillOrder(test, agent, { product: 'Airport Car' })), lines, seenTotal: form.total };
  const orderAt = async (flightArrivalTime: string) => {
    const asked = { ...input, orderFields: { ...orderFields, flightArrivalTime } };
    return (await test.call('createOrder', asked, { token: agent, key: newKey() })).code;
  };
  expect([packages.length, await orderAt('20:00'), await orderAt('09:00')]).toEqual([2, 200313, 200]);
});

describe('the direction of a transfer (§5 transfers, decision 0308)', () => {
  const result = async (change: Record<string, string>, without: string[] = []) => {
    const input = await fillOrder(test, agent, { product: 'Airport Car' });
    const stored = Object.entries(input.orderFields as Record<string, string>).filter(
      ([name]) => !without.includes(name),
    );
    const answer = await test.call(
      'createOrder',
      { ...input, orderFields: { ...Object.fromEntries(stored), ...change } },
      { token: agent, key: newKey() },
    );
    return {
      code: answer.code,
      fields: (answer.data as { fields?: Record<string, string> }).fields,
      data: answer.data,
    };
  };
  const required = 'This field is required';

  it('is asked first where the package has some, and is one of those', async () => {
    expect((await change({ directions: ['toHotel', 'pointToPoint', 'north'] })).code).toBe(200001);
    expect((await change({ directions: ['toHotel', 'fromHotel', 'pointToPoint'] })).code).toBe(200);
    const { id, packages } = await findProduct(test, 'Airport Car');
    expect(packages[0]?.directions).toEqual(['toHotel', 'fromHotel', 'pointToPoint']);
    const lines = `${packages[0]?.skus[0]?.id}:${playOn}::1`;
    const form = (await test.call('bookProducts', { lines }, { token: agent })).data;
    expect([id, form.orderFields[0], form.choices.direction?.length]).toEqual([form.productId, 'direction', 3]);
    expect((await result({ direction: '' })).fields).toEqual({ 'orderFields.direction': required });
    expect((await change({ directions: ['toHotel'] })).code).toBe(200);
    expect((await result({ direction: 'fromHotel' })).fields).toEqual({ 'orderFields.direction': 'Please choose one' });
    expect((await change({ directions: ['toHotel', 'fromHotel', 'pointToPoint'] })).code).toBe(200);
  });

  it.each([
    ['toHotel', ['407', 'flightDepartureTime', 'dropOffAddress'], ['406', 'flightArrivalTime'], undefined],
    ['fromHotel', ['flightArrivalTime', 'dropOffAddress'], ['407'], undefined],
    ['pointToPoint', ['406', '403', 'flightArrivalTime', 'flightDepartureTime'], ['402', '407'], '9 Hill Road'],
  ])('%s asks what it needs and nothing of the others', async (direction, others, needed, dropOffAddress) => {
    const values = { direction, ...(dropOffAddress ? { dropOffAddress } : {}) };
    const made = await result(values, others);
    expect(made.code).toBe(200);
    // Staff who change the fields see it first, too.
    const { orderNo: id } = made.data as { orderNo: string };
    const changed = (await test.call('consoleOrder', { id }, { token: staff })).data.change;
    expect(changed?.orderFields[0]).toBe('direction');
    const missing = Object.fromEntries(needed.map((name) => [`orderFields.${name}`, required]));
    expect((await result(values, [...others, ...needed])).fields).toEqual(missing);
  });

  it('from one place to another needs both', async () => {
    expect((await result({ direction: 'pointToPoint' }, ['dropOffAddress'])).fields).toEqual({
      'orderFields.dropOffAddress': required,
    });
  });
});
