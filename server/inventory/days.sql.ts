// What the days of a package are made of, in one statement of single index scans (decision 0545): its departures with what is left, its
// SKUs with their retail prices, and the rules that may count for the caller. price-days.ts puts them together, which costs the database a
// third of what it cost to price each SKU on each day there.
import type { Day } from '../../domain/dates.ts';
import type { OfferTime } from '../../domain/offers.ts';
import type { PriceRule } from '../../domain/price.ts';
import { type Pricing, rulesOfPackage, skuOrder } from '../catalog/pricing.sql.ts';
import { prepareStatement } from '../platform/database/prepare-statement.ts';
import { type Owner, sql } from '../platform/db.ts';
import { type AudienceNames, audienceNamesOf, isSeenBy } from '../site/hidden.sql.ts';

/** Lists without names: an answer has hundreds of them. `left` is null for a SKU without a limit. */
export type DepartureFacts = [
  on: Day,
  session: string,
  capacity: number,
  left: number,
  limits: [number, number][] | null,
];
export type SkuFacts = [
  id: number,
  retailMinor: number,
  sessionPrices: { session: string; priceMinor: number }[],
  dated: [on: Day, session: string, retailMinor: number][] | null,
];
/** Those that come first count first. */
export type RuleFacts = [
  skuId: number | null,
  kind: PriceRule['kind'],
  value: number,
  validBy: 'booking' | 'travel' | null,
  from: Day | null,
  until: Day | null,
];

export type PackageDays = {
  /** Of its product (decision 0231). */
  version: string;
  /** Its product is on the shelf, and the caller sees it. */
  offered: boolean;
  /** One of the packages that were named beside it is sold by times in the days to come. */
  timed: boolean;
  offers: OfferTime[] | null;
  departures: DepartureFacts[] | null;
  skus: SkuFacts[] | null;
  rules?: RuleFacts[] | null;
};

type DayValues = {
  ownerId: number;
  packageId: string;
  from: Day;
  to: Day;
  names: AudienceNames;
  today: Day;
  /** Packages whose times are looked for. */
  beside: number[];
};

/** Times are looked for so far ahead. */
export const sessionDays = 400;

const limitsOf = sql`CASE WHEN d.limited THEN (SELECT json_agg(json_build_array(l.sku_id, l.capacity - l.held - l.sold))
    FROM departure_sku l WHERE l.owner_id = d.owner_id AND l.departure_id = d.departure_id) END`;

const prepared = prepareStatement(
  ({ ownerId, packageId, from, to, names, today, beside }: DayValues, shape: 'retail' | 'own') =>
    sql<PackageDays>`SELECT w.version::text AS version, p.on_shelf AND ${isSeenBy(ownerId, names, 'p')} AS offered, p.offers,
        EXISTS (SELECT 1 FROM departure e WHERE e.owner_id = ${ownerId} AND e.package_id = ANY(${beside}::bigint[]) AND e.session <> ''
          AND e.play_on BETWEEN current_date - 1 AND current_date + ${sql.lit(sessionDays)}::int) AS timed,
        (SELECT json_agg(json_build_array(d.play_on, d.session, d.capacity, d.capacity - d.held - d.sold, ${limitsOf})
            ORDER BY d.play_on, d.session)
          FROM departure d WHERE d.owner_id = ${ownerId} AND d.package_id = ${packageId}::bigint
            AND d.play_on BETWEEN ${from}::date AND ${to}::date) AS departures,
        (SELECT json_agg(json_build_array(s.sku_id, s.price_minor, s.session_prices,
            (SELECT json_agg(json_build_array(x.play_on, x.session, x.price_minor)) FROM sku_price x
              WHERE x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on BETWEEN ${from}::date AND ${to}::date))
            ORDER BY ${skuOrder})
          FROM sku s WHERE s.owner_id = ${ownerId} AND s.package_id = ${packageId}::bigint AND s.on_shelf) AS skus
        ${shape === 'own' ? sql`, ${rulesOfPackage(names, { today, from, to })} AS rules` : sql``}
      FROM package k JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
        JOIN product_version w ON w.owner_id = p.owner_id AND w.product_id = p.product_id
      WHERE k.owner_id = ${ownerId} AND k.package_id = ${packageId}::bigint AND k.on_shelf`,
);

/** Undefined where the package is not on the shelf. Whether its product is offered to the caller is returned, not required. */
export async function findPackageDays(
  owner: Owner,
  packageId: string,
  pricing: Pricing,
  { from, to, beside = [] }: { from: Day; to: Day; beside?: number[] },
): Promise<PackageDays | undefined> {
  const names = audienceNamesOf(pricing);
  const values = { ownerId: owner.id, packageId, from, to, names, today: pricing.today, beside };
  return (await prepared(owner, values, pricing.partnerId === null ? 'retail' : 'own'))[0];
}
