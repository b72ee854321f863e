// What a promo code takes off this order (§3, rules §5). The use itself is taken when the order is written.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { discountOf, outsideWindow, readPromoCode } from '../../domain/coupon.ts';
import { formatInstant } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { formatLocale, joinList, textIn } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { type Money, money } from '../../domain/money.ts';
import { translate } from '../../locales/translate.ts';
import { limitAttempts, takeBack } from '../account/limit-attempts.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { readRates } from '../site/convert-shown.ts';
import { audienceOf } from '../site/hidden.sql.ts';
import {
  type CouponProduct,
  type FoundCoupon,
  findCoupon,
  findCouponProduct,
  findWaitingUse,
  hasOrdered,
  listScope,
} from './marketing.sql.ts';

/**
 * Refuses couponUnknown, couponOtherBuyer, couponEarly, couponExpired, couponOtherProduct, couponFirstOrder, couponUsedBefore,
 * couponUsedUp, couponWaits instead of these three where an unpaid order of the buyer has the use, couponCurrency, couponMinimum, and
 * TooFrequent after many unknown codes: first what no change of the order helps.
 */
export async function judgeCoupon(
  context: Context,
  code: string,
  productId: string | number,
  amount: Money,
): Promise<{ coupon: FoundCoupon; discount: Money }> {
  const { owner } = context;
  const [coupon, product] = await Promise.all([
    findTyped(context, readPromoCode(code)),
    findCouponProduct(owner, productId),
  ]);
  if (!product) throw new NotHere();
  if (!coupon) throw new Refusal('couponUnknown');
  if (!isForBuyer(coupon, audienceOf(context))) throw new Refusal('couponOtherBuyer');
  judgeWindow(context, coupon);
  if (!isForProduct(coupon, product))
    throw new Refusal('couponOtherProduct', { data: { scope: await nameScope(context, coupon) } });
  await judgeUses(context, coupon);
  const rates = amount.currency === coupon.currency ? undefined : await readRates(context);
  return { coupon, discount: discountOf(coupon, amount, rates?.rate(coupon.currency, amount.currency)) };
}

/** A buyer whose unpaid order has the use is sent to that order: its discount is not lost. */
async function judgeUses(context: Context, coupon: FoundCoupon): Promise<void> {
  const { owner } = context;
  const { accountId } = buyerOf(context);
  const reason =
    coupon.firstOrder && (await hasOrdered(owner, accountId))
      ? 'couponFirstOrder'
      : coupon.isUsedByBuyer
        ? 'couponUsedBefore'
        : coupon.usedUp && 'couponUsedUp';
  if (!reason) return;
  const orderNo = await findWaitingUse(owner, coupon.code, accountId);
  if (orderNo) throw new Refusal('couponWaits', { data: { orderNo } });
  throw new Refusal(reason);
}

/** By the owner's clock, as staff set it. */
function judgeWindow({ language, site, now }: Context, coupon: FoundCoupon): void {
  const outside = outsideWindow(coupon, now);
  const write = (at: Date | null) => (at ? formatInstant(at, formatLocale(language), site.zone) : '');
  if (outside === 'early') throw new Refusal('couponEarly', { data: { from: write(coupon.startsAt) } });
  if (outside === 'over') throw new Refusal('couponExpired', { data: { until: write(coupon.endsAt) } });
}

/** More of them make no sentence. */
const mostNamed = 5;

/** Some of the types, cities and products that it is for, of those that the caller sees; "none" where there are none. */
async function nameScope(context: Context, coupon: FoundCoupon): Promise<string> {
  const { language } = context;
  const { cities, products } = await listScope(context, coupon);
  const names = [
    ...(coupon.productTypes ?? []).map((type) => translate(language, `catalog.type.${type}`)),
    ...[...cities, ...products].map((text) => textIn(text, language)),
  ];
  if (!names.length) return 'none';
  const named = names.length > mostNamed ? [...names.slice(0, mostNamed), '…'] : names;
  return joinList(named, language);
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

/** A buyer of one of the levels or partners; as for prices, only a password shows that a caller is an agent (security rule 46). */
function isForBuyer({ levels, partnerIds }: FoundCoupon, { level, partnerId }: ReturnType<typeof audienceOf>): boolean {
  if (!levels && !partnerIds) return true;
  return Boolean(levels?.includes(level) || (partnerId !== null && partnerIds?.includes(partnerId)));
}

/** A product that is named, or of one of the types, or in one of the cities. */
function isForProduct({ productKeys, productTypes, cities }: FoundCoupon, { key, type, city }: CouponProduct): boolean {
  if (!productKeys && !productTypes && !cities) return true;
  return Boolean(productKeys?.includes(key) || productTypes?.includes(type) || cities?.includes(city));
}
