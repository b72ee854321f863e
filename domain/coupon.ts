// Promo codes (§3 types 1–4, rules §5): the discount of a code, and when it may be used.
import { Refusal } from './errors.ts';
import { type Money, money, percentOf } from './money.ts';

/** 1 fixed amount · 2 percent · 3 fixed above a minimum · 4 percent above a minimum. */
export type CouponType = 1 | 2 | 3 | 4;

export type Coupon = {
  type: CouponType;
  /** Minor units of the coupon's currency for types 1 and 3, percent as decimal text for 2 and 4. */
  typeValue: string;
  orderMinMinor: number;
  maxMinor: number | null;
  currency: Money['currency'];
  startsAt: Date | null;
  endsAt: Date | null;
};

/**
 * Discount on an order amount in the coupon's currency, never above the amount (§3).
 * Refuses couponExpired outside its window, couponMinimum below its minimum or in another currency.
 */
export function discountOf(coupon: Coupon, amount: Money, now: Date): Money {
  if ((coupon.startsAt && now < coupon.startsAt) || (coupon.endsAt && now >= coupon.endsAt))
    throw new Refusal('couponExpired');
  const needsMinimum = coupon.type === 3 || coupon.type === 4;
  if (amount.currency !== coupon.currency || (needsMinimum && amount.amountMinor < coupon.orderMinMinor)) {
    throw new Refusal('couponMinimum', { data: { minimum: money(coupon.orderMinMinor, coupon.currency) } });
  }
  const fixed = coupon.type === 1 || coupon.type === 3;
  const raw = fixed ? Number(coupon.typeValue) : percentOf(amount, coupon.typeValue).amountMinor;
  const capped = coupon.maxMinor === null ? raw : Math.min(raw, coupon.maxMinor);
  return money(Math.max(0, Math.min(capped, amount.amountMinor)), amount.currency);
}
