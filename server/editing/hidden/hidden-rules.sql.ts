// Which products are hidden from whom (decision 0285), as staff list and change it.
import { isCityUsable } from '../../places/cities.sql.ts';
import { anywhere } from '../../platform/database/match-text.ts';
import { firstRow, type Owner, onlyIf, rows, sql } from '../../platform/db.ts';

type Texts = Record<string, string>;

export type HiddenTarget = {
  productId: string | null;
  city: string | null;
  type: number | null;
  level: number | null;
  partnerId: string | null;
};

export type HiddenRow = {
  hide_id: number;
  product_id: number | null;
  product_names: Texts | null;
  city: string | null;
  city_names: Texts | null;
  type: number | null;
  level: number | null;
  partner_id: number | null;
  partner_name: string | null;
  created_at: Date;
};

const columns = sql`h.hide_id, h.product_id, p.names AS product_names, h.city, c.names AS city_names, h.type, h.level, h.partner_id,
  a.name AS partner_name, h.created_at`;
const joined = sql`product_hide h LEFT JOIN product p ON p.owner_id = h.owner_id AND p.product_id = h.product_id
  LEFT JOIN city c ON c.city = h.city LEFT JOIN partner a ON a.owner_id = h.owner_id AND a.partner_id = h.partner_id`;

const ofScope = {
  product: sql`h.product_id IS NOT NULL`,
  city: sql`h.city IS NOT NULL`,
  type: sql`h.type IS NOT NULL`,
} as const;

type HiddenFilter = { query: string; scope: keyof typeof ofScope | null; level: number | null };

export async function listHiddenRules(owner: Owner, filter: HiddenFilter, page: { size: number; from: number }) {
  const like = anywhere(filter.query);
  const named = (names: ReturnType<typeof sql>) =>
    sql`EXISTS (SELECT 1 FROM jsonb_each_text(${names}) n WHERE n.value ILIKE ${like})`;
  const where = sql`h.owner_id = ${owner.id} AND ${filter.scope ? ofScope[filter.scope] : sql`true`}
    AND ${onlyIf(filter.level, sql`h.level = ${filter.level}`)}
    AND ${onlyIf(filter.query || null, sql`(a.name ILIKE ${like} OR ${named(sql`p.names`)} OR ${named(sql`c.names`)})`)}`;
  const count = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM ${joined} WHERE ${where}`,
  );
  const list = await rows(
    owner,
    sql<HiddenRow>`SELECT ${columns} FROM ${joined} WHERE ${where} ORDER BY h.type, h.city, h.product_id, h.partner_id NULLS FIRST, h.level
      LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: count?.total ?? 0, list };
}

/** Its number, and whether it was not there before. */
export async function putHiddenRule(owner: Owner, row: HiddenTarget): Promise<{ id: number; added: boolean }> {
  const made = await firstRow(
    owner,
    sql<{ hide_id: number }>`INSERT INTO product_hide (owner_id, product_id, city, type, level, partner_id)
      VALUES (${owner.id}, ${row.productId}, ${row.city}, ${row.type}, ${row.level}, ${row.partnerId})
      ON CONFLICT DO NOTHING RETURNING hide_id`,
  );
  if (made) return { id: made.hide_id, added: true };
  const known = await firstRow(
    owner,
    sql<{ hide_id: number }>`SELECT hide_id FROM product_hide WHERE owner_id = ${owner.id}
      AND product_id IS NOT DISTINCT FROM ${row.productId}::bigint AND city IS NOT DISTINCT FROM ${row.city}::text
      AND type IS NOT DISTINCT FROM ${row.type}::smallint AND level IS NOT DISTINCT FROM ${row.level}::smallint
      AND partner_id IS NOT DISTINCT FROM ${row.partnerId}::bigint`,
  );
  if (!known) throw new Error('what is hidden was not written');
  return { id: known.hide_id, added: false };
}

/** Those that this call took away. */
export function deleteHiddenRules(owner: Owner, ids: readonly string[]): Promise<HiddenRow[]> {
  return rows(
    owner,
    sql<HiddenRow>`WITH h AS (DELETE FROM product_hide WHERE owner_id = ${owner.id} AND hide_id = ANY(${ids}::bigint[]) RETURNING *)
      SELECT ${columns} FROM h LEFT JOIN product p ON p.owner_id = h.owner_id AND p.product_id = h.product_id
        LEFT JOIN city c ON c.city = h.city LEFT JOIN partner a ON a.owner_id = h.owner_id AND a.partner_id = h.partner_id`,
  );
}

/** Whether what a rule names is there. */
export function findHiddenFacts(owner: Owner, { productId, city, partnerId }: HiddenTarget) {
  return firstRow(
    owner,
    sql<{ product: boolean; city: boolean; partner: boolean }>`SELECT
        EXISTS (SELECT 1 FROM product WHERE owner_id = ${owner.id} AND product_id = ${productId}::bigint) AS product,
        EXISTS (SELECT 1 FROM city c WHERE c.city = ${city} AND ${isCityUsable(owner)}) AS city,
        EXISTS (SELECT 1 FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint
          AND kind <> 'individual') AS partner`,
  );
}
