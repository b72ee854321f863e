// Statements of the search (§2): words that lead somewhere, and a page of matches with the counts of all filters.
import { firstRow, given, type Owner, rows, sql } from '../platform/db.ts';
import { type CardRow, cardColumns, type Texts } from './catalog.sql.ts';

/** For each asked word whether something begins with it; if nothing does, the few words that look like it. */
export function expandWords(owner: Owner, words: string[]): Promise<{ known: boolean; close: string[] | null }[]> {
  return rows(
    owner,
    sql<{ known: boolean; close: string[] | null }>`SELECT k.known, CASE WHEN NOT k.known THEN
        (SELECT array_agg(word) FROM (SELECT s.word FROM similar_words(${owner.id}, q.word) s(word)
          WHERE char_length(q.word) > 3 AND abs(char_length(s.word) - char_length(q.word)) <= 2
          ORDER BY similarity(s.word, q.word) DESC LIMIT 4) e) END AS close
      FROM unnest(${words}::text[]) WITH ORDINALITY q(word, at)
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM search_word s WHERE s.owner_id = ${owner.id}
          AND s.word ~>=~ q.word AND s.word ~<~ (q.word || chr(1114109))) AS known) k ORDER BY q.at`,
  );
}

export type Filter = { query: string | null; type: number | null; subtype: number | null; city: string | null };
export type Order = 'default' | 'priceHigh' | 'priceLow' | 'popular' | 'hot' | 'recent';

const orders: Record<Order, ReturnType<typeof sql>> = {
  default: sql`in_name DESC, popularity DESC, product_id`,
  priceHigh: sql`from_sort DESC, product_id`,
  priceLow: sql`from_sort, product_id`,
  popular: sql`popularity DESC, product_id`,
  hot: sql`sold DESC, popularity DESC, product_id`,
  recent: sql`created_at DESC, product_id DESC`,
};

export type SearchRow = {
  total: number;
  types: { key: number; count: number }[];
  subtypes: { key: number; count: number }[];
  cities: { key: string; count: number; names: Texts }[];
  list: CardRow[];
};

/**
 * One page of matches with the counts of each filter; a filter's own counts ignore its own choice. One round trip, and one pass over the
 * matches for all counts.
 */
export async function searchRows(
  owner: Owner,
  language: string,
  filter: Filter,
  order: Order,
  page: { size: number; from: number },
): Promise<SearchRow> {
  const inName = filter.query === null ? sql`false` : sql`w.in_name`;
  // Hot is what sold lately; the other column counts all that was ever sold.
  const sold = order === 'hot' ? sql`p.sold_lately` : sql`p.sold`;
  const source =
    filter.query === null
      ? sql`product p WHERE p.owner_id = ${owner.id} AND p.on_shelf`
      : sql`found_products(${owner.id}, ${filter.query}::tsquery) w JOIN product p ON p.product_id = w.product_id
        WHERE p.owner_id = ${owner.id} AND p.on_shelf`;
  const ofType = sql`${given(filter.type, sql`type = ${filter.type}`)}
    AND ${given(filter.subtype, sql`subtype = ${filter.subtype}`)}`;
  const ofCity = sql`${given(filter.city, sql`city = ${filter.city}`)}`;
  const row = await firstRow(
    owner,
    sql<SearchRow>`WITH hits AS MATERIALIZED (
        SELECT p.product_id, p.type, p.subtype, p.city, p.from_sort, p.popularity, ${sold} AS sold, p.created_at, ${inName} AS in_name
        FROM ${source}),
      counts AS MATERIALIZED (SELECT type, subtype, city, count(*)::int AS hits FROM hits GROUP BY type, subtype, city),
      shown AS (SELECT row_number() OVER () AS place, f.product_id FROM (SELECT product_id FROM hits WHERE ${ofType} AND ${ofCity}
        ORDER BY ${orders[order]} LIMIT ${page.size} OFFSET ${page.from}) f)
      SELECT (SELECT coalesce(sum(hits), 0)::int FROM counts WHERE ${ofType} AND ${ofCity}) AS total,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT type AS key, sum(hits)::int AS count FROM counts WHERE ${ofCity}
          GROUP BY type) t) AS types,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT subtype AS key, sum(hits)::int AS count FROM counts
          WHERE ${ofCity} AND ${given(filter.type, sql`type = ${filter.type}`)} GROUP BY subtype) t) AS subtypes,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT h.city AS key, h.count, y.names FROM
          (SELECT city, sum(hits)::int AS count FROM counts WHERE ${ofType} GROUP BY city) h JOIN city y USING (city)
            ORDER BY h.count DESC, h.city) t) AS cities,
        (SELECT coalesce(json_agg(t ORDER BY t.place), '[]') FROM (SELECT s.place, ${cardColumns(language)}
          FROM shown s JOIN product p ON p.owner_id = ${owner.id} AND p.product_id = s.product_id
          JOIN city c ON c.city = p.city JOIN country k ON k.country = c.country) t) AS list`,
  );
  if (!row) throw new Error('a search gave no row');
  return row;
}
