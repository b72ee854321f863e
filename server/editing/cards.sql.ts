// What cards and search show of a product: stored with it and computed again whenever prices, packages or the calendar change.
import { hasPlaces, stillOpen } from '../catalog/open-days.sql.ts';
import { skuOrder } from '../catalog/pricing.sql.ts';
import { type House, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

/**
 * The lowest price of each package's first SKU as buyers see them, the same in the owner's currency, the next day with places for some SKU.
 * Of one product, or of all. Open tickets are sold on any day: theirs is openDay of domain/dates.ts.
 */
export async function refreshCards(owner: Owner, productId: number | null = null): Promise<void> {
  await sql`UPDATE product p SET from_minor = f.price, next_on = f.next_on, from_sort = f.sort
    FROM (SELECT q.product_id, coalesce(min(s.price_minor), q.from_minor) AS price, min(d.next_on) AS next_on,
        round(coalesce(min(s.price_minor), q.from_minor) * coalesce(max(r.rate), 1)
          * (CASE WHEN q.currency IN ('JPY', 'KRW', 'VND', 'ISK') THEN 100 ELSE 1 END))::bigint AS sort
      FROM product q JOIN city c ON c.city = q.city
      LEFT JOIN package k ON k.owner_id = q.owner_id AND k.product_id = q.product_id AND k.on_shelf
      LEFT JOIN exchange_rate r ON r.owner_id = q.owner_id AND r.currency = q.currency
      LEFT JOIN LATERAL (SELECT s.price_minor FROM sku s WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id AND s.on_shelf
        ORDER BY ${skuOrder} LIMIT 1) s ON true
      LEFT JOIN LATERAL (SELECT min(play_on) AS next_on FROM departure d WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id
        AND d.play_on >= (now() AT TIME ZONE c.zone)::date
        AND ${stillOpen(sql`c.zone`, sql`q.cut_off_hours`, sql`now()`)} AND (k.oversell OR ${hasPlaces})) d ON true
      WHERE q.owner_id = ${owner.id} AND ${onlyIf(productId, sql`q.product_id = ${productId}`)}
      GROUP BY q.product_id, q.from_minor, q.currency) f
    WHERE p.owner_id = ${owner.id} AND p.product_id = f.product_id
      AND (p.from_minor, p.next_on, p.from_sort) IS DISTINCT FROM (f.price, f.next_on, f.sort)`.execute(owner);
}

/** Owners with a card that names a day on which nothing can be booked any more, wherever the product is. */
export async function listOwnersOfPastDays(house: House, now: Date): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT DISTINCT p.owner_id FROM product p JOIN city c ON c.city = p.city
      WHERE p.on_shelf AND p.next_on
        < ((${now.toISOString()}::timestamptz + make_interval(hours => p.cut_off_hours)) AT TIME ZONE c.zone)::date`,
  );
  return found.map((row) => row.owner_id);
}

/**
 * Locks the product, whose searched row is written again, and this shop's words that lead to something, until the end of the
 * transaction.
 */
async function lockWords(owner: Owner, productId: number): Promise<void> {
  await sql`SELECT 1 FROM product WHERE owner_id = ${owner.id} AND product_id = ${productId} FOR NO KEY UPDATE`.execute(
    owner,
  );
  await sql`SELECT 1 FROM owner WHERE owner_id = ${owner.id} FOR NO KEY UPDATE`.execute(owner);
}

/**
 * The words that lead to a product; null: nothing does (a draft, or taken off the shelf). Words that lead to nothing any more are
 * forgotten, so that the search proposes close ones instead.
 */
export async function replaceWords(
  owner: Owner,
  productId: number,
  found: { nameWords: string[]; words: string[] } | null,
): Promise<void> {
  await lockWords(owner, productId);
  const old = await sql<{
    list: string[];
  }>`DELETE FROM product_search WHERE owner_id = ${owner.id} AND product_id = ${productId}
    RETURNING tsvector_to_array(words) AS list`.execute(owner);
  if (found) {
    await sql`INSERT INTO product_search (owner_id, product_id, name_words, words)
      VALUES (${owner.id}, ${productId}, array_to_tsvector(${found.nameWords}::text[]), array_to_tsvector(${found.words}::text[]))`.execute(
      owner,
    );
    await sql`INSERT INTO search_word (owner_id, word) SELECT ${owner.id}, word FROM unnest(${found.words}::text[]) AS w(word)
      WHERE word !~ '^#' ON CONFLICT DO NOTHING`.execute(owner);
  }
  const stored = new Set(found?.words);
  const gone = (old.rows[0]?.list ?? []).filter((word) => !stored.has(word));
  if (!gone.length) return;
  await sql`DELETE FROM search_word w WHERE w.owner_id = ${owner.id} AND w.word = ANY(${gone})
    AND NOT leads_somewhere(${owner.id}, ('''' || replace(replace(w.word, '\\', '\\\\'), '''', '''''') || '''')::tsquery)`.execute(
    owner,
  );
}
