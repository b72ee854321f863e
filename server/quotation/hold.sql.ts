// Places that quotations hold (decision 0312): guarded statements take them while their departures' rows are locked in the order of
// their ids, and one statement returns them in both counters. Taking and returning first lock the quotation's row.
import type { QuotationStatus } from '../../domain/quotation-status.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import { type QuotationReader, visibleTo } from './quotation.sql.ts';

export type Holding = {
  quotation_id: number;
  version: number;
  partner_id: number;
  status: QuotationStatus;
  revision: number;
  held_at: Date | null;
  total_minor: number | null;
  /** When its last day is over, in the owner's zone. */
  ends_at: Date;
  /** What the partner's level allows. */
  places: number;
  hours: number;
};

/** Locks a quotation and its partner, whose holds are counted together. */
export function lockHolding(
  owner: OwnerTrx,
  { id, reader }: { id: string; reader: QuotationReader },
  zone: string,
): Promise<Holding | undefined> {
  return firstRow(
    owner,
    sql<Holding>`SELECT q.quotation_id, q.version, q.partner_id, q.status, q.revision, q.held_at, v.total_minor,
        moment_of(v.valid_until + 1, ${zone}) AS ends_at, ${limitOf('quote_places')} AS places,
        ${limitOf('quote_hours')} AS hours
      FROM quotation q JOIN quotation_version v USING (owner_id, quotation_id, version)
      JOIN partner r ON r.owner_id = q.owner_id AND r.partner_id = q.partner_id JOIN owner o ON o.owner_id = q.owner_id
      WHERE q.owner_id = ${owner.id} AND q.quotation_id = ${id} AND ${visibleTo(reader)} FOR NO KEY UPDATE OF q, r`,
  );
}

const limitOf = (column: 'quote_places' | 'quote_hours') => sql`coalesce(o.${sql.ref(column)}[r.level + 1], 0)`;

export type HoldState = { until: Date | null; taken: number; places: number; hours: number };

/** What a quotation holds, and what the level of its partner allows. */
export async function findHold(owner: Owner, id: number): Promise<HoldState> {
  const row = await firstRow(
    owner,
    sql<HoldState>`SELECT q.hold_until AS until, ${limitOf('quote_places')} AS places, ${limitOf('quote_hours')} AS hours,
        (SELECT coalesce(sum(h.quantity), 0)::int FROM quotation_hold h
          WHERE h.owner_id = q.owner_id AND h.quotation_id = q.quotation_id) AS taken
      FROM quotation q JOIN partner r ON r.owner_id = q.owner_id AND r.partner_id = q.partner_id JOIN owner o ON o.owner_id = q.owner_id
      WHERE q.owner_id = ${owner.id} AND q.quotation_id = ${id}`,
  );
  return row ?? { until: null, taken: 0, places: 0, hours: 0 };
}

/** What the lines of the current version need, by departure and SKU; a rental by the day has its last day too. */
const wantedBy = (owner: Owner, { quotation_id, version }: Pick<Holding, 'quotation_id' | 'version'>) =>
  sql`nights AS MATERIALIZED (SELECT l.position, l.sku_id, l.quantity, e.departure_id
      FROM quotation_line l LEFT JOIN package k ON k.owner_id = l.owner_id AND k.package_id = l.package_id
      CROSS JOIN LATERAL generate_series(l.play_on::timestamp,
        coalesce(l.until_on - CASE WHEN k.by_day THEN 0 ELSE 1 END, l.play_on)::timestamp, interval '1 day') n(on_day)
      LEFT JOIN departure e ON e.owner_id = l.owner_id AND e.package_id = l.package_id AND e.play_on = n.on_day::date
        AND e.session = l.session
      WHERE l.owner_id = ${owner.id} AND l.quotation_id = ${quotation_id} AND l.version = ${version} AND l.product_id IS NOT NULL),
    wanted AS MATERIALIZED (SELECT departure_id, sku_id, sum(quantity)::int AS quantity FROM nights
      WHERE departure_id IS NOT NULL GROUP BY departure_id, sku_id)`;

/**
 * Holds the places of all lines, or refuses noStock and holds none. False where the partner's quotations would hold more than `places`
 * together; null: any number.
 */
export async function takeHold(owner: OwnerTrx, held: Holding, until: Date, places: number | null): Promise<boolean> {
  const { quotation_id: id, partner_id } = held;
  await sql`WITH ${wantedBy(owner, held)} SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id}
    AND d.departure_id IN (SELECT departure_id FROM wanted) ORDER BY d.departure_id FOR UPDATE`.execute(owner);
  const same = sql`t.owner_id = ${owner.id} AND t.departure_id = w.departure_id AND t.sku_id = w.sku_id`;
  const row = await firstRow(
    owner,
    sql<{ total: number }>`WITH ${wantedBy(owner, held)},
      asked AS (SELECT departure_id, sum(quantity)::int AS quantity FROM wanted GROUP BY departure_id),
      noted AS (INSERT INTO quotation_hold (owner_id, quotation_id, departure_id, sku_id, quantity)
        SELECT ${owner.id}, ${id}, departure_id, sku_id, quantity FROM wanted),
      skus AS (UPDATE departure_sku t SET held = t.held + w.quantity FROM wanted w
        WHERE ${same} AND t.held + t.sold + w.quantity <= t.capacity RETURNING 1),
      taken AS (UPDATE departure d SET held = d.held + a.quantity FROM asked a
        WHERE d.owner_id = ${owner.id} AND d.departure_id = a.departure_id AND d.held + d.sold + a.quantity <= d.capacity RETURNING 1),
      kept AS (UPDATE quotation SET hold_until = ${until}::timestamptz, held_at = coalesce(held_at, now()), changed_at = now(),
        revision = revision + 1 WHERE owner_id = ${owner.id} AND quotation_id = ${id})
      SELECT CASE WHEN EXISTS (SELECT 1 FROM nights WHERE departure_id IS NULL) OR NOT EXISTS (SELECT 1 FROM wanted)
          OR (SELECT count(*) FROM taken) < (SELECT count(*) FROM asked)
          OR (SELECT count(*) FROM skus) < (SELECT count(*) FROM wanted w JOIN departure_sku t ON ${same}) THEN refuse('noStock') END,
        (SELECT coalesce(sum(quantity), 0)::int FROM wanted) + (SELECT coalesce(sum(h.quantity), 0)::int FROM quotation_hold h
          JOIN quotation q USING (owner_id, quotation_id)
          WHERE h.owner_id = ${owner.id} AND q.partner_id = ${partner_id} AND q.quotation_id <> ${id}) AS total`,
  );
  return places === null || (row?.total ?? 0) <= places;
}

/** Gives back what a quotation holds; false where it holds nothing. */
export async function releaseHold(owner: OwnerTrx, id: string | number): Promise<boolean> {
  const held = await changed(
    owner,
    sql`UPDATE quotation SET hold_until = NULL WHERE owner_id = ${owner.id} AND quotation_id = ${id} AND hold_until IS NOT NULL`,
  );
  if (!held) return false;
  await sql`SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id} AND d.departure_id IN (SELECT h.departure_id FROM quotation_hold h
      WHERE h.owner_id = ${owner.id} AND h.quotation_id = ${id}) ORDER BY d.departure_id FOR UPDATE`.execute(owner);
  await sql`WITH gone AS (DELETE FROM quotation_hold WHERE owner_id = ${owner.id} AND quotation_id = ${id}
        RETURNING departure_id, sku_id, quantity),
      skus AS (UPDATE departure_sku t SET held = t.held - g.quantity FROM gone g
        WHERE t.owner_id = ${owner.id} AND t.departure_id = g.departure_id AND t.sku_id = g.sku_id)
    UPDATE departure d SET held = d.held - g.quantity FROM (SELECT departure_id, sum(quantity)::int AS quantity FROM gone
      GROUP BY departure_id) g WHERE d.owner_id = ${owner.id} AND d.departure_id = g.departure_id`.execute(owner);
  return true;
}

/** Quotations whose hold is over. A find is only a proposal: the clock looks again under the quotation's lock. */
export function listOverHolds(house: House, now: Date, most: number) {
  return rows(
    house,
    sql<{
      owner_id: number;
      quotation_id: number;
      version: number;
    }>`SELECT owner_id, quotation_id, version FROM quotation
      WHERE hold_until <= ${now.toISOString()}::timestamptz ORDER BY hold_until LIMIT ${most}`,
  );
}

/** Locks a quotation whose hold has expired; undefined when it was held again or returned meanwhile. */
export function lockOverHold(owner: OwnerTrx, id: number, now: Date) {
  return firstRow(
    owner,
    sql<{ quotation_id: number; version: number }>`SELECT quotation_id, version FROM quotation
      WHERE owner_id = ${owner.id} AND quotation_id = ${id} AND hold_until <= ${now.toISOString()}::timestamptz FOR NO KEY UPDATE`,
  );
}
