// Promo codes and their uses. A use is taken in the order's own statement (order.sql.ts) and given back once.
import type { Coupon, CouponType } from '../../domain/coupon.ts';
import type { Currency } from '../../domain/currencies.ts';
import { changed, firstRow, type Owner, sql } from '../platform/db.ts';

type CouponRow = {
  type: CouponType;
  type_value: string;
  order_min_minor: number;
  max_minor: number | null;
  currency: Currency;
  starts_at: Date | null;
  ends_at: Date | null;
  use_limit: number | null;
  user_limit: number | null;
  used: number;
  used_by_me: number;
  product_keys: string[] | null;
};

export type FoundCoupon = Coupon & { usedUp: boolean; productKeys: string[] | null };

export async function findCoupon(owner: Owner, code: string, accountId: number): Promise<FoundCoupon | undefined> {
  const row = await firstRow(
    owner,
    sql<CouponRow>`SELECT c.*, (SELECT count(*)::int FROM coupon_use u WHERE u.owner_id = c.owner_id AND u.code = c.code
        AND u.account_id = ${accountId} AND NOT u.given_back) AS used_by_me
      FROM coupon c WHERE c.owner_id = ${owner.id} AND c.code = upper(${code})`,
  );
  return (
    row && {
      type: row.type,
      typeValue: row.type_value,
      orderMinMinor: row.order_min_minor,
      maxMinor: row.max_minor,
      currency: row.currency,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      usedUp:
        (row.use_limit !== null && row.used >= row.use_limit) ||
        (row.user_limit !== null && row.used_by_me >= row.user_limit),
      productKeys: row.product_keys,
    }
  );
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

/** The order stands after all: its use counts again, as far as the code has one left. What was promised with it stays. */
export function takeCouponAgain(owner: Owner, orderNo: string): Promise<number> {
  return changed(
    owner,
    sql`WITH taken AS (UPDATE coupon c SET used = c.used + 1 FROM coupon_use u WHERE c.owner_id = ${owner.id} AND u.owner_id = c.owner_id
        AND u.code = c.code AND u.order_no = ${orderNo} AND u.given_back AND (c.use_limit IS NULL OR c.used < c.use_limit) RETURNING c.code)
      UPDATE coupon_use u SET given_back = false FROM taken WHERE u.owner_id = ${owner.id} AND u.order_no = ${orderNo}
        AND u.code = taken.code`,
  );
}

export async function findProductKey(owner: Owner, productId: string): Promise<string | undefined> {
  const row = await firstRow(
    owner,
    sql<{
      key: string;
    }>`SELECT key FROM product WHERE owner_id = ${owner.id} AND product_id = ${productId} AND state <> 'draft'`,
  );
  return row?.key;
}
