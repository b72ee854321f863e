// Statements of the search (§2): words that lead somewhere, and a page of matches with the counts of all filters.
import { loadInBatches } from '../platform/database/load-in-batches.ts';
import { prepareStatement } from '../platform/database/prepare-statement.ts';
import { type Owner, rows, sql } from '../platform/db.ts';
import { type AudienceNames, audienceNamesOf, isSeenBy } from '../site/hidden.sql.ts';
import { textOf } from './catalog.sql.ts';
import { type Narrowing, narrowHits, notNarrowed } from './find/narrow.sql.ts';
import { priceForAll, priceForOne } from './find/price-hits.sql.ts';
import { type LiveCard, liveColumns } from './offer/offer.sql.ts';
import { cardPrice, ownFrom, type Pricing, type RawSql } from './pricing.sql.ts';

/** Texts of tsqueries; null: no query. Those that rank use whole words. */
export type AskedWords = {
  query: string;
  /** The kind that a word names, or the phrase. */
  best: string | null;
  /** All in the product's own names. */
  title: string | null;
  /** All in names of products, places and kinds. */
  name: string;
};

/** For each asked word whether something begins with it; if nothing does, the few words that look like it. */
export function expandWords(owner: Owner, words: string[]): Promise<{ known: boolean; close: string[] | null }[]> {
  return rows(
    owner,
    sql<{ known: boolean; close: string[] | null }>`SELECT k.known, CASE WHEN NOT k.known THEN
        (SELECT array_agg(word) FROM (SELECT s.word FROM similar_words(${owner.id}, q.word) s(word)
          WHERE char_length(q.word) > CASE WHEN q.word ~ '[a-z]' THEN 3 ELSE 2 END AND abs(char_length(s.word) - char_length(q.word)) <= 2
          ORDER BY similarity(s.word, q.word) DESC LIMIT 4) e) END AS close
      FROM unnest(${words}::text[]) WITH ORDINALITY q(word, at)
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM search_word s WHERE s.owner_id = ${owner.id}
          AND s.word ~>=~ q.word AND s.word ~<~ (q.word || chr(1114109))) AS known) k ORDER BY q.at`,
  );
}

/** `narrowing`: what only some searches are narrowed by; null costs nothing. */
export type Filter = {
  asking: AskedWords | null;
  narrowing: (Narrowing & { now: Date }) | null;
  type: number | null;
  subtype: number | null;
  city: string | null;
};
export type Order = 'default' | 'priceHigh' | 'priceLow' | 'popular' | 'hot' | 'recent' | 'rating' | 'distance';

/**
 * What each order sorts by, the greatest first, and then by id. Chosen by a value and not by the text of the statement: each connection
 * plans one statement for all orders, and planning costs more than running it. find/choose-page.ts sorts kept hits in the same way.
 */
const ranks = {
  first: (
    order: Order,
    away: RawSql,
  ) => sql`CASE ${order}::text WHEN 'default' THEN rank WHEN 'distance' THEN ${away} WHEN 'priceHigh' THEN from_sort
    WHEN 'priceLow' THEN -from_sort WHEN 'hot' THEN sold_lately
    WHEN 'rating' THEN rating_rank WHEN 'recent' THEN
    (extract(epoch FROM created_at) * 1000000)::bigint ELSE 0 END`,
  second: (order: Order) =>
    sql`CASE WHEN ${order}::text IN ('default', 'hot', 'popular', 'rating') THEN popularity ELSE 0 END`,
  id: (order: Order) => sql`CASE ${order}::text WHEN 'recent' THEN -product_id ELSE product_id END`,
};

export type SearchRow = {
  total: number;
  /** Some product has the words in a name. */
  ranked: boolean;
  types: { key: number; count: number }[];
  subtypes: { key: number; count: number }[];
  cities: { key: string; count: number; name: string }[];
  /** `away`: metres from where the visitor is. */
  list: (LiveCard & { away?: number | null })[];
};

export type SearchValues = Omit<Filter, 'asking' | 'narrowing'> &
  Narrowing & {
    now: Date | null;
    query: string | null;
    best: string | null;
    title: string | null;
    name: string | null;
    ownerId: number;
    language: string;
    names: AudienceNames;
    today: string;
    /** The instant, in milliseconds: of limited offers. */
    at: number;
  };
type Wanted = SearchValues & { order: Order; size: number; skip: number };

/** `priced`: the caller's own price sorts or filters. */
export type Shape = `${'retail' | 'own'} ${'priced' | 'plain'} ${'whole' | 'narrow'} ${'words' | 'all'}`;

/** The matching products, filtered by kind and city. */
export function hitsOf(wanted: SearchValues, shape: Shape) {
  const { ownerId, names, query, type, subtype, city } = wanted;
  const all = shape.endsWith('all')
    ? sql`SELECT product_id, type, subtype, city, from_sort, popularity, sold_lately, created_at, rating_rank, 0 AS rank
        FROM product WHERE owner_id = ${ownerId} AND on_shelf AND ${isSeenBy(ownerId, names, 'product')}`
    : sql`SELECT * FROM found_shelf(${ownerId}, ${query}::tsquery, ${wanted.best}::tsquery,
        ${wanted.title}::tsquery, ${wanted.name}::tsquery) found WHERE ${isSeenBy(ownerId, names, 'found')}`;
  const isType = sql`(${type}::int IS NULL OR type = ${type}::int)`;
  const ofType = sql`${isType} AND (${subtype}::int IS NULL OR subtype = ${subtype}::int)`;
  const ofCity = sql`(${city}::text IS NULL OR city = ${city}::text)`;
  const price = shape.startsWith('own') ? priceForOne : priceForAll;
  const priced = shape.includes('priced') ? price(all, wanted) : all;
  return { hits: shape.includes('narrow') ? narrowHits(priced, ownerId, wanted) : priced, isType, ofType, ofCity };
}

function writeSearch(wanted: Wanted, shape: Shape) {
  const { ownerId, names, order } = wanted;
  const isNarrow = shape.includes('narrow');
  const { hits, isType, ofType, ofCity } = hitsOf(wanted, shape);
  // Hits that are sorted or filtered by the caller's price know what their cards are priced by.
  const isOwn = shape.startsWith('own') && shape.includes('priced');
  const from = isOwn ? cardPrice(sql`s.minor`, sql`s.percent`) : ownFrom(ownerId, names, wanted.today);
  const figures = liveColumns(shape.startsWith('own') ? from : undefined);
  return sql<SearchRow>`SELECT * FROM (WITH hits AS MATERIALIZED (${hits}),
      counts AS MATERIALIZED (SELECT type, subtype, city, count(*)::int AS hits FROM hits GROUP BY type, subtype, city),
      shown AS (SELECT row_number() OVER () AS place, f.* FROM (SELECT product_id${isOwn ? sql`, minor, percent` : sql``} FROM hits
        WHERE ${ofType} AND ${ofCity}
        ORDER BY ${ranks.first(order, isNarrow ? sql`-away` : sql`0`)} DESC, ${ranks.second(order)} DESC, ${ranks.id(order)}
        LIMIT ${wanted.size} OFFSET ${wanted.skip}) f)
      SELECT (SELECT coalesce(sum(hits), 0)::int FROM counts WHERE ${ofType} AND ${ofCity}) AS total,
        EXISTS (SELECT 1 FROM hits WHERE rank > 0) AS ranked,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT type AS key, sum(hits)::int AS count FROM counts WHERE ${ofCity}
          GROUP BY type) t) AS types,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT subtype AS key, sum(hits)::int AS count FROM counts
          WHERE ${ofCity} AND ${isType} GROUP BY subtype) t) AS subtypes,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT h.city AS key, h.count, ${textOf('c.names', wanted.language)} AS name FROM
          (SELECT city, sum(hits)::int AS count FROM counts WHERE ${ofType} GROUP BY city) h JOIN city c USING (city)
            ORDER BY h.count DESC, h.city COLLATE "C") t) AS cities,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${figures}${isNarrow ? sql`, h.away` : sql``} FROM shown s
          ${isNarrow ? sql`JOIN hits h ON h.product_id = s.product_id` : sql``}
          JOIN product q ON q.owner_id = ${ownerId} AND q.product_id = s.product_id
          JOIN product_version w ON w.owner_id = q.owner_id AND w.product_id = q.product_id ORDER BY s.place) t) AS list) found`;
}

const prepared = prepareStatement(writeSearch);

/** The parameters of each search that shares a statement. */
const itemColumns = {
  language: 'text',
  query: 'text',
  best: 'text',
  title: 'text',
  name: 'text',
  type: 'int',
  subtype: 'int',
  city: 'text',
  order: 'text',
  size: 'int',
  skip: 'int',
} as const;
type Item = Pick<Wanted, keyof typeof itemColumns>;
type Together = Omit<Wanted, keyof Item> & { items: string };

const preparedTogether = prepareStatement((same: Together, shape: Shape) => {
  const names = Object.keys(itemColumns) as (keyof Item)[];
  const each = Object.fromEntries(names.map((name) => [name, sql.ref(`asked.${name}`)]));
  const columns = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(itemColumns[name])}`));
  // The statement of one search takes columns as well as values. The values have no names yet, so they cannot be copied.
  const wanted = Object.assign(Object.create(same), each) as Wanted;
  return sql<
    SearchRow & { at: number }
  >`SELECT asked.at, found.* FROM jsonb_to_recordset(${same.items}::jsonb) AS asked(at int, ${columns})
    CROSS JOIN LATERAL (${writeSearch(wanted, shape)}) found`;
});

/**
 * One page of matches with the counts of each filter; a filter's own counts ignore its own choice. One round trip: hits are narrow rows,
 * one pass over them makes all counts. Cards follow by their versions (offer/cache-contents.ts), with the prices that the caller pays.
 * It begins with SELECT, so that it is sent once more where its connection was dead.
 */
export async function searchRows(
  owner: Owner,
  { language, pricing }: { language: string; pricing: Pricing },
  filter: Filter,
  order: Order,
  page: { size: number; skip: number },
): Promise<SearchRow> {
  const { values, shape } = fillSearch(owner, { language, pricing }, filter, order);
  const wanted: Wanted = { ...values, order, ...page };
  const load = async (items: Wanted[]): Promise<SearchRow[]> => {
    if (items.length === 1) return prepared(owner, items[0] ?? wanted, shape);
    const rows = await preparedTogether(owner, { ...wanted, items: writeItems(items) }, shape);
    return rows.sort((left, other) => left.at - other.at);
  };
  // Narrowed searches are rare, and each has many values of its own.
  const [row] = shape.includes('narrow')
    ? await load([wanted])
    : [await loadRows(owner, [shape, ...values.names, values.today].join(), wanted, { load })];
  if (!row) throw new Error('a search gave no row');
  return row;
}

const loadRows = loadInBatches<Wanted, SearchRow>();

const writeItems = (items: Wanted[]) =>
  JSON.stringify(
    items.map((item, at) => ({
      at,
      ...Object.fromEntries(Object.keys(itemColumns).map((name) => [name, item[name as keyof Item]])),
    })),
  );

/** The values of a search, and which of its texts they fill in. */
export function fillSearch(
  owner: Owner,
  { language, pricing }: { language: string; pricing: Pricing },
  { asking, narrowing, ...chosen }: Filter,
  order: Order,
): { values: SearchValues; shape: Shape } {
  const by = narrowing ?? { ...notNarrowed, now: null };
  const whose = { ownerId: owner.id, language, names: audienceNamesOf(pricing), today: pricing.today, at: pricing.now };
  const { best, title, name } = asking && order === 'default' ? asking : { best: null, title: null, name: null };
  const whosePrices = pricing.partnerId === null ? 'retail' : 'own';
  const isPriced = order === 'priceHigh' || order === 'priceLow' || by.priceFrom !== null || by.priceTo !== null;
  return {
    values: { ...chosen, query: asking?.query ?? null, best, title, name, ...by, ...whose },
    shape: `${whosePrices} ${isPriced ? 'priced' : 'plain'} ${narrowing ? 'narrow' : 'whole'} ${asking === null ? 'all' : 'words'}`,
  };
}
