// Fields that the owner lets follow (§4 booking completion, rules §11 Completion) over HTTP: of a transfer's order and of travellers.
// A field that is not marked is required at booking, and after the deadline none may follow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, instantOf } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let member: string;
let content: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  content = await test.signIn('content@one.example', 'content-2026');
});
afterAll(() => test.close());

type Later = {
  laterOrderFields?: number[] | null;
  laterTravellerFields?: number[] | null;
  completionHours?: number | null;
};

/** As the owner saves it in the product's editor. */
async function letFollow(key: string, later: Later): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT product_id::text AS id FROM product WHERE owner_id = 1 AND key = ${key}`.execute(test.database.house);
  const { id, revision, document } = (await test.call('consoleProduct', { id: rows[0]?.id ?? '' }, { token: content }))
    .data;
  const saved = await test.call(
    'consoleProductSave',
    { id, revision, document: { ...document, ...later } },
    { token: content },
  );
  expect([saved.code, saved.msg]).toEqual([200, expect.anything()]);
}
const fieldsOf = (answer: { data: unknown }) => (answer.data as { fields?: Record<string, string> }).fields;
type Filled = Awaited<ReturnType<typeof fillOrder>>;
async function order(product: string, change: (input: Filled) => object, token = member) {
  const input = await fillOrder(test, token, { product, quantity: product === 'Green Hills' ? 2 : 1 });
  return test.call('createOrder', { ...input, ...change(input) }, { token, key: newKey() });
}
async function linkTo(orderNo: string, token = member) {
  const { data } = await test.call('completionLink', { orderNos: [orderNo] }, { token });
  return new URL(data.address).searchParams.get('token') ?? '';
}
const info = async (token: string) => (await test.call('intactInfo', { token })).data.orders[0];
const without = (values: Record<string, string>, names: string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

describe('a transfer whose flight and hotel may follow', () => {
  it('is booked without them by any buyer, who fills in exactly these by a link', async () => {
    await letFollow('car', { laterOrderFields: [406, 403, 402], completionHours: 48 });
    const left = ['406', '402', '403'];
    const form = await fillOrder(test, member, { product: 'Airport Car' });
    const asked = await test.call('bookProducts', { lines: `${form.lines[0]?.skuId}:${playOn}::1` }, { token: member });
    expect(asked.data).toMatchObject({ laterOrderFields: ['406', '403', '402'], travellersMayFollow: true });
    const start = instantOf(playOn, '00:00', 'Asia/Kuala_Lumpur');
    expect(Date.parse(asked.data.completeBy)).toBe(start - 48 * 3_600_000);
    // A field that is not marked is required at booking.
    const more = await order('Airport Car', (input) => ({
      orderFields: without(input.orderFields, [...left, 'luggageCount']),
    }));
    expect(fieldsOf(more)).toEqual({ 'orderFields.luggageCount': 'This field is required' });
    const placed = await order('Airport Car', (input) => ({ orderFields: without(input.orderFields, left) }));
    expect(placed.code).toBe(200);
    const { orderNo } = placed.data;
    const list = (await test.call('getIncompleteOrderList', { orderNo }, { token: member })).data.list;
    expect(list).toMatchObject([{ state: 'open', travellerCount: 0, missing: [], missingOrder: ['406', '403'] }]);
    const token = await linkTo(orderNo);
    expect(await info(token)).toMatchObject({ orderFields: ['406', '403', '402'], values: {}, notes: '' });
    const fill = (orderFields: Record<string, string>, complete: boolean, notes?: string) =>
      test.call('intact', {
        token,
        orderNo,
        travellers: [],
        orderFields,
        complete,
        ...(notes === undefined ? {} : { notes }),
      });
    // Saved in part, gone on with, judged when complete.
    const half = await fill({ '406': ' SQ 321 ' }, false, 'We come by ferry');
    expect(half.data).toEqual({ state: 'open', missing: [], missingOrder: ['403'] });
    expect(await info(token)).toMatchObject({ values: { '406': 'SQ 321' }, notes: 'We come by ferry' });
    expect(fieldsOf(await fill({ '403': '酒店' }, false))).toEqual({
      'orderFields.403': expect.stringContaining('English'),
    });
    expect(fieldsOf(await fill({ '915': '2' }, false))).toHaveProperty(['orderFields.915']);
    expect(fieldsOf(await fill({}, false, 'x'.repeat(1001)))).toEqual({ notes: 'At most 1,000 characters' });
    expect(Object.keys(fieldsOf(await fill({}, true)) ?? {})).toEqual(['orderFields.403']);
    expect((await fill({ '403': 'Hotel One' }, true)).data.state).toBe('done');
    expect((await fill({ '403': 'Hotel Two' }, true)).code).toBe(200311);
    const detail = (await test.call('orderDetail', { id: orderNo }, { token: member })).data;
    expect(detail.orderFields).toMatchObject({ '406': 'SQ 321', '403': 'Hotel One', passengerCount: '1' });
    expect(detail.completionNotes).toBe('We come by ferry');
  });

  it('of which nothing was left out has nothing to complete', async () => {
    const placed = await order('Airport Car', () => ({}));
    const { orderNo } = placed.data;
    expect((await test.call('getIncompleteOrderList', { orderNo }, { token: member })).data.list).toEqual([]);
    expect((await test.call('completionLink', { orderNos: [orderNo] }, { token: member })).code).toBe(200311);
  });

  it('holds the order for a person when the address that followed lies outside (§5)', async () => {
    await letFollow('car', { laterOrderFields: [402, 403] });
    const ring = JSON.stringify([[101, 3], [102, 3], [102, 4], [101, 4]]); // biome-ignore format: a square
    await sql`WITH made AS (INSERT INTO pickup_area (owner_id, names, ring) VALUES (1, '{"en": "Square"}', ${ring}::jsonb) RETURNING area_id)
      INSERT INTO product_area (owner_id, product_id, area_id) SELECT 1, product_id, area_id FROM product, made
      WHERE owner_id = 1 AND key = 'car'`.execute(test.database.house);
    const placed = await order('Airport Car', (input) => ({ orderFields: without(input.orderFields, ['402', '403']) }));
    const { orderNo } = placed.data;
    const token = await linkTo(orderNo);
    const fill = (lat: number, complete: boolean) =>
      test.call('intact', {
        ...{ token, orderNo, travellers: [], complete, orderFields: { '402': '1 Beach Road' } },
        pickup: { address: '1 Beach Road', lat, lng: 101.5 },
      });
    await fill(9, false);
    const check = async () => (await test.call('orderDetail', { id: orderNo }, { token: member })).data.secondCheck;
    expect(await check()).toBeNull();
    expect((await info(token))?.places.pickup).toMatchObject({ lat: 9, inside: false });
    await fill(9, true);
    expect(await check()).toBe('waiting');
  });
});

describe('travellers', () => {
  it('may leave out the marked fields and no others, whatever the agent ticks', async () => {
    await letFollow('hills', { laterTravellerFields: [202] });
    const bare = await order('Green Hills', () => ({ travellers: [], travellersLater: true }), agent);
    expect(Object.keys(fieldsOf(bare) ?? {}).every((path) => path.endsWith('.102'))).toBe(true);
    const input = await fillOrder(test, member, { product: 'Green Hills', quantity: 2 });
    const travellers = input.travellers.map((person) => without(person, ['202']));
    const placed = await test.call('createOrder', { ...input, travellers }, { token: member, key: newKey() });
    expect(placed.code).toBe(200);
    const { list } = (await test.call('getIncompleteOrderList', {}, { token: member })).data;
    expect(list.find((item) => item.orderNo === placed.data.orderNo)?.missing).toEqual([
      { traveller: 0, fields: ['202'] },
      { traveller: 1, fields: ['202'] },
    ]);
  });
});

describe('the deadline', () => {
  it('passed, nothing may be left out, and what is missing cannot be filled in by a link any more', async () => {
    await letFollow('hills', { laterTravellerFields: [202], completionHours: 24 });
    const input = await fillOrder(test, member, { product: 'Green Hills', quantity: 2 });
    const travellers = input.travellers.map((person) => without(person, ['202']));
    const placed = await test.call('createOrder', { ...input, travellers }, { token: member, key: newKey() });
    const { orderNo } = placed.data;
    const token = await linkTo(orderNo);
    await sql`UPDATE purchase SET fields_due_at = now() - interval '1 second' WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    const all = { token, orderNo, travellers: input.travellers };
    expect((await test.call('intact', { ...all, complete: true })).code).toBe(200302);
    expect(await info(token)).toMatchObject({
      state: 'closed',
      missing: [{ traveller: 0 }, { traveller: 1 }],
      travellers: [],
    });
    await letFollow('hills', { laterTravellerFields: [202], completionHours: 2160 });
    expect(addDays(playOn, -90) < new Date().toISOString().slice(0, 10)).toBe(true);
    const late = await test.call('createOrder', { ...input, travellers }, { token: member, key: newKey() });
    expect(Object.keys(fieldsOf(late) ?? {})).toEqual(['travellers.0.202', 'travellers.1.202']);
  });
});
