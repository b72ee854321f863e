// What a promo code takes off this order (§3, rules §5). The use itself is taken when the order is written.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { discountOf } from '../../domain/coupon.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { type Money, money } from '../../domain/money.ts';
import { limitAttempts, takeBack } from '../account/limit-attempts.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { readRates } from '../site/convert-shown.ts';
import { type CouponProduct, type FoundCoupon, findCoupon, findCouponProduct, hasOrdered } from './marketing.sql.ts';

/**
 * Refuses couponUnknown, couponOtherBuyer, couponExpired, couponCurrency, couponMinimum, couponUsedBefore, couponUsedUp,
 * couponOtherProduct, couponFirstOrder, and TooFrequent after many unknown codes.
 */
export async function judgeCoupon(
  context: Context,
  code: string,
  productId: string | number,
  amount: Money,
): Promise<{ coupon: FoundCoupon; discount: Money }> {
  const { owner, now } = context;
  const buyer = buyerOf(context);
  const [coupon, product] = await Promise.all([findTyped(context, code.trim()), findCouponProduct(owner, productId)]);
  if (!product) throw new NotHere();
  if (!coupon) throw new Refusal('couponUnknown');
  if (!isForBuyer(coupon, buyer)) throw new Refusal('couponOtherBuyer');
  const rates = amount.currency === coupon.currency ? undefined : await readRates(context);
  const discount = discountOf(coupon, amount, now, rates?.rate(coupon.currency, amount.currency));
  if (coupon.isUsedByBuyer) throw new Refusal('couponUsedBefore');
  if (coupon.usedUp) throw new Refusal('couponUsedUp');
  if (!isForProduct(coupon, product)) throw new Refusal('couponOtherProduct');
  if (coupon.firstOrder && (await hasOrdered(owner, buyer.accountId))) throw new Refusal('couponFirstOrder');
  return { coupon, discount };
}

/**
 * Counts each code before looking it up, so that guesses sent at once are all counted, and takes back those that exist: only unknown
 * codes hold their source and account back (security rule 47).
 */
async function findTyped(context: Context, code: string): Promise<FoundCoupon | undefined> {
  const { accountId } = buyerOf(context);
  const windowSeconds = 3600;
  const guesses = [
    { bucket: `promo code from ${context.source}`, most: limits.couponGuessesPerSourceHour, windowSeconds },
    { bucket: `promo code by ${accountId}`, most: limits.couponGuessesPerAccountHour, windowSeconds },
  ];
  await limitAttempts(context, guesses);
  const coupon = await findCoupon(context.owner, code, accountId);
  if (coupon) await takeBack(context, guesses);
  return coupon;
}

/** The discount, and the code itself by the names of §3. */
export async function checkCoupon(
  context: Context,
  { code, productId, amount }: ParsedInputOf<'checkCoupon'>,
): Promise<OutputOf<'checkCoupon'>> {
  if (!/^\d{1,18}$/.test(productId)) throw new NotHere();
  const { coupon, discount } = await judgeCoupon(context, code, productId, amount);
  const { type, typeValue, orderMinMinor, maxMinor, currency } = coupon;
  return {
    discount,
    ...{ type, typeValue, currency },
    orderMinAmount: money(orderMinMinor, currency),
    maxAmount: maxMinor === null ? null : money(maxMinor, currency),
  };
}

/** A buyer of one of the levels, or of one of the partners. */
function isForBuyer({ levels, partnerIds }: FoundCoupon, buyer: { level: number; partnerId: number }): boolean {
  if (!levels && !partnerIds) return true;
  return Boolean(levels?.includes(buyer.level) || partnerIds?.includes(buyer.partnerId));
}

/** A product that is named, or of one of the types, or in one of the cities. */
function isForProduct({ productKeys, productTypes, cities }: FoundCoupon, { key, type, city }: CouponProduct): boolean {
  if (!productKeys && !productTypes && !cities) return true;
  return Boolean(productKeys?.includes(key) || productTypes?.includes(type) || cities?.includes(city));
}
