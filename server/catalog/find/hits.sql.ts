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

/** Hits of one search that a process keeps, at most: to read and sort so many holds up its other work for a tenth of a second. */
export const mostKept = 50_000;

/** One entry in each list for each hit; `created` in microseconds. */
export type HitColumns = {
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
  ranks: number[];
};
export type HitsRow = {
  /** Null before the owner's first product. */
  revision: string | null;
  hits: HitColumns;
  /** Of the hits that have some. */
  offers: { id: number; offers: OfferTime[] }[];
  /** From whom the owner hides some product. */
  audiences: number[];
};

const revisionOf = (ownerId: number) =>
  sql`(SELECT r.revision::text FROM search_revision r WHERE r.owner_id = ${ownerId})`;

const prepared = prepareStatement((wanted: SearchValues, shape: 'words' | 'all') => {
  const { hits } = hitsOf(wanted, `retail plain whole ${shape}`);
  const all = (column: ReturnType<typeof sql>) => sql`coalesce(json_agg(${column}), '[]')`;
  // It begins with SELECT, so that it is sent once more where its connection was dead.
  return sql<HitsRow>`SELECT * FROM (WITH hits AS MATERIALIZED (SELECT * FROM (${hits}) h LIMIT ${sql.lit(mostKept + 1)})
    SELECT ${revisionOf(wanted.ownerId)} AS revision,
      json_build_object('ids', ${all(sql`product_id`)}, 'types', ${all(sql`type`)}, 'subtypes', ${all(sql`subtype`)},
        'cities', ${all(sql`city`)}, 'prices', ${all(sql`from_sort`)}, 'popularity', ${all(sql`popularity`)},
        'sold', ${all(sql`sold_lately`)}, 'created', ${all(sql`(extract(epoch FROM created_at) * 1000000)::bigint`)},
        'ratings', ${all(sql`rating_rank`)}, 'ranks', ${all(sql`rank`)}) AS hits,
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT p.product_id AS id, p.offers FROM product p
        WHERE p.owner_id = ${wanted.ownerId} AND p.offers IS NOT NULL AND p.product_id IN (SELECT h.product_id FROM hits h)) t) AS offers,
      (SELECT coalesce(json_agg(DISTINCT h.audience), '[]') FROM product_hide h WHERE h.owner_id = ${wanted.ownerId}) AS audiences
    FROM hits) found`;
});

/** All hits of a search without filters; of more than are kept, one more than these. */
export async function listHits(owner: Owner, wanted: SearchValues, shape: 'words' | 'all'): Promise<HitsRow> {
  const [row] = await prepared(owner, wanted, shape);
  if (!row) throw new Error('a search gave no row');
  return row;
}

type Item = { language: string; ids: number[]; cities: string[] };
export type Live = {
  revision: string | null;
  list: LiveCard[];
  /** Of the cities, in the language. */
  names: Record<string, string>;
  /** Some rule of prices is for the caller. */
  own: boolean;
};
type Whose = { ownerId: number; names: AudienceNames; today: string };

const preparedLive = prepareStatement((whose: Whose & { items: string }, shape: 'retail' | 'own') => {
  const { ownerId, names, today, items } = whose;
  return sql<Live & { at: number }>`SELECT asked.at, ${revisionOf(ownerId)} AS revision,
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
    return found.sort((one, other) => one.at - other.at);
  };
  return loadLive(owner, [shape, ...names, today].join(), item, { load });
}
