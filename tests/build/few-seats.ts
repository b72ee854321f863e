// The product with few seats of the small seed, and an order of one seat as a race without its guard writes it: past every check.
import type { NewOrder } from '../../server/order/place/insert-orders.sql.ts';
import { sql } from '../../server/platform/db.ts';
import type { TestHouse } from './open-house.ts';
import { playOn } from './small-seed.ts';

export type Seats = {
  departure_id: number;
  package_id: number;
  sku_id: number;
  product_id: number;
  partner_id: number;
  account_id: number;
};

export async function findFewSeats(house: TestHouse): Promise<Seats> {
  const found = await sql<Seats>`SELECT d.departure_id, d.package_id, s.sku_id, p.product_id, a.partner_id, a.account_id
    FROM departure d JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
      JOIN sku s USING (owner_id, package_id) JOIN account a ON a.owner_id = p.owner_id AND a.kind = 'member'
    WHERE p.owner_id = 1 AND p.key = 'few-seats' ORDER BY s.position LIMIT 1`.execute(house.database.house);
  return found.rows[0] as Seats;
}

export function plainOrder(row: Seats, orderNo: string): NewOrder {
  const line = {
    ...row,
    sub_order_no: `${orderNo}-1`,
    play_on: playOn,
    session: '',
    quantity: 1,
    unit_minor: 0,
    amount_minor: 0,
    ladder: [],
    terms: {},
    travellers: [],
    departures: [row.departure_id],
    until_on: null,
    valid_until: null,
    add_ons: [],
  };
  const none = { listedMinor: 0, partnerMinor: 0, addOnMinor: 0, discountMinor: 0, payableMinor: 0 };
  return {
    ...none,
    orderNo,
    partnerId: row.partner_id,
    accountId: row.account_id,
    actorName: '',
    sessionHash: Buffer.alloc(1),
    productId: row.product_id,
    currency: 'MYR',
    rate: '1',
    language: 'en',
    contact: {},
    fields: {},
    remark: '',
    agentReference: '',
    couponCode: null,
    payMinutes: 30,
    oversold: false,
    lines: [line],
    key: orderNo,
    bodyHash: Buffer.alloc(1),
    answer: {},
  };
}
