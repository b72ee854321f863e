// What is on the shelf by category and city, for suggestions while typing, and how much some spellings would find.
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';
import { isSeen, type Viewer } from '../site/hidden.sql.ts';
import { type CardRow, cardColumns, cardTables, type Texts } from './catalog.sql.ts';

export type ShelfRow = {
  categories: { type: number; subtype: number; count: number }[];
  cities: { key: string; names: Texts; country_names: Texts; count: number }[];
};

/** What a caller sees of the shelf. */
export async function findShelf(owner: Owner, audience: Viewer): Promise<ShelfRow> {
  const row = await firstRow(
    owner,
    sql<ShelfRow>`SELECT (SELECT coalesce(json_agg(t), '[]') FROM (SELECT type, subtype, count(*)::int AS count FROM product
          WHERE owner_id = ${owner.id} AND on_shelf AND ${isSeen(owner, audience, 'product')}
          GROUP BY type, subtype ORDER BY count(*) DESC, subtype) t) AS categories,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT c.city AS key, c.names, k.names AS country_names, count(*)::int AS count
          FROM product p JOIN city c ON c.city = p.city JOIN country k ON k.country = c.country
          WHERE p.owner_id = ${owner.id} AND p.on_shelf AND ${isSeen(owner, audience, 'p')}
          GROUP BY c.city, c.names, k.names ORDER BY count(*) DESC, c.city) t) AS cities`,
  );
  return row ?? { categories: [], cities: [] };
}

/** For each full-text query, in their order, how many products on the shelf it finds. */
export async function countMatches(owner: Owner, audience: Viewer, queries: string[]): Promise<number[]> {
  const found = await rows(
    owner,
    sql<{ count: number }>`SELECT (SELECT count(*)::int FROM found_products(${owner.id}, q.query::tsquery) w
          JOIN product p ON p.product_id = w.product_id WHERE p.owner_id = ${owner.id} AND p.on_shelf
            AND ${isSeen(owner, audience, 'p')}) AS count
      FROM unnest(${queries}::text[]) WITH ORDINALITY q(query, at) ORDER BY q.at`,
  );
  return found.map((row) => row.count);
}

/** For each word the one of the shop that looks most like it, less strictly than a search does; null when none does. */
export async function nearWords(owner: Owner, words: string[]): Promise<(string | null)[]> {
  const found = await rows(
    owner,
    sql<{
      near: string | null;
    }>`SELECT (SELECT s.word FROM similar_words(${owner.id}, q.word) s(word) WHERE char_length(q.word) > 3
          AND char_length(s.word) > 2 ORDER BY similarity(s.word, q.word) DESC, s.word LIMIT 1) AS near
      FROM unnest(${words}::text[]) WITH ORDINALITY q(word, at) ORDER BY q.at`,
  );
  return found.map((row) => row.near);
}

/** Suggestions while typing: products and cities whose names match. */
export function suggestRows(owner: Owner, audience: Viewer, language: string, query: string) {
  return rows(
    owner,
    sql<CardRow>`SELECT ${cardColumns(language)} FROM ${cardTables}
        JOIN named_products(${owner.id}, ${query}::tsquery) w(product_id) ON w.product_id = p.product_id
      WHERE p.owner_id = ${owner.id} AND p.on_shelf AND ${isSeen(owner, audience, 'p')} ORDER BY p.popularity DESC, p.product_id LIMIT 6`,
  );
}
