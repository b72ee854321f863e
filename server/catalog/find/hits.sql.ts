// What words find, whole, to be kept under the owner's search revision; and what a page of it shows at this moment (decision 0737).
import type { OfferTime } from '../../../domain/offers.ts';
import { loadInBatches } from '../../platform/database/load-in-batches.ts';
import { prepareStatement } from '../../platform/database/prepare-statement.ts';
import { type Owner, sql } from '../../platform/db.ts';
import type { AudienceNames } from '../../site/hidden.sql.ts';
import { textOf } from '../catalog.sql.ts';
import { type LiveCard, liveColumns } from '../offer/offer.sql.ts';
import { hasRules, ownFrom } from '../pricing.sql.ts';
import { hitsOf, type SearchValues } from '../search.sql.ts';
import { priceWithoutOffers } from './price-hits.sql.ts';

/** Products that one statement reads of a shelf: to take them in holds up other work of the process for some milliseconds. */
const partSize = 5000;

/** One entry in each list for each product, in the order of their ids; `created` in microseconds. */
type ShelfColumns = {
  ids: number[];
  types: number[];
  subtypes: number[];
  cities: string[];
  /** At retail, in hundredths of the owner's currency. */
  prices: number[];
  popularity: number[];
  sold: number[];
  created: number[];
  ratings: number[];
};
export type ShelfPart = {
  /** Null before the owner's first product. */
  revision: string | null;
  columns: ShelfColumns;
  /** Of the products that have some. */
  offers: { id: number; offers: OfferTime[] }[];
  /** From whom the owner hides some product; with the first part. */
  audiences: number[];
};
/** What the caller pays for each product of a shelf as "from", as its `prices`; of the same moment as both revisions. */
export type OwnPricesRow = { revision: string | null; rules: string | null; prices: number[] };
export type WordsRow = { revision: string | null; ids: number[]; ranks: number[] };

/** Of an owner's search: a random number, renewed by all that changes what is found, counted or sorted by. */
export const revisionOf = (ownerId: number) =>
  sql`(SELECT r.revision::text FROM search_revision r WHERE r.owner_id = ${ownerId})`;

/** The same of the prices of callers who have some of their own (decision 0796). */
const rulesRevisionOf = (ownerId: number) =>
  sql`(SELECT r.prices::text FROM search_revision r WHERE r.owner_id = ${ownerId})`;

const listOf = (column: ReturnType<typeof sql>) => sql`coalesce(json_agg(${column} ORDER BY product_id), '[]')`;

// Both begin with SELECT, so that they are sent once more where their connection was dead.
const preparedShelf = prepareStatement((wanted: SearchValues & { after: number }) => {
  const { hits } = hitsOf(wanted, 'retail plain whole all');
  return sql<ShelfPart>`SELECT * FROM (WITH part AS MATERIALIZED (SELECT * FROM (${hits}) h
      WHERE product_id > ${wanted.after}::bigint ORDER BY product_id LIMIT ${sql.lit(partSize)})
    SELECT ${revisionOf(wanted.ownerId)} AS revision,
      json_build_object('ids', ${listOf(sql`product_id`)}, 'types', ${listOf(sql`type`)}, 'subtypes', ${listOf(sql`subtype`)},
        'cities', ${listOf(sql`city`)}, 'prices', ${listOf(sql`from_sort`)}, 'popularity', ${listOf(sql`popularity`)},
        'sold', ${listOf(sql`sold_lately`)}, 'created', ${listOf(sql`(extract(epoch FROM created_at) * 1000000)::bigint`)},
        'ratings', ${listOf(sql`rating_rank`)}) AS columns,
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT p.product_id AS id, p.offers FROM product p
        WHERE p.owner_id = ${wanted.ownerId} AND p.offers IS NOT NULL AND p.product_id IN (SELECT product_id FROM part)) t) AS offers,
      (SELECT coalesce(json_agg(DISTINCT h.audience), '[]') FROM product_hide h
        WHERE h.owner_id = ${wanted.ownerId} AND ${wanted.after}::bigint = 0) AS audiences
    FROM part) found`;
});

const preparedWords = prepareStatement((wanted: SearchValues) => {
  const { hits } = hitsOf(wanted, 'retail plain whole words');
  return sql<WordsRow>`SELECT * FROM (SELECT ${revisionOf(wanted.ownerId)} AS revision,
    ${listOf(sql`product_id`)} AS ids, ${listOf(sql`rank`)} AS ranks FROM (${hits}) h) found`;
});

const preparedPrices = prepareStatement((wanted: SearchValues) => {
  const { hits } = hitsOf(wanted, 'own plain whole all');
  return sql<OwnPricesRow>`SELECT * FROM (SELECT ${revisionOf(wanted.ownerId)} AS revision, ${rulesRevisionOf(wanted.ownerId)} AS rules,
    ${listOf(sql`from_sort`)} AS prices FROM (${priceWithoutOffers(hits, wanted)}) h) found`;
});

/** The next products of a shelf; after a full part there may be another. */
export async function readShelfPart(owner: Owner, wanted: SearchValues, after: number): Promise<ShelfPart> {
  const [row] = await preparedShelf(owner, { ...wanted, after }, 'whole');
  if (!row) throw new Error('a shelf gave no row');
  return row;
}

export const isFullPart = ({ columns }: ShelfPart): boolean => columns.ids.length === partSize;

/** All that words find. */
export async function readWords(owner: Owner, wanted: SearchValues): Promise<WordsRow> {
  const [row] = await preparedWords(owner, wanted, 'whole');
  if (!row) throw new Error('a search gave no row');
  return row;
}

/** "From" of everything that the caller sees, without limited offers. */
export async function readOwnPrices(owner: Owner, wanted: SearchValues): Promise<OwnPricesRow> {
  const [row] = await preparedPrices(owner, wanted, 'whole');
  if (!row) throw new Error('prices gave no row');
  return row;
}

type Item = { language: string; ids: number[]; cities: string[] };
export type Live = {
  revision: string | null;
  /** Of the prices of callers who have some of their own. */
  rules: string | null;
  list: LiveCard[];
  /** Of the cities, in the language. */
  names: Record<string, string>;
  /** Some rule of prices is for the caller. */
  own: boolean;
};
type Whose = { ownerId: number; names: AudienceNames; today: string };

const preparedLive = prepareStatement((whose: Whose & { items: string }, shape: 'retail' | 'own') => {
  const { ownerId, names, today, items } = whose;
  return sql<
    Live & { at: number }
  >`SELECT asked.at, ${revisionOf(ownerId)} AS revision, ${rulesRevisionOf(ownerId)} AS rules,
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${liveColumns(shape === 'own' ? ownFrom(ownerId, names, today) : undefined)}
        FROM unnest(asked.ids) WITH ORDINALITY s(product_id, place)
          JOIN product q ON q.owner_id = ${ownerId} AND q.product_id = s.product_id
          JOIN product_version w ON w.owner_id = q.owner_id AND w.product_id = q.product_id ORDER BY s.place) t) AS list,
      (SELECT coalesce(json_object_agg(c.city, ${textOf('c.names', sql.ref('asked.language'))}), '{}') FROM city c
        WHERE c.city = ANY(asked.cities)) AS names,
      ${shape === 'own' ? hasRules(ownerId, names) : sql`false`} AS own
    FROM jsonb_to_recordset(${items}::jsonb) AS asked(at int, language text, ids bigint[], cities text[])`;
});

const loadLive = loadInBatches<Item, Live>();

/** Cards of products as they are now, with the revision of the same moment. */
export function readLive(owner: Owner, wanted: SearchValues, shape: 'retail' | 'own', item: Item): Promise<Live> {
  const { ownerId, names, today } = wanted;
  const load = async (items: Item[]): Promise<Live[]> => {
    const numbered = JSON.stringify(items.map((one, at) => ({ at, ...one })));
    const found = await preparedLive(owner, { ownerId, names, today, items: numbered }, shape);
    return found.sort((left, other) => left.at - other.at);
  };
  return loadLive(owner, [shape, ...names, today].join(), item, { load });
}
