// What a promo code takes off this order (§3, rules §5). The use itself is taken when the order is written.
import { discountOf } from '../../domain/coupon.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Money } from '../../domain/money.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { findCoupon } from './marketing.sql.ts';

/** Refuses couponUnknown, couponUsedUp, couponOtherProduct, couponExpired, couponMinimum. */
export async function judgeCoupon(context: Context, code: string, productKey: string, amount: Money): Promise<Money> {
  const coupon = await findCoupon(context.owner, code.trim(), buyerOf(context).accountId);
  if (!coupon) throw new Refusal('couponUnknown');
  const discount = discountOf(coupon, amount, context.now);
  if (coupon.usedUp) throw new Refusal('couponUsedUp');
  if (coupon.productKeys && !coupon.productKeys.includes(productKey)) throw new Refusal('couponOtherProduct');
  return discount;
}
