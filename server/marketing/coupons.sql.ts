// Promo codes as the back office keeps them, with what their uses came to.

import { type Currency, currencies, exponentOf } from '../../domain/currencies.ts';
import { priceLevels } from '../../domain/price-levels.ts';
import { paymentCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

export type CouponValues = {
  type: number;
  type_value: string;
  order_min_minor: number;
  max_minor: number | null;
  currency: Currency;
  starts_at: Date | null;
  ends_at: Date | null;
  use_limit: number | null;
  user_limit: number | null;
  product_keys: string[] | null;
  product_types: number[] | null;
  cities: string[] | null;
  levels: number[] | null;
  partner_ids: number[] | null;
  first_order: boolean;
};

export type CouponLine = CouponValues & {
  code: string;
  /** Uses that were not given back, paid or held. */
  used: number;
  paid: number;
  held: number;
  /** In the owner's currency. */
  given_minor: number;
  state: 'on' | 'planned' | 'over' | 'usedUp';
  revision: string;
};

/** The revision that the editor started from: uses do not change it. */
const revision = sql`md5((c.type, c.type_value, c.order_min_minor, c.max_minor, c.currency, c.starts_at, c.ends_at,
  c.use_limit, c.user_limit, c.product_keys, c.product_types, c.cities, c.levels, c.partner_ids, c.first_order)::text)`;

const state = sql`CASE WHEN c.ends_at <= now() THEN 'over' WHEN c.use_limit IS NOT NULL AND c.used >= c.use_limit THEN 'usedUp'
  WHEN c.starts_at > now() THEN 'planned' ELSE 'on' END`;

const columns = sql`c.code, c.type, c.type_value, c.order_min_minor, c.max_minor, c.currency, c.starts_at, c.ends_at,
  c.use_limit, c.user_limit, c.product_keys, c.product_types, c.cities, c.levels, c.partner_ids, c.first_order, c.used,
  u.paid, u.held, u.given_minor, ${state} AS state, ${revision} AS revision`;

const exponents = JSON.stringify(Object.fromEntries(currencies.map((code) => [code, exponentOf(code)])));
/** One code may be used on orders in several currencies: what it took off counts at the order's rate, as sales do. */
const worth = sql`round(p.discount_minor * p.rate * 10::numeric ^ ((e.of ->> o.currency)::int - (e.of ->> p.currency)::int)::numeric)`;

const tables = sql`coupon c CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE p.pay_status = ${paymentCode.paid})::int AS paid,
    count(*) FILTER (WHERE p.pay_status <> ${paymentCode.paid})::int AS held,
    coalesce(sum(${worth}) FILTER (WHERE p.pay_status = ${paymentCode.paid}), 0)::bigint AS given_minor
  FROM coupon_use n JOIN purchase p ON p.owner_id = n.owner_id AND p.order_no = n.order_no JOIN owner o ON o.owner_id = n.owner_id
    CROSS JOIN (SELECT ${exponents}::jsonb AS of) e
  WHERE n.owner_id = c.owner_id AND n.code = c.code AND NOT n.given_back) u`;

export type CouponFilter = { query: string; state: string | null; size: number; offset: number };

export function listCoupons(owner: Owner, filter: CouponFilter): Promise<(CouponLine & { total: number })[]> {
  return rows(
    owner,
    sql<CouponLine & { total: number }>`SELECT ${columns}, (count(*) OVER ())::int AS total FROM ${tables}
      WHERE c.owner_id = ${owner.id} AND strpos(c.code, upper(${filter.query})) > 0
        AND ${onlyIf(filter.state, sql`${state} = ${filter.state}`)}
      ORDER BY c.ends_at IS NOT NULL AND c.ends_at <= now(), c.code LIMIT ${filter.size} OFFSET ${filter.offset}`,
  );
}

export function findCouponLine(owner: Owner, code: string): Promise<CouponLine | undefined> {
  return firstRow(
    owner,
    sql<CouponLine>`SELECT ${columns} FROM ${tables} WHERE c.owner_id = ${owner.id} AND c.code = upper(${code})`,
  );
}

/** Locks the code until the transaction ends: no other order uses it and no one changes it. Answers whether it is for a first order. */
export async function lockCoupon(owner: Owner, code: string): Promise<boolean> {
  const found = await firstRow(
    owner,
    sql<{
      first_order: boolean;
    }>`SELECT first_order FROM coupon WHERE owner_id = ${owner.id} AND code = ${code} FOR UPDATE`,
  );
  return found?.first_order ?? false;
}

/** 0 when there is such a code. */
export function insertCoupon(owner: Owner, code: string, row: CouponValues): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO coupon (owner_id, code, type, type_value, order_min_minor, max_minor, currency, starts_at, ends_at,
      use_limit, user_limit, product_keys, product_types, cities, levels, partner_ids, first_order)
      VALUES (${owner.id}, ${code}, ${row.type}, ${row.type_value}, ${row.order_min_minor}, ${row.max_minor},
        ${row.currency}, ${row.starts_at}, ${row.ends_at},
        ${row.use_limit}, ${row.user_limit}, ${row.product_keys}::text[], ${row.product_types}::smallint[],
        ${row.cities}::text[], ${row.levels}::smallint[], ${row.partner_ids}::bigint[], ${row.first_order}) ON CONFLICT DO NOTHING`,
  );
}

/** 1 when written; 0 when changed since `seen`, or when the limit is below what is used. */
export function changeCoupon(owner: Owner, code: string, seen: string, row: CouponValues): Promise<number> {
  return changed(
    owner,
    sql`UPDATE coupon c SET type = ${row.type}, type_value = ${row.type_value},
      order_min_minor = ${row.order_min_minor}, max_minor = ${row.max_minor},
        currency = ${row.currency}, starts_at = ${row.starts_at}, ends_at = ${row.ends_at},
        use_limit = ${row.use_limit}, user_limit = ${row.user_limit},
        product_keys = ${row.product_keys}::text[], product_types = ${row.product_types}::smallint[],
        cities = ${row.cities}::text[], levels = ${row.levels}::smallint[],
        partner_ids = ${row.partner_ids}::bigint[], first_order = ${row.first_order}
      WHERE c.owner_id = ${owner.id} AND c.code = ${code} AND ${revision} = ${seen} AND c.used <= coalesce(${row.use_limit}::int, c.used)`,
  );
}

/** 1 when its window ends now; 0 when changed since `seen`. */
export function endCoupon(owner: Owner, code: string, seen: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE coupon c SET ends_at = now() WHERE c.owner_id = ${owner.id} AND c.code = ${code} AND ${revision} = ${seen}
      AND (c.ends_at IS NULL OR c.ends_at > now())`,
  );
}

export function listPartnerNames(owner: Owner, ids: number[]): Promise<{ partner_id: number; name: string }[]> {
  return rows(
    owner,
    sql<{ partner_id: number; name: string }>`SELECT partner_id, name FROM partner
      WHERE owner_id = ${owner.id} AND partner_id = ANY(${ids}::bigint[]) ORDER BY name, partner_id`,
  );
}

/** The first ten by name; members are partners too and have no name of a company. */
export function searchPartnerNames(owner: Owner, query: string): Promise<{ partner_id: number; name: string }[]> {
  return rows(
    owner,
    sql<{ partner_id: number; name: string }>`SELECT partner_id, name FROM partner
      WHERE owner_id = ${owner.id} AND name <> '' AND strpos(lower(name), lower(${query})) > 0 ORDER BY name, partner_id LIMIT 10`,
  );
}

/** The owner's names of price levels, by their numbers. */
export async function findLevelNames(owner: Owner): Promise<string[]> {
  const row = await firstRow(
    owner,
    sql<{ names: string[] }>`SELECT level_names AS names FROM owner WHERE owner_id = ${owner.id}`,
  );
  return priceLevels.map((level) => row?.names[level] ?? '');
}
