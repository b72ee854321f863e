// Products as OCTO shows them: with their packages and SKUs, the caller's own prices and the sessions that are on sale, in one statement.
import type { RefundRule } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Text } from '../../domain/languages.ts';
import type { NamedSku } from '../../locales/name-sku.ts';
import { type Pricing, paidPrice, type RawSql, ruleFor, skuOrder } from '../catalog/pricing.sql.ts';
import { sessionDays } from '../inventory/days.sql.ts';
import { readInParts } from '../platform/database/read-in-parts.ts';
import { type Owner, rows, sql } from '../platform/db.ts';
import { isSeen } from '../site/hidden.sql.ts';

export type OctoSku = NamedSku & {
  seats: number | null;
  min_age: number;
  max_age: number;
  retail_minor: number;
  price_minor: number;
};

export type OctoPackage = {
  package_id: number;
  names: Text;
  descriptions: Text;
  min_quantity: number;
  max_quantity: number;
  oversell: boolean;
  open_days: number | null;
  by_day: boolean;
  directions: string[];
  refund_rules: RefundRule[] | null;
  /** Of its coming departures; '' for whole days. Where the product is not shown: one time at most. */
  sessions: string[];
  /** Places of the largest of its coming departures. Null where there is none, and where the product is not shown. */
  largest: number | null;
  skus: OctoSku[];
};

type Lines = { [name in 'included' | 'excluded' | 'notices']?: Text[] } & {
  [name in 'descriptions' | 'instructions' | 'traffic']?: Text;
} & { collectPoints?: Text[]; itinerary?: { title: Text; lat?: number | null; lng?: number | null }[] };

export type OctoProductRow = {
  product_id: number;
  /** Covers everything but prices, sessions and who sees it (decision 0231). */
  version: string;
  key: string;
  type: number;
  subtype: number;
  names: Text;
  overviews: Text;
  content: Lines;
  currency: Currency;
  zone: string;
  country: string;
  city_names: Text;
  lat: number;
  lng: number;
  instant: boolean;
  redemption: string;
  free_cancel_days: number | null;
  refund_rules: RefundRule[] | null;
  cut_off_hours: number;
  play_value: number;
  play_unit: number;
  service_languages: string[];
  order_fields: number[] | null;
  traveller_fields: number[] | null;
  later_order_fields: number[] | null;
  later_traveller_fields: number[] | null;
  freight_id: number | null;
  pictures: { id: string; alts: Text }[];
  packages: OctoPackage[];
};

/** What stays as it is with the product's version, the same for all callers. */
export type OctoFacts = Omit<OctoProductRow, 'packages'> & { packages: PackageFacts[] };
export type PackageFacts = Omit<OctoPackage, 'sessions' | 'largest' | 'skus'> & {
  skus: Omit<OctoSku, 'retail_minor' | 'price_minor'>[];
};

const coming = sql`d.owner_id = k.owner_id AND d.package_id = k.package_id
  AND d.play_on BETWEEN current_date - 1 AND current_date + ${sessionDays}::int`;
const everyTime = sql`(SELECT coalesce(json_agg(DISTINCT d.session ORDER BY d.session), '[]') AS sessions, max(d.capacity) AS largest
  FROM departure d WHERE ${coming})`;
/** Whether it is sold by times, without reading all departures of a year. */
const anyTime = sql`(SELECT coalesce(json_agg(t.session), '[]') AS sessions, NULL::int AS largest FROM package_session t
  WHERE t.owner_id = k.owner_id AND t.package_id = k.package_id AND t.last_on >= current_date - 1)`;

/** Of a whole catalogue so many are in memory at once. */
const batchSize = 200;

/** Those on the shelf that the caller sees, by their ids, some at a time. `isShown`: with all sessions. */
export const readOctoProducts = (owner: Owner, pricing: Pricing, { isShown }: { isShown: boolean }) =>
  readInParts(batchSize, (after) => {
    const condition = sql`p.product_id > ${after}::bigint`;
    return selectProducts(owner, pricing, { condition, most: batchSize, isShown, isSold: false });
  });

/**
 * Those of these ids that the caller sees on the shelf, with all sessions only where they are to be shown. `isSold`: what was sold of them
 * is meant, whatever is on the shelf by now.
 */
export function listOctoProducts(
  owner: Owner,
  pricing: Pricing,
  ids: string[],
  { isShown = false, isSold = false } = {},
): Promise<OctoProductRow[]> {
  const condition = sql`p.product_id = ANY(${ids}::bigint[])`;
  return selectProducts(owner, pricing, { condition, most: ids.length, isShown, isSold });
}

type Wanted = { condition: RawSql; most: number; isShown: boolean; isSold: boolean };

function selectProducts(owner: Owner, pricing: Pricing, { condition, most, isShown, isSold }: Wanted) {
  const onShelf = (named: 'p' | 'k' | 's') => (isSold ? sql`true` : sql.ref(`${named}.on_shelf`));
  return rows(
    owner,
    sql<OctoProductRow>`SELECT p.product_id, w.version::text AS version,
        p.key, p.type, p.subtype, p.names, p.overviews, p.content, p.currency, c.zone, c.country,
        c.names AS city_names, p.lat, p.lng, p.instant, p.redemption, p.free_cancel_days, p.refund_rules, p.cut_off_hours, p.play_value,
        p.play_unit, p.service_languages, p.order_fields, p.traveller_fields, p.later_order_fields, p.later_traveller_fields, p.freight_id,
        (SELECT coalesce(json_agg(json_build_object('id', f.picture_id, 'alts', f.alts) ORDER BY f.position), '[]') FROM product_picture f
          WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id) AS pictures,
        (SELECT coalesce(json_agg(json_build_object('package_id', k.package_id, 'names', k.names, 'descriptions', k.descriptions,
            'min_quantity', k.min_quantity, 'max_quantity', k.max_quantity, 'oversell', k.oversell, 'open_days', k.open_days,
            'by_day', k.by_day, 'directions', k.directions, 'refund_rules', k.refund_rules,
            'sessions', c.sessions, 'largest', c.largest,
            'skus', (SELECT coalesce(json_agg(json_build_object('sku_id', s.sku_id, 'names', s.names, 'ticket_type', s.ticket_type,
                'car_type', s.car_type, 'seat_class', s.seat_class, 'seats', s.seats, 'min_age', s.min_age, 'max_age', s.max_age,
                'retail_minor', s.price_minor, 'price_minor', ${paidPrice(sql`s.price_minor`, pricing)}) ORDER BY ${skuOrder}), '[]')
              FROM sku s ${ruleFor(pricing)} WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id AND ${onShelf('s')})
          ) ORDER BY k.position), '[]') FROM package k CROSS JOIN LATERAL ${isShown ? everyTime : anyTime} c
          WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id AND ${onShelf('k')}) AS packages
      FROM product p JOIN city c ON c.city = p.city
        JOIN product_version w ON w.owner_id = p.owner_id AND w.product_id = p.product_id
      WHERE p.owner_id = ${owner.id} AND ${onShelf('p')} AND ${isSold ? sql`true` : isSeen(owner, pricing, 'p')}
        AND ${condition} ORDER BY p.product_id LIMIT ${most}`,
  );
}
