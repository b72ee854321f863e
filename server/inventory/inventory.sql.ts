// Departures and the prices of their days. Capacity is taken and given back by guarded statements only (docs/stock.md).
import { type Pricing, ruleFor } from '../catalog/pricing.sql.ts';
import { changed, firstRow, rows, type Sql, sql } from '../platform/db.ts';

export type DayRow = {
  on: string;
  session: string;
  left: number;
  prices: { sku_id: number; price_minor: number; retail_minor: number }[];
};

/** Each departure of a package between two days, with the price of each SKU on that day. */
export function listDays(
  db: Sql,
  ownerId: number,
  packageId: string,
  pricing: Pricing,
  from: string,
  to: string,
): Promise<DayRow[]> {
  return rows(
    db,
    sql<DayRow>`SELECT d.play_on::text AS on, d.session, d.capacity - d.held - d.sold AS left,
        (SELECT json_agg(json_build_object('sku_id', s.sku_id, 'retail_minor', coalesce(x.price_minor, s.price_minor),
            'price_minor', agent_price(coalesce(x.price_minor, s.price_minor), g.kind, g.value)) ORDER BY s.position)
          FROM sku s JOIN product p ON p.owner_id = s.owner_id AND p.product_id = k.product_id
          LEFT JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = d.play_on ${ruleFor(pricing)}
          WHERE s.owner_id = d.owner_id AND s.package_id = d.package_id AND s.on_shelf) AS prices
      FROM departure d JOIN package k ON k.owner_id = d.owner_id AND k.package_id = d.package_id
      WHERE d.owner_id = ${ownerId} AND d.package_id = ${packageId} AND d.play_on BETWEEN ${from}::date AND ${to}::date AND k.on_shelf
      ORDER BY d.play_on, d.session`,
  );
}

/** What a package sells in, and where "today" is for it. */
export function findPackageFrame(db: Sql, ownerId: number, packageId: string) {
  return firstRow(
    db,
    sql<{
      currency: string;
      zone: string;
      cut_off_hours: number;
      open_days: number | null;
      state: string;
    }>`SELECT p.currency, c.zone,
        p.cut_off_hours, k.open_days, p.state FROM package k
      JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id JOIN city c ON c.city = p.city
      WHERE k.owner_id = ${ownerId} AND k.package_id = ${packageId}`,
  );
}

export type AskedLine = {
  skuId: string;
  playOn: string;
  session: string;
  quantity: number;
  /** Check-out of a stay. */
  untilOn?: string | undefined;
};

/** One departure that a line takes: the day itself, or each night of a stay. Null where that day is not sold. */
export type NightRow = {
  on: string;
  departure_id: number | null;
  left: number | null;
  retail_minor: number;
  price_minor: number;
};

export type LineRow = {
  at: number;
  sku_id: number;
  package_id: number;
  product_id: number;
  product_key: string;
  type: number;
  subtype: number;
  names: Record<string, string>;
  package_names: Record<string, string>;
  sku_names: Record<string, string>;
  ticket_type: number | null;
  car_type: number | null;
  seat_class: number | null;
  seats: number | null;
  luggage: number | null;
  min_age: number;
  max_age: number;
  min_quantity: number;
  max_quantity: number;
  min_nights: number;
  max_nights: number;
  open_days: number | null;
  oversell: boolean;
  on_shelf: boolean;
  currency: string;
  instant: boolean;
  free_cancel_days: number | null;
  refund_rules: { daysBefore: number; feePercent: number }[] | null;
  order_fields: number[] | null;
  traveller_fields: number[] | null;
  cut_off_hours: number;
  zone: string;
  city: string;
  city_names: Record<string, string>;
  country_key: string;
  scene: { kind: string; time: string };
  /** The owner's own first picture; null until one is uploaded. */
  picture_id: string | null;
  nights: NightRow[];
  owner_rate: string | null;
};

/** What each asked line is, costs and has left: everything an order decides from, in one round trip. Unknown SKUs give no row. */
export function findLines(db: Sql, ownerId: number, pricing: Pricing, lines: AskedLine[]): Promise<LineRow[]> {
  const last = lines.map((line) => line.untilOn ?? null);
  return rows(
    db,
    sql<LineRow>`SELECT q.at::int AS at, s.sku_id, s.package_id, p.product_id, p.key AS product_key, p.type, p.subtype, p.names, k.names AS package_names,
        s.names AS sku_names, s.ticket_type, s.car_type, s.seat_class, s.seats, s.luggage, s.min_age, s.max_age, k.min_quantity, k.max_quantity, k.min_nights, k.max_nights,
        k.open_days, k.oversell, p.on_shelf AND k.on_shelf AND s.on_shelf AS on_shelf, p.currency, p.instant, p.free_cancel_days, p.refund_rules,
        p.order_fields, p.traveller_fields, p.cut_off_hours, c.zone, p.city, c.names AS city_names, y.key AS country_key, p.scene, r.rate AS owner_rate,
        (SELECT f.picture_id FROM product_picture f WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id ORDER BY f.position LIMIT 1) AS picture_id,
        (SELECT json_agg(json_build_object('on', n.on_day::date::text, 'departure_id', d.departure_id, 'left', d.capacity - d.held - d.sold,
            'retail_minor', coalesce(x.price_minor, s.price_minor),
            'price_minor', agent_price(coalesce(x.price_minor, s.price_minor), g.kind, g.value)) ORDER BY n.on_day)
          FROM generate_series(q.play_on::timestamp, (CASE WHEN q.until_on IS NULL THEN q.play_on ELSE least(q.until_on - 1, q.play_on + 90) END)::timestamp, interval '1 day') n(on_day)
          LEFT JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = n.on_day::date
          LEFT JOIN departure d ON d.owner_id = s.owner_id AND d.package_id = s.package_id AND d.play_on = n.on_day::date AND d.session = q.session) AS nights
      FROM unnest(${lines.map((line) => line.skuId)}::bigint[], ${lines.map((line) => line.playOn)}::date[], ${lines.map((line) => line.session)}::text[],
          ${last}::date[]) WITH ORDINALITY q(sku_id, play_on, session, until_on, at)
      JOIN sku s ON s.owner_id = ${ownerId} AND s.sku_id = q.sku_id
      JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
      JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id AND p.state <> 'draft'
      JOIN city c ON c.city = p.city JOIN country y ON y.country = c.country
      LEFT JOIN exchange_rate r ON r.owner_id = s.owner_id AND r.currency = p.currency ${ruleFor(pricing)}
      ORDER BY q.at`,
  );
}

/** Gives held places of an order back: rows in the order of their ids, so that two releases never wait for each other crosswise. */
export function releaseHolds(
  db: Sql,
  ownerId: number,
  orderNo: string,
  state: 'released' | 'expired',
): Promise<number> {
  return changed(
    db,
    sql`WITH freed AS (UPDATE sub_order SET hold_state = ${state}
        WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND hold_state = 'live' RETURNING sub_order_no),
      sums AS (SELECT h.departure_id, sum(h.quantity)::int AS quantity FROM line_hold h JOIN freed USING (sub_order_no)
        WHERE h.owner_id = ${ownerId} GROUP BY h.departure_id),
      locked AS (SELECT d.departure_id, s.quantity FROM departure d JOIN sums s USING (departure_id)
        WHERE d.owner_id = ${ownerId} ORDER BY d.departure_id FOR UPDATE OF d)
      UPDATE departure d SET held = d.held - l.quantity FROM locked l WHERE d.owner_id = ${ownerId} AND d.departure_id = l.departure_id`,
  );
}

/** Turns held places into sold ones; the two counters move together. */
export function convertHolds(db: Sql, ownerId: number, orderNo: string): Promise<number> {
  return changed(
    db,
    sql`WITH turned AS (UPDATE sub_order SET hold_state = 'converted'
        WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND hold_state = 'live' RETURNING sub_order_no),
      sums AS (SELECT h.departure_id, sum(h.quantity)::int AS quantity FROM line_hold h JOIN turned USING (sub_order_no)
        WHERE h.owner_id = ${ownerId} GROUP BY h.departure_id),
      locked AS (SELECT d.departure_id, s.quantity FROM departure d JOIN sums s USING (departure_id)
        WHERE d.owner_id = ${ownerId} ORDER BY d.departure_id FOR UPDATE OF d)
      UPDATE departure d SET held = d.held - l.quantity, sold = d.sold + l.quantity FROM locked l
      WHERE d.owner_id = ${ownerId} AND d.departure_id = l.departure_id`,
  );
}

/** Takes places again for an order whose hold has ended, all lines or none (refuses noStock); they become sold at once. */
export async function retakeAsSold(db: Sql, ownerId: number, orderNo: string): Promise<void> {
  await sql`WITH back AS (UPDATE sub_order SET hold_state = 'converted'
        WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND hold_state IN ('released', 'expired') RETURNING sub_order_no),
      sums AS (SELECT h.departure_id, sum(h.quantity)::int AS quantity FROM line_hold h JOIN back USING (sub_order_no)
        WHERE h.owner_id = ${ownerId} GROUP BY h.departure_id),
      locked AS (SELECT d.departure_id, s.quantity FROM departure d JOIN sums s USING (departure_id)
        WHERE d.owner_id = ${ownerId} ORDER BY d.departure_id FOR UPDATE OF d),
      taken AS (UPDATE departure d SET sold = d.sold + l.quantity FROM locked l
        WHERE d.owner_id = ${ownerId} AND d.departure_id = l.departure_id AND d.held + d.sold + l.quantity <= d.capacity RETURNING 1)
      SELECT CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM sums) THEN refuse('noStock') END`.execute(
    db,
  );
}

/** Gives sold places back after a rejection or cancellation. */
export function giveBackSold(db: Sql, ownerId: number, orderNo: string): Promise<number> {
  return changed(
    db,
    sql`WITH freed AS (UPDATE sub_order SET hold_state = 'released'
        WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND hold_state = 'converted' RETURNING sub_order_no),
      sums AS (SELECT h.departure_id, sum(h.quantity)::int AS quantity FROM line_hold h JOIN freed USING (sub_order_no)
        WHERE h.owner_id = ${ownerId} GROUP BY h.departure_id),
      locked AS (SELECT d.departure_id, s.quantity FROM departure d JOIN sums s USING (departure_id)
        WHERE d.owner_id = ${ownerId} ORDER BY d.departure_id FOR UPDATE OF d)
      UPDATE departure d SET sold = d.sold - l.quantity FROM locked l WHERE d.owner_id = ${ownerId} AND d.departure_id = l.departure_id`,
  );
}

/** Requests beyond capacity, counted apart; negative when one is decided. */
export async function moveOversold(db: Sql, ownerId: number, orderNo: string, sign: 1 | -1): Promise<void> {
  await sql`WITH sums AS (SELECT h.departure_id, sum(h.quantity)::int * ${sign}::int AS quantity FROM line_hold h
        JOIN sub_order o USING (owner_id, sub_order_no)
        WHERE h.owner_id = ${ownerId} AND o.order_no = ${orderNo} AND o.oversold GROUP BY h.departure_id)
      UPDATE departure d SET oversold = d.oversold + s.quantity FROM sums s
      WHERE d.owner_id = ${ownerId} AND d.departure_id = s.departure_id`.execute(db);
}
