// Promo codes (§3 types 1–4, rules §5): the discount of a code, and when it may be used.
import { Refusal } from './errors.ts';
import { convertMoney, type Money, money, percentOf } from './money.ts';

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

/** A code as it is stored, of what a person typed or pasted: with spaces, in small letters, in full-width letters of an Asian keyboard. */
export const readPromoCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase();

/** Whether it is not good yet at `now`, or no more. */
export function outsideWindow({ startsAt, endsAt }: Pick<Coupon, 'startsAt' | 'endsAt'>, now: Date) {
  if (endsAt && now >= endsAt) return 'over';
  return startsAt && now < startsAt ? 'early' : undefined;
}

/**
 * Discount on an order amount within the code's window, never above the amount (§3). Percent counts in every currency; amounts of the
 * code (its value, minimum and most) are converted at `rate`, units of the order's currency for one of the code's, '1' where they
 * are the same.
 * Refuses couponCurrency when amounts need a rate and there is none, couponMinimum below its minimum.
 */
export function discountOf(coupon: Coupon, amount: Money, rate?: string): Money {
  const needsMinimum = coupon.type === 3 || coupon.type === 4;
  const inOrder = (minor: number): number => {
    if (amount.currency === coupon.currency) return minor;
    if (!rate) throw new Refusal('couponCurrency', { data: { currency: coupon.currency } });
    return convertMoney(money(minor, coupon.currency), amount.currency, rate).amountMinor;
  };
  if (needsMinimum && amount.amountMinor < inOrder(coupon.orderMinMinor)) {
    const minimum = money(inOrder(coupon.orderMinMinor), amount.currency);
    throw new Refusal('couponMinimum', { data: { minimum } });
  }
  const fixed = coupon.type === 1 || coupon.type === 3;
  const raw = fixed ? inOrder(Number(coupon.typeValue)) : percentOf(amount, coupon.typeValue).amountMinor;
  const capped = coupon.maxMinor === null ? raw : Math.min(raw, inOrder(coupon.maxMinor));
  return money(Math.max(0, Math.min(capped, amount.amountMinor)), amount.currency);
}
