// Rates of the feed by day, an owner's own table, and who follows the feed. Past days of the feed are never overwritten.
import type { CurrencyRate, FeedRates } from '../../domain/exchange-rate.ts';
import { changed, firstRow, type House, type Owner, rows, type Sql, sql } from '../platform/db.ts';

export type RateRow = CurrencyRate & { currency: string; on: string | null };

/** The owner's table, without trailing zeros of the stored figures. */
export function listRates(owner: Owner): Promise<RateRow[]> {
  return rows(
    owner,
    sql<RateRow>`SELECT currency, trim_scale(rate)::text AS rate, source, on_day AS on FROM exchange_rate
      WHERE owner_id = ${owner.id} ORDER BY currency`,
  );
}

/** What `showExchange` needs of payment y. */
export const exchangeColumns = sql`y.order_minor, trim_scale(y.rate)::text AS rate, y.rate_source, y.rate_on::text AS rate_on, y.rate_at,
  trim_scale(y.surcharge_percent)::text AS surcharge_percent`;

export type RateRules = { currency: string; rate_feed: string; rate_margin: number; revision: number };

export function findRateRules(owner: Owner): Promise<RateRules | undefined> {
  return firstRow(
    owner,
    sql<RateRules>`SELECT currency, rate_feed, rate_margin, revision FROM owner WHERE owner_id = ${owner.id}`,
  );
}

/** The same, and locks the owner's rates until the end of the transaction. */
export function lockRateRules(owner: Owner): Promise<RateRules | undefined> {
  return firstRow(
    owner,
    sql<RateRules>`SELECT currency, rate_feed, rate_margin, revision FROM owner WHERE owner_id = ${owner.id} FOR NO KEY UPDATE`,
  );
}

/** 1 when written; 0 when changed since `revision`. */
export function changeRateRules(
  owner: Owner,
  { feed, margin, revision }: { feed: boolean; margin: number; revision: number },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE owner SET rate_feed = ${feed ? 'ecb' : ''}, rate_margin = ${margin}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND revision = ${revision}`,
  );
}

/** Writes rows of the table; the day of a rate by hand stays while the rate does. */
export async function writeRates(owner: Owner, list: RateRow[]): Promise<void> {
  await sql`INSERT INTO exchange_rate (owner_id, currency, rate, source, on_day)
    SELECT ${owner.id}, currency, rate, source, on_day FROM unnest(${list.map((rate) => rate.currency)}::text[],
      ${list.map((rate) => rate.rate)}::numeric[], ${list.map((rate) => rate.source)}::text[], ${list.map((rate) => rate.on)}::date[])
      AS n(currency, rate, source, on_day)
    ON CONFLICT (owner_id, currency) DO UPDATE SET rate = EXCLUDED.rate, source = EXCLUDED.source,
      on_day = CASE WHEN exchange_rate.source = 'hand' AND EXCLUDED.source = 'hand' AND exchange_rate.rate = EXCLUDED.rate
        THEN exchange_rate.on_day ELSE EXCLUDED.on_day END`.execute(owner);
}

/** Renews rows that follow the feed; a row set by hand meanwhile stays. */
export function renewRates(owner: Owner, list: { currency: string; rate: string; on: string }[]) {
  return changed(
    owner,
    sql`UPDATE exchange_rate r SET rate = n.rate, on_day = n.on_day
      FROM unnest(${list.map((item) => item.currency)}::text[], ${list.map((item) => item.rate)}::numeric[],
        ${list.map((item) => item.on)}::date[]) AS n(currency, rate, on_day)
      WHERE r.owner_id = ${owner.id} AND r.currency = n.currency AND r.source = 'feed'
        AND (r.rate, r.on_day) IS DISTINCT FROM (n.rate, n.on_day)`,
  );
}

/** Without the feed its last rates stay, as if set by hand. */
export async function stopDailyRates(owner: Owner): Promise<void> {
  await sql`UPDATE exchange_rate SET source = 'hand' WHERE owner_id = ${owner.id} AND source = 'feed'`.execute(owner);
}

export async function deleteRates(owner: Owner, list: string[]): Promise<void> {
  await sql`DELETE FROM exchange_rate WHERE owner_id = ${owner.id} AND currency = ANY(${list})`.execute(owner);
}

/** What cards are sorted by, at the rates of now: prices in the owner's currency, in hundredths of a unit. */
export async function resortProducts(owner: Owner, exponents: Record<string, number>): Promise<void> {
  await sql`UPDATE product p SET from_sort = n.sort
    FROM (SELECT q.product_id, round(q.from_minor * r.rate * 10::numeric ^ (2 - e.exponent::int)::numeric) AS sort FROM product q
      JOIN exchange_rate r ON r.owner_id = q.owner_id AND r.currency = q.currency
      JOIN jsonb_each_text(${JSON.stringify(exponents)}::jsonb) AS e(currency, exponent) ON e.currency = q.currency
      WHERE q.owner_id = ${owner.id}) n
    WHERE p.owner_id = ${owner.id} AND p.product_id = n.product_id AND p.from_sort IS DISTINCT FROM n.sort`.execute(
    owner,
  );
}

/** Currencies that the owner's products are sold in. */
export function listSellingCurrencies(owner: Owner): Promise<{ currency: string }[]> {
  return rows(owner, sql<{ currency: string }>`SELECT DISTINCT currency FROM product WHERE owner_id = ${owner.id}`);
}

/** The newest rate of each currency. */
export async function findFeed(db: Sql): Promise<FeedRates> {
  const list = await rows(
    db,
    sql<{
      currency: string;
      per_euro: string;
      on: string;
    }>`SELECT DISTINCT ON (currency) currency, per_euro::text, on_day AS on
      FROM feed_rate WHERE source = 'ecb' ORDER BY currency, on_day DESC`,
  );
  return new Map(list.map((row) => [row.currency, { perEuro: row.per_euro, on: row.on }]));
}

export async function findNewestDay(db: Sql): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{ on: string | null }>`SELECT max(on_day) AS on FROM feed_rate WHERE source = 'ecb'`,
  );
  return row?.on ?? null;
}

/** How many rates are new; stored rates of a day stay. */
export function insertFeed(db: Sql, day: string, perEuro: Record<string, string>): Promise<number> {
  return changed(
    db,
    sql`INSERT INTO feed_rate (source, on_day, currency, per_euro)
      SELECT 'ecb', ${day}::date, currency, per_euro
      FROM unnest(${Object.keys(perEuro)}::text[], ${Object.values(perEuro)}::numeric[]) AS n(currency, per_euro)
      ON CONFLICT DO NOTHING`,
  );
}

export function listFollowers(house: House): Promise<{ owner_id: number }[]> {
  return rows(
    house,
    sql<{ owner_id: number }>`SELECT owner_id FROM owner o WHERE rate_feed = 'ecb'
      AND NOT EXISTS (SELECT 1 FROM owner_away a WHERE a.owner_id = o.owner_id) ORDER BY owner_id`,
  );
}

/** Owners with a rate older than what the feed now has for it. */
export function listBehind(house: House): Promise<{ owner_id: number }[]> {
  return rows(
    house,
    sql<{ owner_id: number }>`WITH known AS (
        SELECT currency, max(on_day) AS on_day FROM feed_rate WHERE source = 'ecb' GROUP BY currency
        UNION ALL SELECT 'EUR', max(on_day) FROM feed_rate WHERE source = 'ecb')
      SELECT DISTINCT o.owner_id FROM owner o
        JOIN exchange_rate r ON r.owner_id = o.owner_id AND r.source = 'feed'
        JOIN known a ON a.currency = o.currency JOIN known b ON b.currency = r.currency
      WHERE o.rate_feed = 'ecb' AND (r.on_day IS NULL OR r.on_day < least(a.on_day, b.on_day)) ORDER BY owner_id`,
  );
}

/** 1 for the first of all processes in the hour that begins at half past; the row is stored with one of the followers. */
export function claimFetch(owner: Owner, now: Date): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO attempt (owner_id, bucket, window_at, count)
      VALUES (${owner.id}, 'rates of the day', date_bin('1 hour', ${now.toISOString()}::timestamptz, '2020-01-01 00:30Z'), 1)
      ON CONFLICT DO NOTHING`,
  );
}

/** How often staff asked for the feed in the present hour, this time included. */
export async function countFetch(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ count: number }>`INSERT INTO attempt (owner_id, bucket, window_at, count)
      VALUES (${owner.id}, 'rates asked for', date_trunc('hour', now()), 1)
      ON CONFLICT (owner_id, bucket, window_at) DO UPDATE SET count = attempt.count + 1 RETURNING count`,
  );
  return row?.count ?? 1;
}
