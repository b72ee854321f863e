// A promo code while it is edited (§3 types 1–4): amounts and counts are text, an empty limit means none.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { type Currency, defaultCurrency, exponentOf } from '../../../../domain/currencies.ts';
import { type Money, readAmount } from '../../../../domain/money.ts';
import type { Problems } from '../../../console-kit/merge-drafts.ts';
import type { SavedDraft } from '../../../console-kit/use-draft.ts';
import { typedAmount } from '../../balance/read-filters.ts';
import { sayBadAmount } from '../../form/amount-field.tsx';
import type { Words } from '../../use-words.ts';
import type { ChosenProduct } from '../choose-products.tsx';

export type CouponFile = OutputOf<'consoleCoupon'>;
export type CouponView = NonNullable<CouponFile['coupon']>;

export type CouponDraft = {
  code: string;
  type: number;
  currency: Currency;
  amountMinor: string;
  percent: string;
  minimumMinor: string;
  mostMinor: string;
  startsAt: string;
  endsAt: string;
  useLimit: string;
  userLimit: string;
  some: boolean;
  products: ChosenProduct[];
  types: number[];
  cities: string[];
  /** Whether only some buyers may use it: of these levels, or these partners. */
  someBuyers: boolean;
  levels: number[];
  partners: CouponFile['partners'];
  firstOrder: boolean;
};

export const couponTypes = [1, 2, 3, 4] as const;
export const isFixed = ({ type }: { type: number }) => type === 1 || type === 3;
export const hasMinimum = ({ type }: { type: number }) => type === 3 || type === 4;

const typed = (amount: CouponView['amount'] | undefined) => (amount ? typedAmount(amount, exponentOf) : '');

export function savedCouponOf({ coupon, scope, currencies, partners }: CouponFile): SavedDraft<CouponDraft> {
  const draft = {
    code: coupon?.code ?? '',
    type: coupon?.type ?? 2,
    currency: coupon?.currency ?? currencies[0] ?? defaultCurrency,
    amountMinor: typed(coupon?.amount),
    percent: coupon?.percent ?? '',
    minimumMinor: typed(coupon?.minimum),
    mostMinor: typed(coupon?.most),
    startsAt: coupon?.startsAt ?? '',
    endsAt: coupon?.endsAt ?? '',
    useLimit: coupon?.useLimit ? String(coupon.useLimit) : '',
    userLimit: coupon?.userLimit ? String(coupon.userLimit) : '',
    some: Boolean(coupon && (coupon.products ?? coupon.types ?? coupon.cities) !== null),
    products: scope,
    types: coupon?.types ?? [],
    cities: coupon?.cities ?? [],
    someBuyers: Boolean(coupon && (coupon.levels ?? coupon.partners) !== null),
    levels: coupon?.levels ?? [],
    partners,
    firstOrder: coupon?.firstOrder ?? false,
  };
  return { draft, revision: coupon?.revision ?? '' };
}

/** What takes off a fixed amount at or above its minimum: up to this amount, orders cost nothing. */
export function freeUpTo(draft: CouponDraft): Money | undefined {
  if (!isFixed(draft) || !hasMinimum(draft)) return undefined;
  const [off, least] = [readAmount(draft.amountMinor, draft.currency), readAmount(draft.minimumMinor, draft.currency)];
  return off && least && least.amountMinor > 0 && off.amountMinor >= least.amountMinor ? off : undefined;
}

const percentOf = (text: string) => text.trim().replace(',', '.');

export function judgeCoupon(draft: CouponDraft, isNew: boolean, words: Words): Problems {
  const { say } = words;
  const { currency } = draft;
  const problems: Problems = {};
  const wantAmount = (name: 'amountMinor' | 'minimumMinor' | 'mostMinor', required: boolean) => {
    const text = draft[name].trim();
    if (!text && required) problems[name] = say('ui.field.required');
    else if (text && !((readAmount(text, currency)?.amountMinor ?? 0) > 0))
      problems[name] = sayBadAmount(words, currency);
  };
  if (isNew && !/^[A-Za-z0-9]{3,20}$/.test(draft.code.trim()))
    problems.code = draft.code.trim() ? say('marketing.coupon.codeHint') : say('ui.field.required');
  if (isFixed(draft)) wantAmount('amountMinor', true);
  else {
    const percent = percentOf(draft.percent);
    if (!/^\d{1,3}(\.\d{1,2})?$/.test(percent) || Number(percent) <= 0 || Number(percent) > 100)
      problems.percent = say('marketing.coupon.percentHint');
    wantAmount('mostMinor', false);
  }
  if (hasMinimum(draft)) wantAmount('minimumMinor', true);
  if (draft.startsAt && draft.endsAt && draft.endsAt <= draft.startsAt) problems.endsAt = say('ui.field.endTime');
  for (const name of ['useLimit', 'userLimit'] as const)
    if (draft[name].trim() && !/^[1-9]\d{0,6}$/.test(draft[name].trim()))
      problems[name] = say('ui.field.range', { min: 1, max: 1_000_000 });
  if (draft.some && draft.products.length + draft.types.length + draft.cities.length === 0)
    problems.productIds = say('marketing.coupon.scopeRule');
  if (draft.someBuyers && draft.levels.length + draft.partners.length === 0)
    problems.levels = say('marketing.coupon.buyersRule');
  return problems;
}

export function couponInput(draft: CouponDraft, revision: string): InputOf<'consoleCouponSave'> {
  const { currency } = draft;
  const minor = (text: string, has: boolean) =>
    has && text.trim() ? (readAmount(text, currency)?.amountMinor ?? null) : null;
  const count = (text: string) => (text.trim() ? Number(text) : null);
  const fixed = isFixed(draft);
  return {
    code: draft.code.trim(),
    ...(revision ? { revision } : {}),
    type: draft.type,
    amountMinor: minor(draft.amountMinor, fixed),
    percent: fixed ? null : percentOf(draft.percent),
    minimumMinor: minor(draft.minimumMinor, hasMinimum(draft)),
    mostMinor: minor(draft.mostMinor, !fixed),
    currency,
    startsAt: draft.startsAt || null,
    endsAt: draft.endsAt || null,
    useLimit: count(draft.useLimit),
    userLimit: count(draft.userLimit),
    productIds: orNull(
      draft.some,
      draft.products.map((product) => product.id),
    ),
    types: orNull(draft.some, draft.types),
    cities: orNull(draft.some, draft.cities),
    levels: orNull(draft.someBuyers, draft.levels),
    partnerIds: orNull(
      draft.someBuyers,
      draft.partners.map((partner) => partner.id),
    ),
    firstOrder: draft.firstOrder,
  };
}

/** An empty list limits nothing. */
function orNull<Item>(limited: boolean, list: Item[]): Item[] | null {
  return limited && list.length > 0 ? list : null;
}

/** The discount of a code as text. */
export function describeDiscount(
  { amount, percent, minimum, most }: CouponView,
  { say, money, join, intl }: Words,
): string {
  const parts = [
    amount
      ? `−${money(amount)}`
      : `−${intl.formatNumber(Number(percent) / 100, { style: 'percent', maximumFractionDigits: 4 })}`,
    minimum ? say('marketing.coupon.above', { amount: money(minimum) }) : '',
    most ? say('marketing.coupon.upTo', { amount: money(most) }) : '',
  ];
  return join(parts.filter(Boolean));
}

/** For which products it is; empty where it is for all. */
function describeScope({ products, types, cities }: CouponView, { say }: Words): string {
  if (types || cities) return say('marketing.coupon.scope.some');
  return products === null ? '' : say('marketing.promotion.count', { count: products });
}

/** For which buyers it is; empty where it is for everybody. */
function describeBuyers({ levels, partners, firstOrder }: CouponView, { say }: Words): string {
  const some = levels || partners !== null;
  return [some && say('marketing.coupon.buyers.some'), firstOrder && say('marketing.coupon.firstOrder')]
    .filter(Boolean)
    .join(' · ');
}

/** For which products and buyers it is only; nothing where it is for all. */
export function describeLimits(coupon: CouponView, words: Words): string {
  return [describeScope(coupon, words), describeBuyers(coupon, words)].filter(Boolean).join(' · ');
}

/** The cells of a file: the code with its discount and limits, each in its own column. */
export function couponCells(coupon: CouponView, words: Words): Record<string, string | number | null> {
  const { say } = words;
  return {
    [say('marketing.coupon.code')]: coupon.code,
    [say('marketing.coupon.what')]: describeDiscount(coupon, words),
    [say('marketing.coupon.scope')]: describeScope(coupon, words) || say('marketing.coupon.scope.all'),
    [say('marketing.coupon.buyers')]: describeBuyers(coupon, words) || say('marketing.coupon.buyers.all'),
    [say('marketing.coupon.useLimit')]: coupon.useLimit,
    [say('marketing.coupon.userLimit')]: coupon.userLimit,
  };
}
