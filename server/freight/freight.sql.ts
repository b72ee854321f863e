// Tables of what delivery costs, and lines that were sent.
import type { FreightTable } from '../../domain/freight/freight.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type FreightChange = FreightTable & { name: string };
export type FreightRow = FreightChange & { freight_id: number; revision: number };

export function listFreight(owner: Owner): Promise<(FreightRow & { products: number })[]> {
  return rows(
    owner,
    sql<FreightRow & { products: number }>`SELECT t.freight_id, t.name, t.currency, t.zones, t.revision,
        (SELECT count(*)::int FROM product p WHERE p.owner_id = t.owner_id AND p.freight_id = t.freight_id) AS products
      FROM freight_table t WHERE t.owner_id = ${owner.id} ORDER BY lower(t.name), t.freight_id`,
  );
}

export function findFreight(owner: Owner, id: string): Promise<FreightRow | undefined> {
  return firstRow(
    owner,
    sql<FreightRow>`SELECT freight_id, name, currency, zones, revision FROM freight_table
      WHERE owner_id = ${owner.id} AND freight_id = ${id}`,
  );
}

export async function insertFreight(owner: Owner, { name, currency, zones }: FreightChange): Promise<number> {
  const made = await firstRow(
    owner,
    sql<{ freight_id: number }>`INSERT INTO freight_table (owner_id, name, currency, zones)
      VALUES (${owner.id}, ${name}, ${currency}, ${JSON.stringify(zones)}::jsonb) RETURNING freight_id`,
  );
  if (!made) throw new Error('a table of freight was not written');
  return made.freight_id;
}

/** 1 when written; 0 when changed since `revision`, or not there. */
export function changeFreight(owner: Owner, id: string, revision: number, { name, currency, zones }: FreightChange) {
  return changed(
    owner,
    sql`UPDATE freight_table SET name = ${name}, currency = ${currency}, zones = ${JSON.stringify(zones)}::jsonb, revision = revision + 1
      WHERE owner_id = ${owner.id} AND freight_id = ${id} AND revision = ${revision}`,
  );
}

/** 1 when deleted; 0 when changed since `revision`. One that a product is charged by breaks the key of product. */
export function deleteFreight(owner: Owner, id: string, revision: number) {
  return changed(
    owner,
    sql`DELETE FROM freight_table WHERE owner_id = ${owner.id} AND freight_id = ${id} AND revision = ${revision}`,
  );
}
