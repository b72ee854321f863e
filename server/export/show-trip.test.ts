// All points of a trip (§2 googleMap): of a product for everybody, of an order for its readers, of a voucher without the guests' places.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '../../contract/index.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let orderNo: string;
const pickup = {
  ...{ address: 'Hotel Sunrise, Jalan Ampang', lat: 3.16, lng: 101.7 },
  dropOff: { address: 'Airport, Terminal 1', lat: 2.74, lng: 101.7 },
};
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  orderNo = await placeOrder(test, agent);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  await sql`UPDATE purchase SET pickup = ${JSON.stringify(pickup)}::jsonb,
    fields = fields || '{"403": "Sunrise", "402": "Jalan Ampang 1"}'::jsonb WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

const kindsOf = ({ points }: OutputOf<'tripMap'>) => points.map(({ kind }) => kind);

describe('the points', () => {
  it('of a product are its place and its itinerary, for all readers', async () => {
    const { id } = await findProduct(test, 'Green Hills');
    const itinerary = [
      { day: 2, time: '09:30', title: { en: 'Snorkelling', zh_CN: '浮潜' } },
      { day: 2, time: '12:00', lat: 5.42, lng: 100.33, title: { en: 'Lunch', zh_CN: '午餐' } },
    ];
    await sql`UPDATE product SET content = content || ${JSON.stringify({ itinerary })}::jsonb,
      redemption = 'meetingPoint' WHERE owner_id = 1 AND product_id = ${id}`.execute(test.database.house);
    const { data } = await test.call('tripMap', { product: id }, { language: 'zh_CN' });
    expect(data.points).toMatchObject([
      { kind: 'meeting', lat: expect.any(Number), lng: expect.any(Number) },
      { kind: 'step', name: '浮潜', day: 2, time: '09:30', lat: null },
      { kind: 'step', name: '午餐', lat: 5.42, lng: 100.33 },
    ]);
    expect(data.areas).toEqual([]);
    await sql`WITH a AS (INSERT INTO pickup_area (owner_id, names, ring) VALUES (1, '{"en": "Old town"}',
        '[[100.3, 5.4], [100.4, 5.4], [100.4, 5.5]]') RETURNING area_id)
      INSERT INTO product_area SELECT 1, ${id}, area_id FROM a`.execute(test.database.house);
    expect((await test.call('tripMap', { product: id })).data.areas).toMatchObject([{ name: 'Old town' }]);
    await sql`INSERT INTO product_hide (owner_id, product_id, level) VALUES (1, ${id}, 0)`.execute(test.database.house);
    expect((await test.call('tripMap', { product: id })).http).toBe(421);
    await sql`DELETE FROM product_hide WHERE owner_id = 1`.execute(test.database.house);
    expect((await test.call('tripMap', { product: id })).code).toBe(200);
    await sql`UPDATE product SET on_shelf = false WHERE owner_id = 1 AND product_id = ${id}`.execute(
      test.database.house,
    );
    expect((await test.call('tripMap', { product: id })).http).toBe(421);
    expect((await test.call('tripMap', {})).http).toBe(421);
  });

  it('of an order are its pick-up, hotel and drop-off too, for its readers alone', async () => {
    const { data } = await test.call('tripMap', { order: orderNo }, { token: agent });
    expect(kindsOf(data).filter((kind) => kind !== 'step')).toEqual(['pickup', 'hotel', 'place', 'dropOff']);
    expect(data.points[0]).toMatchObject({ address: pickup.address, lat: 3.16, lng: 101.7 });
    expect(data.points.find(({ kind }) => kind === 'hotel')).toMatchObject({
      name: 'Sunrise',
      address: 'Jalan Ampang 1',
    });
    const member = await test.signIn('member@one.example', 'member-2026');
    expect((await test.call('tripMap', { order: orderNo }, { token: member })).http).toBe(421);
    expect((await test.call('tripMap', { order: orderNo })).http).toBe(401);
  });

  it('of a voucher are the product’s, and a wrong signature opens nothing', async () => {
    const { rows } = await sql<{
      voucher_code: string;
      product_id: number;
    }>`SELECT voucher_code, product_id FROM sub_order
      WHERE order_no = ${orderNo}`.execute(test.database.house);
    const [row] = rows;
    if (!row) throw new Error('no voucher');
    const found = await test.call('vouchers', { a: orderNo, b: String(row.product_id) }, { token: agent });
    const s = new URL(found.data.list[0]?.address ?? '').searchParams.get('s') ?? '';
    const { data } = await test.call('tripMap', { voucher: row.voucher_code, s });
    expect(kindsOf(data).filter((kind) => kind !== 'step')).toEqual(['place']);
    expect(JSON.stringify(data)).not.toContain('Ampang');
    expect((await test.call('tripMap', { voucher: row.voucher_code, s: `${s.slice(0, -4)}AAAA` })).http).toBe(421);
  });
});
