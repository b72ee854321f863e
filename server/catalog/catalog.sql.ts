// Products, packages, SKUs and the search over them. Visitors see published products.

import type { RefundRule } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { SeenOf } from '../../domain/product-fields.ts';
import { firstRow, given, type Owner, rows, sql } from '../platform/db.ts';
import { selectSeen } from './field-columns.sql.ts';
import { hasPlaces, stillOpen } from './open-days.sql.ts';
import { type Pricing, ruleFor } from './pricing.sql.ts';
import type { Scene } from './read-scene.ts';

export type Texts = Record<string, string>;

export type CardRow = {
  product_id: number;
  key: string;
  type: number;
  subtype: number;
  city: string;
  name: string;
  city_names: Texts;
  country_names: Texts;
  country_key: string;
  scene: Scene;
  currency: Currency;
  from_minor: number;
  /** The next day that is sold, openDay for tickets of any day. */
  next_on: string | null;
  instant: boolean;
  free_cancel_days: number | null;
  refund_rules: RefundRule[] | null;
  popularity: number;
  /** The owner's own first picture; null until one is uploaded. */
  own_picture: { id: string; alts: Texts } | null;
};

export const cardColumns = (language: string) => sql`p.product_id, p.key, p.type, p.subtype, p.city,
  coalesce(p.names ->> ${language}, p.names ->> 'en', p.names ->> 'zh_CN', p.key) AS name,
  c.names AS city_names, k.names AS country_names, k.key AS country_key, p.scene, p.currency, p.from_minor,
  p.next_on::text AS next_on, p.instant, p.free_cancel_days, p.refund_rules, p.popularity,
  (SELECT jsonb_build_object('id', f.picture_id, 'alts', f.alts) FROM product_picture f
    WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id ORDER BY f.position LIMIT 1) AS own_picture`;

export const cardTables = sql`product p JOIN city c ON c.city = p.city JOIN country k ON k.country = c.country`;

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

export function listCards(
  owner: Owner,
  language: string,
  which: { keys: string[] } | { ids: string[] },
): Promise<CardRow[]> {
  if ('ids' in which) {
    return rows(
      owner,
      sql<CardRow>`SELECT ${cardColumns(language)} FROM ${cardTables} WHERE p.owner_id = ${owner.id} AND p.on_shelf
        AND p.product_id = ANY(${which.ids}::bigint[]) ORDER BY array_position(${which.ids}::bigint[], p.product_id)`,
    );
  }
  return rows(
    owner,
    sql<CardRow>`SELECT ${cardColumns(language)} FROM ${cardTables}
      WHERE p.owner_id = ${owner.id} AND p.on_shelf AND p.key = ANY(${which.keys}) ORDER BY array_position(${which.keys}, p.key)`,
  );
}

/**
 * The four that go with a product: of its city, else of its country; its own type first, then the popular ones. Candidates come from an
 * index; the wide rows are read of the four alone.
 */
export async function listRelated(
  owner: Owner,
  language: string,
  { city, type, productId }: { city: string; type: number; productId: number },
): Promise<CardRow[]> {
  const among = (cities: ReturnType<typeof sql>) =>
    rows(
      owner,
      sql<CardRow>`SELECT ${cardColumns(language)}
        FROM (SELECT n.product_id, n.city = ${city} AS near, n.type = ${type} AS same, n.popularity FROM product n
          WHERE n.owner_id = ${owner.id} AND n.on_shelf AND n.city IN (${cities}) AND n.product_id <> ${productId}
          ORDER BY near DESC, same DESC, n.popularity DESC LIMIT 4) n
        JOIN product p ON p.owner_id = ${owner.id} AND p.product_id = n.product_id
        JOIN city c ON c.city = p.city JOIN country k ON k.country = c.country
        ORDER BY n.near DESC, n.same DESC, n.popularity DESC`,
    );
  const near = await among(sql`SELECT ${city}::text`);
  if (near.length === 4) return near;
  return among(sql`SELECT y.city FROM city y WHERE y.country = (SELECT country FROM city WHERE city = ${city})`);
}

export type ProductRow = CardRow &
  SeenOf<'product'> & {
    lat: number;
    lng: number;
    zone: string;
    overview: string;
    /** Steps written before the back office existed have no day and no text; the long texts may be missing. */
    content: {
      itinerary: { day?: number; time: string; title: Texts; text?: Texts }[];
      included: Texts[];
      excluded: Texts[];
      notices: Texts[];
      descriptions?: Texts;
      instructions?: Texts;
      traffic?: Texts;
    };
    state: 'draft' | 'published' | 'withdrawn';
    preview_token: string | null;
    /** What the owner uploaded; the drawn scenes stand in where there is nothing. */
    own_pictures: { picture_id: string; alts: Texts }[];
    play_value: number;
    play_unit: number;
    redemption: string;
    area_ids: string[];
    on_shelf: boolean;
  };

export function findProduct(owner: Owner, productId: string, language: string): Promise<ProductRow | undefined> {
  return firstRow(
    owner,
    sql<ProductRow>`SELECT ${cardColumns(language)}, p.lat, p.lng, c.zone,
        coalesce(p.overviews ->> ${language}, p.overviews ->> 'en', p.overviews ->> 'zh_CN', '') AS overview,
        p.content, p.play_value, p.play_unit, p.redemption, p.on_shelf, ${selectSeen('p', 'product')},
        p.state, p.preview_token,
        (SELECT coalesce(json_agg(json_build_object('picture_id', i.picture_id, 'alts', i.alts) ORDER BY i.position), '[]')
          FROM product_picture i WHERE i.owner_id = p.owner_id AND i.product_id = p.product_id) AS own_pictures,
        (SELECT coalesce(array_agg(a.area_id::text ORDER BY a.area_id), '{}') FROM product_area a
          WHERE a.owner_id = p.owner_id AND a.product_id = p.product_id) AS area_ids
      FROM ${cardTables} WHERE p.owner_id = ${owner.id} AND p.product_id = ${productId}`,
  );
}

export type AddOnRow = { add_on_id: number; names: Texts; price_minor: number; most: number | null };

export function listAddOns(owner: Owner, productId: number): Promise<AddOnRow[]> {
  return rows(
    owner,
    sql<AddOnRow>`SELECT add_on_id, names, price_minor, most FROM add_on
      WHERE owner_id = ${owner.id} AND product_id = ${productId} AND on_shelf ORDER BY position`,
  );
}

export type PackageRow = {
  package_id: number;
  names: Texts;
  min_quantity: number;
  max_quantity: number;
  oversell: boolean;
  descriptions: Texts;
  open_days: number | null;
  min_nights: number;
  max_nights: number;
  sessions: string[];
  next_on: string | null;
  skus: {
    sku_id: number;
    ticket_type: number | null;
    car_type: number | null;
    seat_class: number | null;
    names: Texts;
    min_age: number;
    max_age: number;
    from_minor: number;
    retail_minor: number;
    seats: number | null;
    luggage: number | null;
  }[];
};

/** Packages on the shelf with their SKUs, sessions and the next day that can be booked and has places. */
export function listPackages(
  owner: Owner,
  productId: number,
  pricing: Pricing,
  { today, now, zone, cutOff }: { today: string; now: Date; zone: string; cutOff: number },
): Promise<PackageRow[]> {
  return rows(
    owner,
    sql<PackageRow>`SELECT k.package_id, k.names, k.min_quantity, k.max_quantity, k.oversell, k.descriptions,
        k.open_days, k.min_nights, k.max_nights,
        coalesce((SELECT array_agg(DISTINCT d.session ORDER BY d.session) FROM departure d
          WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id AND d.play_on >= ${today}::date
            AND d.session <> ''), '{}') AS sessions,
        (SELECT min(d.play_on)::text FROM departure d WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id
          AND d.play_on >= ${today}::date AND ${stillOpen(sql`${zone}::text`, sql`${cutOff}::int`, sql`${now}::timestamptz`)}
          AND (k.oversell OR ${hasPlaces})) AS next_on,
        (SELECT json_agg(json_build_object('sku_id', s.sku_id, 'ticket_type', s.ticket_type, 'car_type', s.car_type,
            'seat_class', s.seat_class, 'names', s.names, 'min_age', s.min_age, 'max_age', s.max_age, 'retail_minor', s.price_minor,
            'from_minor', agent_price(s.price_minor, g.kind, g.value), 'seats', s.seats, 'luggage', s.luggage)
            ORDER BY s.position, s.sku_id)
          FROM sku s JOIN product p ON p.owner_id = s.owner_id AND p.product_id = k.product_id ${ruleFor(pricing)}
          WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id AND s.on_shelf) AS skus
      FROM package k WHERE k.owner_id = ${owner.id} AND k.product_id = ${productId} AND k.on_shelf ORDER BY k.position`,
  );
}

export async function findProductOfPackage(owner: Owner, packageId: string): Promise<string | undefined> {
  const row = await firstRow(
    owner,
    sql<{ product_id: number }>`SELECT k.product_id FROM package k JOIN product p USING (owner_id, product_id)
      WHERE k.owner_id = ${owner.id} AND k.package_id = ${packageId} AND k.on_shelf AND p.on_shelf`,
  );
  return row && String(row.product_id);
}

export function listCategories(owner: Owner) {
  return firstRow(
    owner,
    sql<{
      types: { key: number; count: number }[];
      cities: { key: string; count: number; names: Texts; scene: Scene; product: string }[];
    }>`
      SELECT (SELECT coalesce(json_agg(t), '[]') FROM (SELECT type AS key, count(*)::int AS count FROM product
          WHERE owner_id = ${owner.id} AND on_shelf GROUP BY type) t) AS types,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT p.city AS key, count(*)::int AS count, c.names,
            (array_agg(p.scene ORDER BY p.popularity DESC))[1] AS scene, (array_agg(p.key ORDER BY p.popularity DESC))[1] AS product
          FROM product p JOIN city c USING (city) WHERE p.owner_id = ${owner.id} AND p.on_shelf
          GROUP BY p.city, c.names ORDER BY sum(p.popularity) DESC, p.city LIMIT 12) t) AS cities`,
  );
}

export function listPromotions(owner: Owner) {
  return rows(
    owner,
    sql<{ titles: Texts; product_keys: string[] }>`SELECT titles, product_keys FROM promotion
      WHERE owner_id = ${owner.id} AND active ORDER BY position, promotion_id`,
  );
}
