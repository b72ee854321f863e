// Departures and day prices as the back office changes them (docs/stock.md): each capacity by one guarded statement, never read first
// and written after. Every list is one statement, however many cells it has.
import type { Currency } from '../../domain/currencies.ts';
import type { NamedSku } from '../../locales/name-sku.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
type Texts = Record<string, string>;

export type CalendarFrame = {
  product_id: number;
  names: Texts;
  package_names: Texts;
  currency: Currency;
  zone: string;
  open_days: number | null;
  skus: (NamedSku & {
    price_minor: number;
    session_prices: { session: string; priceMinor: number }[];
    cost_minor: number | null;
  })[];
};

export function findCalendarFrame(owner: Owner, packageId: string): Promise<CalendarFrame | undefined> {
  return firstRow(
    owner,
    sql<CalendarFrame>`SELECT p.product_id, p.names, k.names AS package_names, p.currency, c.zone, k.open_days,
        (SELECT coalesce(json_agg(json_build_object('sku_id', s.sku_id, 'names', s.names, 'ticket_type', s.ticket_type,
          'car_type', s.car_type,
            'seat_class', s.seat_class, 'price_minor', s.price_minor, 'session_prices', s.session_prices,
            'cost_minor', s.cost_minor) ORDER BY s.position, s.sku_id), '[]')
          FROM sku s WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id) AS skus
      FROM package k JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id JOIN city c ON c.city = p.city
      WHERE k.owner_id = ${owner.id} AND k.package_id = ${packageId}`,
  );
}

export type CellRow = { on: string; session: string; capacity: number; held: number; sold: number; oversold: number };
export type PricedCellRow = CellRow & {
  /** Held for quotations; among `held`. */
  quoted: number;
  prices: { sku_id: number; price_minor: number }[];
  sessionPrices: { skuId: string; priceMinor: number }[];
  costs: { skuId: string; costMinor: number }[];
  limits: { skuId: string; capacity: number; held: number; sold: number }[];
};

export function listCells(owner: Owner, packageId: string, from: string, to: string): Promise<PricedCellRow[]> {
  return rows(
    owner,
    sql<PricedCellRow>`SELECT d.play_on::text AS on, d.session, d.capacity, d.held, d.sold, d.oversold,
        (SELECT coalesce(sum(h.quantity), 0)::int FROM quotation_hold h
          WHERE h.owner_id = d.owner_id AND h.departure_id = d.departure_id) AS quoted,
        (SELECT coalesce(json_agg(json_build_object('sku_id', s.sku_id, 'price_minor', x.price_minor) ORDER BY s.position, s.sku_id), '[]')
          FROM sku s JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = d.play_on
            AND x.session = ''
          WHERE s.owner_id = d.owner_id AND s.package_id = d.package_id AND x.price_minor <> s.price_minor) AS prices,
        (SELECT coalesce(json_agg(json_build_object('skuId', s.sku_id::text, 'priceMinor', x.price_minor)
            ORDER BY s.position, s.sku_id), '[]')
          FROM sku s JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = d.play_on AND x.session = d.session
          WHERE d.session <> '' AND s.owner_id = d.owner_id AND s.package_id = d.package_id) AS "sessionPrices",
        (SELECT coalesce(json_agg(json_build_object('skuId', s.sku_id::text, 'costMinor', x.cost_minor)
            ORDER BY s.position, s.sku_id), '[]')
          FROM sku s JOIN sku_cost x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = d.play_on
          WHERE s.owner_id = d.owner_id AND s.package_id = d.package_id) AS costs,
        (SELECT coalesce(json_agg(json_build_object('skuId', l.sku_id::text, 'capacity', l.capacity, 'held', l.held, 'sold', l.sold)
            ORDER BY s.position, s.sku_id), '[]') FROM departure_sku l JOIN sku s USING (owner_id, sku_id)
          WHERE l.owner_id = d.owner_id AND l.departure_id = d.departure_id) AS limits
      FROM departure d WHERE d.owner_id = ${owner.id} AND d.package_id = ${packageId} AND d.play_on BETWEEN ${from}::date AND ${to}::date
      ORDER BY d.play_on, d.session`,
  );
}

export type Cell = { on: string; session: string };
/** `was` undefined: whatever it was. */
export type CapacityChange = Cell & { capacity: number | null; was: number | null | undefined };

const givenCells = (list: object[]) => sql`(SELECT DISTINCT g."on", g.session, g.capacity, g.was
  FROM jsonb_to_recordset(${json(list)}) AS g("on" date, session text, capacity int, was int)) g`;
const sameCell = sql`d.play_on = g."on" AND d.session = g.session`;
const cellColumns = sql`d.play_on::text AS on, d.session`;

/** Holds the departures of some days in the order of their ids, as orders do, so that neither waits for the other crosswise. */
export async function lockCells(owner: Owner, packageId: string, days: string[]): Promise<void> {
  await sql`SELECT 1 FROM departure WHERE owner_id = ${owner.id} AND package_id = ${packageId} AND play_on = ANY(${days}::date[])
    ORDER BY departure_id FOR UPDATE`.execute(owner);
}

/** The departures of some days. */
export function listDepartures(owner: Owner, packageId: string, days: string[]): Promise<Cell[]> {
  return rows(
    owner,
    sql<Cell>`SELECT play_on::text AS on, session FROM departure
      WHERE owner_id = ${owner.id} AND package_id = ${packageId} AND play_on = ANY(${days}::date[])`,
  );
}

/** Capacities of departures that the editor saw. Answers the cells that were written; the others are in use or changed since. */
export function changeCapacities(owner: Owner, packageId: string, list: CapacityChange[]): Promise<Cell[]> {
  return rows(
    owner,
    sql<Cell>`UPDATE departure d SET capacity = g.capacity FROM ${givenCells(list)}
      WHERE d.owner_id = ${owner.id} AND d.package_id = ${packageId} AND ${sameCell}
        AND d.capacity = g.was AND d.held + d.sold <= g.capacity RETURNING ${cellColumns}`,
  );
}

/** New departures. Answers those that were free to be made. */
export function openCells(owner: Owner, packageId: string, list: CapacityChange[]): Promise<Cell[]> {
  return rows(
    owner,
    sql<Cell>`INSERT INTO departure AS d (owner_id, package_id, play_on, session, capacity)
      SELECT ${owner.id}, ${packageId}, g."on", g.session, g.capacity FROM ${givenCells(list)}
      ON CONFLICT (owner_id, package_id, play_on, session) DO NOTHING RETURNING ${cellColumns}`,
  );
}

/** Capacities whatever they were before: made or changed. Answers the cells that were written. */
export function putCapacities(owner: Owner, packageId: string, list: CapacityChange[]): Promise<Cell[]> {
  return rows(
    owner,
    sql<Cell>`INSERT INTO departure AS d (owner_id, package_id, play_on, session, capacity)
      SELECT ${owner.id}, ${packageId}, g."on", g.session, g.capacity FROM ${givenCells(list)}
      ON CONFLICT (owner_id, package_id, play_on, session) DO UPDATE SET capacity = EXCLUDED.capacity
        WHERE d.held + d.sold <= EXCLUDED.capacity RETURNING ${cellColumns}`,
  );
}

/** Takes departures off sale: removed while nothing was ever asked for, else without places. Answers the cells that were. */
export async function closeCells(owner: Owner, packageId: string, list: CapacityChange[]): Promise<Cell[]> {
  const free = sql`d.owner_id = ${owner.id} AND d.package_id = ${packageId} AND ${sameCell} AND d.held = 0 AND d.sold = 0
    AND d.oversold = 0 AND (g.was IS NULL OR d.capacity = g.was)`;
  const removed = await rows(
    owner,
    sql<Cell>`DELETE FROM departure d USING ${givenCells(list)} WHERE ${free}
      AND NOT EXISTS (SELECT 1 FROM sub_order o WHERE o.owner_id = d.owner_id AND o.departure_id = d.departure_id)
      AND NOT EXISTS (SELECT 1 FROM line_hold h WHERE h.owner_id = d.owner_id AND h.departure_id = d.departure_id)
      RETURNING ${cellColumns}`,
  );
  const emptied = await rows(
    owner,
    sql<Cell>`UPDATE departure d SET capacity = 0 FROM ${givenCells(list)} WHERE ${free} RETURNING ${cellColumns}`,
  );
  return [...removed, ...emptied];
}

/** Some cells as they are now, to say why they could not be written. */
export function findCells(owner: Owner, packageId: string, list: Cell[]): Promise<CellRow[]> {
  return rows(
    owner,
    sql<CellRow>`SELECT ${cellColumns}, d.capacity, d.held, d.sold, d.oversold FROM departure d JOIN ${givenCells(list)} ON ${sameCell}
      WHERE d.owner_id = ${owner.id} AND d.package_id = ${packageId}`,
  );
}

/**
 * The value that replaces a SKU's own: a price of a day or of one of its sessions, and a cost of a day. `session` '' is the whole day. A
 * day price that equals the SKU's own is treated as none.
 */
export type Figure = 'price' | 'cost';
const figures = {
  price: {
    table: sql.ref('sku_price'),
    column: sql.ref('price_minor'),
    key: sql`owner_id, sku_id, play_on, session`,
    place: sql`g.sku, g."on", g.session`,
    session: sql`x.session`,
    shown: sql`CASE x.session WHEN '' THEN nullif(x.price_minor, s.price_minor) ELSE x.price_minor END`,
  },
  cost: {
    table: sql.ref('sku_cost'),
    column: sql.ref('cost_minor'),
    key: sql`owner_id, sku_id, play_on`,
    place: sql`g.sku, g."on"`,
    session: sql`''`,
    shown: sql`x.cost_minor`,
  },
};

export type FigureCell = Cell & { sku: string };
export type FigureChange = FigureCell & { minor: number | null; was: number | null };

const givenFigures = (list: FigureChange[]) =>
  sql`jsonb_to_recordset(${json(list)}) AS g(sku bigint, "on" date, session text, minor bigint, was bigint)`;
const shownFigure = (kind: Figure) =>
  sql`x.sku_id::text AS sku, x.play_on::text AS on, ${figures[kind].session} AS session`;
const sameFigure = (kind: Figure) =>
  sql`x.sku_id = g.sku AND x.play_on = g."on" AND g.session = ${figures[kind].session}`;

/** Changes those that are still as the editor saw them; null restores the inherited value. Returns the changed cells. */
export async function changeFigures(owner: Owner, kind: Figure, list: FigureChange[]): Promise<FigureCell[]> {
  const { table, column, key, place, shown } = figures[kind];
  const figureColumns = shownFigure(kind);
  const seen = sql`x.owner_id = ${owner.id} AND ${sameFigure(kind)} AND s.owner_id = x.owner_id AND s.sku_id = x.sku_id
    AND ${shown} IS NOT DISTINCT FROM g.was`;
  const taken = await rows(
    owner,
    sql<FigureCell>`DELETE FROM ${table} x USING ${givenFigures(list)}, sku s WHERE ${seen} AND g.minor IS NULL RETURNING ${figureColumns}`,
  );
  const changed = await rows(
    owner,
    sql<FigureCell>`UPDATE ${table} x SET ${column} = g.minor FROM ${givenFigures(list)}, sku s WHERE ${seen} AND g.minor IS NOT NULL
      RETURNING ${figureColumns}`,
  );
  const made = await rows(
    owner,
    sql<FigureCell>`INSERT INTO ${table} AS x (${key}, ${column})
      SELECT ${owner.id}, ${place}, g.minor FROM ${givenFigures(list)} WHERE g.minor IS NOT NULL AND g.was IS NULL
      ON CONFLICT (${key}) DO NOTHING RETURNING ${figureColumns}`,
  );
  return [...taken, ...changed, ...made];
}

/** Those of days and sessions that had no departure, so that the editor saw no value there. */
export async function putFigures(owner: Owner, kind: Figure, list: FigureChange[]): Promise<void> {
  const { table, column, key, place } = figures[kind];
  await sql`DELETE FROM ${table} x USING ${givenFigures(list)} WHERE x.owner_id = ${owner.id} AND ${sameFigure(kind)}
    AND g.minor IS NULL`.execute(owner);
  await sql`INSERT INTO ${table} (${key}, ${column})
    SELECT ${owner.id}, ${place}, g.minor FROM ${givenFigures(list)} WHERE g.minor IS NOT NULL
    ON CONFLICT (${key}) DO UPDATE SET ${column} = EXCLUDED.${column}`.execute(owner);
}
