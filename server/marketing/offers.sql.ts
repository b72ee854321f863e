// Limited offers (decision 0470). A product's running offer is also stored with the product, for the prices; one transaction writes both.
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type OfferChange = {
  name: string;
  percent: number;
  starts_at: Date;
  ends_at: Date;
  active: boolean;
};
export type LimitedOfferRow = OfferChange & { offer_id: number; revision: number; product_keys: string[] };

/** Those that end last come first: running and planned ones before past ones. */
export function listLimitedOfferRows(owner: Owner): Promise<LimitedOfferRow[]> {
  return rows(
    owner,
    sql<LimitedOfferRow>`SELECT o.offer_id, o.name, o.percent, o.starts_at, o.ends_at, o.active, o.revision,
        ARRAY(SELECT p.key FROM offer_product f JOIN product p ON p.owner_id = f.owner_id AND p.product_id = f.product_id
          WHERE f.owner_id = o.owner_id AND f.offer_id = o.offer_id ORDER BY f.position) AS product_keys
      FROM offer o WHERE o.owner_id = ${owner.id} ORDER BY o.ends_at DESC, o.offer_id DESC LIMIT 200`,
  );
}

export async function findLimitedOfferRow(owner: Owner, id: string): Promise<LimitedOfferRow | undefined> {
  return firstRow(
    owner,
    sql<LimitedOfferRow>`SELECT offer_id, name, percent, starts_at, ends_at, active, revision FROM offer
      WHERE owner_id = ${owner.id} AND offer_id = ${id}`,
  );
}

export async function insertLimitedOffer(owner: Owner, row: OfferChange): Promise<string> {
  const made = await firstRow(
    owner,
    sql<{ offer_id: number }>`INSERT INTO offer (owner_id, name, percent, starts_at, ends_at, active)
      VALUES (${owner.id}, ${row.name}, ${row.percent}, ${row.starts_at}, ${row.ends_at}, ${row.active}) RETURNING offer_id`,
  );
  return String(made?.offer_id);
}

/** 1 when written; 0 when gone or changed since `revision`. */
export function changeOffer(owner: Owner, id: string, revision: number, row: OfferChange): Promise<number> {
  return changed(
    owner,
    sql`UPDATE offer SET name = ${row.name}, percent = ${row.percent}, starts_at = ${row.starts_at}, ends_at = ${row.ends_at},
        active = ${row.active}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND offer_id = ${id} AND revision = ${revision}`,
  );
}

export function deleteLimitedOffer(owner: Owner, id: string, revision: number): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM offer WHERE owner_id = ${owner.id} AND offer_id = ${id} AND revision = ${revision}`,
  );
}

export async function replaceOfferProducts(owner: Owner, id: string, productIds: string[]): Promise<void> {
  await sql`DELETE FROM offer_product WHERE owner_id = ${owner.id} AND offer_id = ${id}`.execute(owner);
  await sql`INSERT INTO offer_product (owner_id, offer_id, product_id, position)
    SELECT ${owner.id}, ${id}, c.product_id, c.position
    FROM unnest(${productIds}::bigint[]) WITH ORDINALITY c(product_id, position)`.execute(owner);
}

/** Writes to each product what its offers are now. */
export async function copyOffers(owner: Owner): Promise<void> {
  await sql`UPDATE product p SET offers = n.offers FROM (
      SELECT q.product_id, (SELECT jsonb_agg(jsonb_build_object('percent', o.percent,
          'from', (extract(epoch FROM o.starts_at) * 1000)::bigint, 'until', (extract(epoch FROM o.ends_at) * 1000)::bigint)
          ORDER BY o.offer_id)
        FROM offer_product f JOIN offer o ON o.owner_id = f.owner_id AND o.offer_id = f.offer_id AND o.active
        WHERE f.owner_id = q.owner_id AND f.product_id = q.product_id) AS offers
      FROM product q WHERE q.owner_id = ${owner.id}
        AND (q.offers IS NOT NULL OR q.product_id IN (SELECT product_id FROM offer_product WHERE owner_id = ${owner.id}))) n
    WHERE p.owner_id = ${owner.id} AND p.product_id = n.product_id AND p.offers IS DISTINCT FROM n.offers`.execute(
    owner,
  );
}
