// The owner's products in the back office: one page with the counts of each state.

import type { Currency } from '../../domain/currencies.ts';
import type { Scene } from '../catalog/read-scene.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { firstRow, type Owner, onlyIf, sql } from '../platform/db.ts';
import type { ProductState } from './editing.sql.ts';

export type ListFilter = { query: string; state: string | null; type: number | null; city: string | null };
export type ListOrder = 'newest' | 'name' | 'changed' | 'sold';

export type ListRow = {
  product_id: number;
  key: string;
  name: string;
  names: Record<string, string>;
  type: number;
  subtype: number;
  city_names: Record<string, string>;
  state: ProductState;
  scene: Scene;
  picture_id: string | null;
  from_minor: number;
  currency: Currency;
  sold: number;
  views: number;
  next_on: string | null;
  updated_at: string;
};

const orders: Record<ListOrder, ReturnType<typeof sql>> = {
  newest: sql`created_at DESC, product_id DESC`,
  name: sql`lower(name), product_id`,
  changed: sql`updated_at DESC, product_id DESC`,
  sold: sql`sold DESC, product_id`,
};

/** `query` is part of a name in any language, part of the key, or the number. Counts of states ignore the chosen state. */
export async function listProductRows(
  owner: Owner,
  language: string,
  filter: ListFilter,
  order: ListOrder,
  page: { size: number; from: number },
) {
  const like = anywhere(filter.query);
  const row = await firstRow(
    owner,
    sql<{ counts: Partial<Record<ProductState, number>>; list: ListRow[] }>`WITH hits AS MATERIALIZED (
        SELECT p.product_id, p.state, p.created_at, p.updated_at, p.sold,
          coalesce(p.names ->> ${language}, p.names ->> 'en', p.names ->> 'zh_CN', p.key) AS name
        FROM product p WHERE p.owner_id = ${owner.id} AND ${onlyIf(filter.type, sql`p.type = ${filter.type}`)}
          AND ${onlyIf(filter.city, sql`p.city = ${filter.city}`)}
          AND ${onlyIf(
            filter.query || null,
            sql`p.key ILIKE ${like} OR p.product_id::text = ${filter.query}
            OR EXISTS (SELECT 1 FROM jsonb_each_text(p.names) n WHERE n.value ILIKE ${like})`,
          )}),
      shown AS (SELECT row_number() OVER (ORDER BY ${orders[order]}) AS place, product_id, name FROM hits
        WHERE ${onlyIf(filter.state, sql`state = ${filter.state}`)} ORDER BY ${orders[order]} LIMIT ${page.size} OFFSET ${page.from})
      SELECT (SELECT coalesce(json_object_agg(state, n), '{}')
        FROM (SELECT state, count(*)::int AS n FROM hits GROUP BY state) t) AS counts,
        (SELECT coalesce(json_agg(t ORDER BY t.place), '[]') FROM (SELECT s.place, p.product_id, p.key, s.name, p.names, p.type, p.subtype,
            c.names AS city_names, p.state, p.scene, p.from_minor, p.currency, p.sold, p.views, p.next_on::text AS next_on, p.updated_at,
            (SELECT i.picture_id FROM product_picture i WHERE i.owner_id = p.owner_id AND i.product_id = p.product_id
              ORDER BY i.position LIMIT 1) AS picture_id
          FROM shown s JOIN product p ON p.owner_id = ${owner.id} AND p.product_id = s.product_id
          JOIN city c ON c.city = p.city) t) AS list`,
  );
  if (!row) throw new Error('a list gave no row');
  return row;
}
