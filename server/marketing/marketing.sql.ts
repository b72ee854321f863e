// Promo codes and their uses. A use is taken in the order's own statement (order.sql.ts) and given back once.
import type { Coupon, CouponType } from '../../domain/coupon.ts';
import type { Text } from '../../domain/languages.ts';
import { isCityUsable } from '../places/cities.sql.ts';
import type { Context } from '../platform/context.ts';
import { orderCode, paymentCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, sql } from '../platform/db.ts';
import { audienceOf, isSeen } from '../site/hidden.sql.ts';
import type { CouponValues } from './coupons.sql.ts';

type CouponRow = Omit<CouponValues, 'type'> & { code: string; type: CouponType; used: number; used_by_me: number };

export type FoundCoupon = Coupon & {
  code: string;
  usedUp: boolean;
  /** By this account, as often as one account may. */
  isUsedByBuyer: boolean;
  /** Which products: one of these keys, types or cities; all of them null for every product. */
  productKeys: string[] | null;
  productTypes: number[] | null;
  cities: string[] | null;
  /** Who: one of these levels or partners; both null for everybody. */
  levels: number[] | null;
  partnerIds: number[] | null;
  firstOrder: boolean;
};

export async function findCoupon(owner: Owner, code: string, accountId: number): Promise<FoundCoupon | undefined> {
  const row = await firstRow(
    owner,
    sql<CouponRow>`SELECT c.*, (SELECT count(*)::int FROM coupon_use u WHERE u.owner_id = c.owner_id AND u.code = c.code
        AND u.account_id = ${accountId} AND NOT u.given_back) AS used_by_me
      FROM coupon c WHERE c.owner_id = ${owner.id} AND c.code = upper(${code})`,
  );
  return (
    row && {
      code: row.code,
      type: row.type,
      typeValue: row.type_value,
      orderMinMinor: row.order_min_minor,
      maxMinor: row.max_minor,
      currency: row.currency,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      usedUp: row.use_limit !== null && row.used >= row.use_limit,
      isUsedByBuyer: row.user_limit !== null && row.used_by_me >= row.user_limit,
      productKeys: row.product_keys,
      productTypes: row.product_types,
      cities: row.cities,
      levels: row.levels,
      partnerIds: row.partner_ids?.map(Number) ?? null,
      firstOrder: row.first_order,
    }
  );
}

/** The buyer's latest order that has a use of the code and still waits for its payment. */
export async function findWaitingUse(owner: Owner, code: string, accountId: number): Promise<string | undefined> {
  const row = await firstRow(
    owner,
    sql<{ order_no: string }>`SELECT u.order_no FROM coupon_use u JOIN purchase p USING (owner_id, order_no)
      WHERE u.owner_id = ${owner.id} AND u.code = ${code} AND u.account_id = ${accountId} AND NOT u.given_back
        AND p.status = ${orderCode.unpaid} ORDER BY p.placed_at DESC LIMIT 1`,
  );
  return row?.order_no;
}

/** Gives an order's use back, once, whatever ends the order. */
export function giveBackCoupon(owner: Owner, orderNo: string): Promise<number> {
  return changed(
    owner,
    sql`WITH back AS (UPDATE coupon_use SET given_back = true WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND NOT given_back RETURNING code)
      UPDATE coupon c SET used = c.used - 1 FROM back WHERE c.owner_id = ${owner.id} AND c.code = back.code`,
  );
}

/** The order is valid after all: its use counts again if the code has one left. The promised price stays. */
export function takeCouponAgain(owner: Owner, orderNo: string): Promise<number> {
  return changed(
    owner,
    sql`WITH taken AS (UPDATE coupon c SET used = c.used + 1 FROM coupon_use u WHERE c.owner_id = ${owner.id} AND u.owner_id = c.owner_id
        AND u.code = c.code AND u.order_no = ${orderNo} AND u.given_back AND (c.use_limit IS NULL OR c.used < c.use_limit) RETURNING c.code)
      UPDATE coupon_use u SET given_back = false FROM taken WHERE u.owner_id = ${owner.id} AND u.order_no = ${orderNo}
        AND u.code = taken.code`,
  );
}

export type CouponProduct = { key: string; type: number; city: string };

export function findCouponProduct(owner: Owner, productId: string | number): Promise<CouponProduct | undefined> {
  return firstRow(
    owner,
    sql<CouponProduct>`SELECT key, type, city FROM product
      WHERE owner_id = ${owner.id} AND product_id = ${productId} AND state <> 'draft'`,
  );
}

/** The names of the cities and products that a code is for: of products on the shelf that the caller sees, in the code's order. */
export async function listScope(
  { owner, visitor }: Pick<Context, 'owner' | 'visitor'>,
  { cities, productKeys }: FoundCoupon,
): Promise<{ cities: Text[]; products: Text[] }> {
  const seen = isSeen(owner, audienceOf({ visitor }), 'p');
  const row = await firstRow(
    owner,
    sql<{ cities: Text[] | null; products: Text[] | null }>`SELECT
      (SELECT jsonb_agg(c.names ORDER BY w.place) FROM unnest(${cities}::text[]) WITH ORDINALITY w(city, place)
        JOIN city c ON c.city = w.city AND ${isCityUsable(owner)}) AS cities,
      (SELECT jsonb_agg(p.names ORDER BY w.place) FROM unnest(${productKeys}::text[]) WITH ORDINALITY w(key, place)
        JOIN product p ON p.owner_id = ${owner.id} AND p.key = w.key AND p.on_shelf AND ${seen}) AS products`,
  );
  return { cities: row?.cities ?? [], products: row?.products ?? [] };
}

/** Until the end of the transaction, no other order of the account is counted: for a code of a first order, and among unpaid ones. */
export async function lockOrdering(owner: OwnerTrx, accountId: number): Promise<void> {
  await sql`SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId} FOR NO KEY UPDATE`.execute(
    owner,
  );
}

/** Whether the account has an order that was not withdrawn before it was paid. */
export async function hasOrdered(owner: Owner, accountId: number): Promise<boolean> {
  const found = await firstRow(
    owner,
    sql`SELECT 1 FROM purchase WHERE owner_id = ${owner.id} AND account_id = ${accountId}
      AND NOT (pay_status <> ${paymentCode.paid} AND status IN (${orderCode.closedForTimeout}, ${orderCode.closed})) LIMIT 1`,
  );
  return found !== undefined;
}
