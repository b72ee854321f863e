// Departures that are nearly sold out, which the desk looks at.
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';

/** A fifth of the places or less is left: of a departure, or of what a SKU of it has for itself (docs/stock.md). */
const isLow = (places: 'd' | 't') => {
  const of = (column: string) => sql.ref(`${places}.${column}`);
  return sql`p.state = 'published' AND k.on_shelf AND ${of('capacity')} > 0
    AND (${of('capacity')} - ${of('held')} - ${of('sold')}) * 5 <= ${of('capacity')}`;
};
const departures = sql`departure d JOIN package k ON k.owner_id = d.owner_id AND k.package_id = d.package_id
  JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id`;
const limits = sql`${departures} JOIN departure_sku t ON t.owner_id = d.owner_id AND t.departure_id = d.departure_id
  JOIN sku s ON s.owner_id = t.owner_id AND s.sku_id = t.sku_id AND s.on_shelf`;
const soon = (today: string) => sql`d.play_on BETWEEN ${today}::date AND ${today}::date + 13`;

export async function countLowStock(owner: Owner, today: string): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ count: number }>`SELECT
      ((SELECT count(*) FROM ${departures} WHERE d.owner_id = ${owner.id} AND ${soon(today)} AND ${isLow('d')})
      + (SELECT count(*) FROM ${limits} WHERE d.owner_id = ${owner.id} AND ${soon(today)} AND ${isLow('t')}))::int AS count`,
  );
  return row?.count ?? 0;
}

export type LowRow = {
  product_id: number;
  package_id: number;
  names: Record<string, string>;
  package_names: Record<string, string>;
  /** Whose places they are; null: all of the departure's. */
  sku: { id: string; names: Record<string, string>; ticketType: number | null; carType: number | null } | null;
  play_on: string;
  session: string;
  capacity: number;
  left: number;
};

export function listLowStock(owner: Owner, today: string, page: { size: number; from: number }) {
  const head = sql`p.product_id, k.package_id, p.names, k.names AS package_names, d.play_on::text AS play_on, d.session, d.departure_id`;
  return rows(
    owner,
    sql<LowRow>`SELECT ${head}, NULL::bigint AS sku_id, NULL::jsonb AS sku, d.capacity, d.capacity - d.held - d.sold AS "left"
      FROM ${departures} WHERE d.owner_id = ${owner.id} AND ${soon(today)} AND ${isLow('d')}
      UNION ALL SELECT ${head}, s.sku_id, jsonb_build_object('id', s.sku_id::text, 'names', s.names, 'ticketType', s.ticket_type,
          'carType', s.car_type), t.capacity, t.capacity - t.held - t.sold
      FROM ${limits} WHERE d.owner_id = ${owner.id} AND ${soon(today)} AND ${isLow('t')}
      ORDER BY play_on, session, departure_id, sku_id NULLS FIRST LIMIT ${page.size} OFFSET ${page.from}`,
  );
}
