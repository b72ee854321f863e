// Products, packages, SKUs. Visitors see published products.
import type { RefundRule } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Language } from '../../domain/languages.ts';
import type { OfferTime } from '../../domain/offers.ts';
import type { SeenOf, SeenOfPackage } from '../../domain/product-fields.ts';
import type { Context } from '../platform/context.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';
import { isSeen, type Viewer } from '../site/hidden.sql.ts';
import { selectSeen } from './field-columns.sql.ts';
import { type Figures, figures } from './figures/figures.sql.ts';
import { type OwnPicture, ownPicture, ownPictures } from './pictures.sql.ts';
import { pricingOf, type RawSql } from './pricing.sql.ts';
import type { Scene } from './read-scene.ts';

export type Texts = Record<string, string>;

export type CardRow = {
  product_id: number;
  key: string;
  type: number;
  subtype: number;
  city: string;
  name: string;
  city_name: string;
  country_name: string;
  country_key: string;
  scene: Scene;
  currency: Currency;
  from_minor: number;
  /** The same at retail, where `from_minor` is the caller's own. */
  usual_minor?: number;
  offers: OfferTime[] | null;
  /** The next day that is sold, openDay for tickets of any day. */
  next_on: string | null;
  instant: boolean;
  free_cancel_days: number | null;
  refund_rules: RefundRule[] | null;
  /** Of its packages on the shelf; null: the product's. */
  package_rules: (RefundRule[] | null)[];
  popularity: number;
  /** Of published reviews. */
  review_count: number;
  rating_sum: number;
  /** The owner's own first picture; null until one is uploaded. */
  own_picture: OwnPicture | null;
  figures: Figures;
};

/** A text in the reader's language, with the same choice as textIn: no row carries the texts of all languages for one of them. */
export const textOf = (column: 'c.names' | 'k.names', language: string | RawSql) => {
  const names = sql.ref(column);
  return sql`coalesce(${names} ->> ${language}, ${names} ->> 'en', ${names} ->> 'zh_CN',
    (SELECT e.value FROM jsonb_each_text(${names}) e WHERE e.value <> '' LIMIT 1), '')`;
};

/** What a card shows in no language, or in all. */
const cardFacts = sql`p.product_id, p.key, p.type, p.subtype, p.city, k.key AS country_key,
  p.scene, p.currency, p.from_minor, p.offers, p.next_on::text AS next_on, p.instant, p.free_cancel_days, p.refund_rules, p.popularity,
  p.review_count, p.rating_sum,
  (SELECT coalesce(jsonb_agg(DISTINCT o.refund_rules), '[null]') FROM package o
    WHERE o.owner_id = p.owner_id AND o.product_id = p.product_id AND o.on_shelf) AS package_rules,
  (SELECT ${ownPicture} FROM ${ownPictures} WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id
    ORDER BY f.position LIMIT 1) AS own_picture, ${figures}`;

export const cardColumns = (language: string | RawSql) => sql`${cardFacts},
  coalesce(p.names ->> ${language}, p.names ->> 'en', p.names ->> 'zh_CN', p.key) AS name,
  ${textOf('c.names', language)} AS city_name, ${textOf('k.names', language)} AS country_name`;

/** A card with its names in all languages. */
export type CardInLanguages = Omit<CardRow, 'name' | 'city_name' | 'country_name'> & {
  names: Texts;
  city_names: Texts;
  country_names: Texts;
};

export const cardColumnsInLanguages = sql`${cardFacts}, p.names, c.names AS city_names, k.names AS country_names`;

export const cardTables = sql`product p JOIN city c ON c.city = p.city JOIN country k ON k.country = c.country`;

/** Cards of published products that the caller sees, in the requested order. */
export function listCards(context: Context, which: { keys: string[] } | { ids: string[] }): Promise<CardRow[]> {
  const { owner, language } = context;
  const seen = isSeen(owner, pricingOf(context), 'p');
  if ('ids' in which) {
    return rows(
      owner,
      sql<CardRow>`SELECT ${cardColumns(language)} FROM ${cardTables} WHERE p.owner_id = ${owner.id} AND p.on_shelf
        AND ${seen} AND p.product_id = ANY(${which.ids}::bigint[]) ORDER BY array_position(${which.ids}::bigint[], p.product_id)`,
    );
  }
  return rows(
    owner,
    sql<CardRow>`SELECT ${cardColumns(language)} FROM ${cardTables}
      WHERE p.owner_id = ${owner.id} AND p.on_shelf AND ${seen} AND p.key = ANY(${which.keys})
      ORDER BY array_position(${which.keys}, p.key)`,
  );
}

/** The long texts and lists of a product. Steps written before the back office existed have no day and no text. */
export type ProductContent = {
  itinerary: { day?: number; time: string; lat?: number | null; lng?: number | null; title: Texts; text?: Texts }[];
  included: Texts[];
  excluded: Texts[];
  notices: Texts[];
  collectPoints?: Texts[];
  returnPoints?: Texts[];
  deposits?: Texts;
  descriptions?: Texts;
  instructions?: Texts;
  traffic?: Texts;
};

export type ProductRow = CardRow &
  SeenOf<'product'> & {
    lat: number;
    lng: number;
    zone: string;
    overview: string;
    content: ProductContent;
    state: 'draft' | 'published' | 'withdrawn';
    preview_token: string | null;
    /** The owner's uploads; drawn scenes replace missing ones. */
    own_pictures: OwnPicture[];
    seat_plan: OwnPicture | null;
    /** The newest published reviews with a text. */
    newest_reviews: { stars: number; body: string; author: string; language: Language; on: string }[];
    play_value: number;
    play_unit: number;
    redemption: string;
    area_ids: string[];
    on_shelf: boolean;
  };

/** Of product `p` with its city `c` and country `k`. */
export const productColumns = (language: string | RawSql) => sql`${cardColumns(language)}, p.lat, p.lng, c.zone,
  coalesce(p.overviews ->> ${language}, p.overviews ->> 'en', p.overviews ->> 'zh_CN', '') AS overview,
  p.content, p.play_value, p.play_unit, p.redemption, p.on_shelf, ${selectSeen('p', 'product')},
  p.state, p.preview_token,
  (SELECT coalesce(json_agg(r), '[]') FROM (SELECT stars, body, author, language, (created_at AT TIME ZONE c.zone)::date::text AS on
    FROM review WHERE owner_id = p.owner_id AND product_id = p.product_id AND state = 'published' AND body <> ''
    ORDER BY created_at DESC LIMIT 3) r) AS newest_reviews,
  (SELECT coalesce(json_agg(${ownPicture} ORDER BY f.position), '[]') FROM ${ownPictures}
    WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id) AS own_pictures,
  (SELECT jsonb_build_object('id', i.picture_id, 'alts', p.seat_plan_alts, 'colour', i.colour) FROM picture i
    WHERE i.owner_id = p.owner_id AND i.picture_id = p.seat_plan) AS seat_plan,
  (SELECT coalesce(array_agg(a.area_id::text ORDER BY a.area_id), '{}') FROM product_area a
    WHERE a.owner_id = p.owner_id AND a.product_id = p.product_id) AS area_ids`;

export function findProduct(owner: Owner, productId: string, language: string): Promise<ProductRow | undefined> {
  return firstRow(
    owner,
    sql<ProductRow>`SELECT ${productColumns(language)}
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

/** Whether one of them belongs to another product. */
export async function hasForeignAddOn(owner: Owner, productId: number, ids: readonly string[]): Promise<boolean> {
  const found = await rows(
    owner,
    sql`SELECT 1 FROM add_on WHERE owner_id = ${owner.id} AND product_id <> ${productId} AND add_on_id = ANY(${ids}) LIMIT 1`,
  );
  return found.length > 0;
}

export type PackageRow = SeenOfPackage<'product'> & {
  package_id: number;
  names: Texts;
  min_quantity: number;
  max_quantity: number;
  oversell: boolean;
  descriptions: Texts;
  beds: Texts;
  figures: Record<string, number>;
  open_days: number | null;
  by_day: boolean;
  directions: string[];
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
    retail_minor: number;
    seats: number | null;
    luggage: number | null;
  }[];
};

export async function findProductOfPackage(owner: Owner, packageId: string): Promise<string | undefined> {
  const row = await firstRow(
    owner,
    sql<{ product_id: number }>`SELECT k.product_id FROM package k JOIN product p USING (owner_id, product_id)
      WHERE k.owner_id = ${owner.id} AND k.package_id = ${packageId} AND k.on_shelf AND p.on_shelf`,
  );
  return row && String(row.product_id);
}

/** Products that a limited offer runs for, the first to end first (decision 0470). */
export async function listOffered(owner: Owner, now: Date, most: number): Promise<string[]> {
  const list = await rows(
    owner,
    sql<{ id: string }>`SELECT f.product_id::text AS id FROM offer o
      JOIN offer_product f ON f.owner_id = o.owner_id AND f.offer_id = o.offer_id
      WHERE o.owner_id = ${owner.id} AND o.active AND o.starts_at <= ${now} AND o.ends_at > ${now}
      GROUP BY f.product_id ORDER BY min(o.ends_at), min(f.position), f.product_id LIMIT ${most}`,
  );
  return list.map(({ id }) => id);
}

type PromotedRow = {
  titles: Texts;
  product_keys: string[];
  of_city: string | null;
  of_type: number | null;
  month_from: number | null;
  month_to: number | null;
};

/** Keys of the most popular products in a city, of a category, or of both. */
export async function listLiked(
  owner: Owner,
  audience: Viewer,
  { of_city: city, of_type: type }: PromotedRow,
  most: number,
) {
  const found = await rows(
    owner,
    sql<{ key: string }>`SELECT key FROM product p WHERE owner_id = ${owner.id} AND on_shelf
        ${city === null ? sql`` : sql`AND city = ${city}`} ${type === null ? sql`` : sql`AND type = ${type}`}
        AND ${isSeen(owner, audience, 'p')}
      ORDER BY popularity DESC, product_id LIMIT ${most}`,
  );
  return found.map(({ key }) => key);
}

export function listPromotions(owner: Owner) {
  return rows(
    owner,
    sql<PromotedRow>`SELECT titles, product_keys, of_city, of_type, month_from, month_to FROM promotion
      WHERE owner_id = ${owner.id} AND active ORDER BY position, promotion_id`,
  );
}
