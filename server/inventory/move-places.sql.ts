// The places of orders: held, sold, released, taken again. Counters of a departure and of its SKUs with limits of their own change
// together, only while the departures' rows are locked in the order of their ids, so that nothing waits crosswise (docs/stock.md).
import { type Owner, sql } from '../platform/db.ts';

/**
 * Locks the departures of an order's lines, or of one line. A statement of its own: what comes after it sees every limit that was
 * written before, and none is written until the end of the transaction.
 */
async function lockDepartures(owner: Owner, lines: Lines) {
  await sql`SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id} AND d.departure_id IN (SELECT h.departure_id FROM sub_order s
      JOIN line_hold h ON h.owner_id = s.owner_id AND h.sub_order_no = s.sub_order_no WHERE s.owner_id = ${owner.id} AND ${lines})
    ORDER BY d.departure_id FOR UPDATE`.execute(owner);
}

/** Which rows of `sub_order s` are meant. */
type Lines = ReturnType<typeof sql>;
const ofOrder = (orderNo: string): Lines => sql`s.order_no = ${orderNo}`;
const ofLine = (subOrderNo: string): Lines => sql`s.sub_order_no = ${subOrderNo}`;

/** Places that lines of `moved` (sub_order_no, sku_id) occupy: by departure and SKU, and by departure. */
const partsOf = (owner: Owner) => sql`parts AS (SELECT h.departure_id, m.sku_id, sum(h.quantity)::int AS quantity
    FROM line_hold h JOIN moved m USING (sub_order_no) WHERE h.owner_id = ${owner.id} GROUP BY h.departure_id, m.sku_id),
  sums AS (SELECT departure_id, sum(quantity)::int AS quantity FROM parts GROUP BY departure_id)`;
const sameSku = (owner: Owner) =>
  sql`t.owner_id = ${owner.id} AND t.departure_id = p.departure_id AND t.sku_id = p.sku_id`;
const sameDeparture = (owner: Owner) => sql`d.owner_id = ${owner.id} AND d.departure_id = n.departure_id`;

/** Gives held places of an order back. */
export async function releaseHolds(owner: Owner, orderNo: string, state: 'released' | 'expired'): Promise<void> {
  await lockDepartures(owner, ofOrder(orderNo));
  await sql`WITH moved AS (UPDATE sub_order SET hold_state = ${state}
        WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND hold_state = 'live' RETURNING sub_order_no, sku_id),
      ${partsOf(owner)},
      skus AS (UPDATE departure_sku t SET held = t.held - p.quantity FROM parts p WHERE ${sameSku(owner)})
    UPDATE departure d SET held = d.held - n.quantity FROM sums n WHERE ${sameDeparture(owner)}`.execute(owner);
}

/** Turns held places into sold ones; the two counters move together. */
export async function convertHolds(owner: Owner, orderNo: string): Promise<void> {
  await lockDepartures(owner, ofOrder(orderNo));
  await sql`WITH moved AS (UPDATE sub_order SET hold_state = 'converted'
        WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND hold_state = 'live' RETURNING sub_order_no, sku_id),
      ${partsOf(owner)},
      skus AS (UPDATE departure_sku t SET held = t.held - p.quantity, sold = t.sold + p.quantity FROM parts p WHERE ${sameSku(owner)})
    UPDATE departure d SET held = d.held - n.quantity, sold = d.sold + n.quantity FROM sums n WHERE ${sameDeparture(owner)}`.execute(
    owner,
  );
}

/** Takes places again for an order whose hold has ended, all lines or none (refuses noStock); they become sold at once. */
export async function retakeAsSold(owner: Owner, orderNo: string): Promise<void> {
  await lockDepartures(owner, ofOrder(orderNo));
  await sql`WITH moved AS (UPDATE sub_order SET hold_state = 'converted'
        WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND hold_state IN ('released', 'expired') RETURNING sub_order_no, sku_id),
      ${partsOf(owner)},
      skus AS (UPDATE departure_sku t SET sold = t.sold + p.quantity FROM parts p
        WHERE ${sameSku(owner)} AND t.held + t.sold + p.quantity <= t.capacity RETURNING 1),
      taken AS (UPDATE departure d SET sold = d.sold + n.quantity FROM sums n
        WHERE ${sameDeparture(owner)} AND d.held + d.sold + n.quantity <= d.capacity RETURNING 1)
    SELECT CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM sums)
      OR (SELECT count(*) FROM skus) < (SELECT count(*) FROM parts p JOIN departure_sku t ON ${sameSku(owner)})
        THEN refuse('noStock') END`.execute(owner);
}

/** Gives sold places of an order back after a rejection. */
export async function giveBackSold(owner: Owner, orderNo: string): Promise<void> {
  await lockDepartures(owner, ofOrder(orderNo));
  await giveBack(owner, ofOrder(orderNo));
}

/** Gives all places of one sold line back. */
export async function giveBackLine(owner: Owner, subOrderNo: string): Promise<void> {
  await lockDepartures(owner, ofLine(subOrderNo));
  await giveBack(owner, ofLine(subOrderNo));
}

async function giveBack(owner: Owner, lines: Lines): Promise<void> {
  await sql`WITH moved AS (UPDATE sub_order s SET hold_state = 'released'
        WHERE s.owner_id = ${owner.id} AND ${lines} AND s.hold_state = 'converted' RETURNING s.sub_order_no, s.sku_id),
      ${partsOf(owner)},
      skus AS (UPDATE departure_sku t SET sold = t.sold - p.quantity FROM parts p WHERE ${sameSku(owner)})
    UPDATE departure d SET sold = d.sold - n.quantity FROM sums n WHERE ${sameDeparture(owner)}`.execute(owner);
}

/** Gives part of a sold line's places back: each of its departures gets `quantity` again. */
export async function giveBackPart(owner: Owner, subOrderNo: string, quantity: number): Promise<void> {
  await lockDepartures(owner, ofLine(subOrderNo));
  await sql`WITH parts AS (UPDATE line_hold h SET quantity = h.quantity - ${quantity}::int FROM sub_order s
        WHERE h.owner_id = ${owner.id} AND h.sub_order_no = ${subOrderNo} AND s.owner_id = h.owner_id AND s.sub_order_no = h.sub_order_no
        RETURNING h.departure_id, s.sku_id),
      skus AS (UPDATE departure_sku t SET sold = t.sold - ${quantity}::int FROM parts p WHERE ${sameSku(owner)})
    UPDATE departure d SET sold = d.sold - ${quantity}::int FROM parts n WHERE ${sameDeparture(owner)}`.execute(owner);
}

/** Requests beyond capacity, counted apart; negative when one is decided. They hold nothing of a SKU either. */
export async function moveOversold(owner: Owner, orderNo: string, sign: 1 | -1): Promise<void> {
  await sql`WITH sums AS (SELECT h.departure_id, sum(h.quantity)::int * ${sign}::int AS quantity FROM line_hold h
        JOIN sub_order o USING (owner_id, sub_order_no)
        WHERE h.owner_id = ${owner.id} AND o.order_no = ${orderNo} AND o.oversold GROUP BY h.departure_id)
      UPDATE departure d SET oversold = d.oversold + s.quantity FROM sums s
      WHERE d.owner_id = ${owner.id} AND d.departure_id = s.departure_id`.execute(owner);
}
