// Promo codes in the back office (§3 types 1–4, rules §5): with the totals of their uses; created, changed under a revision,
// switched off, and logged.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { money, parseDecimal, sumMoney } from '../../domain/money.ts';
import { clockIn, instantFrom } from '../../domain/owner-clock.ts';
import { isProductType } from '../../domain/product-types.ts';
import { listCities } from '../places/cities.sql.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  type CouponLine,
  type CouponValues,
  changeCoupon,
  endCoupon,
  findCouponLine,
  findLevelNames,
  insertCoupon,
  listPartnerNames,
  lockCoupon,
  listCoupons as readCoupons,
  searchPartnerNames,
} from './coupons.sql.ts';
import { listGroupProducts } from './promotions.sql.ts';
import { showGroupProduct } from './save-promotions.ts';

const pageSize = 20;
const mostUses = 1_000_000;

type View = OutputOf<'consoleCoupons'>['list'][number];

const isFixed = (type: number) => type === 1 || type === 3;
const hasMinimum = (type: number) => type === 3 || type === 4;

function showCoupon({ site }: Context, row: CouponLine): View {
  const { type, currency } = row as CouponLine & { currency: Currency };
  return {
    code: row.code,
    type,
    amount: isFixed(type) ? money(Number(row.type_value), currency) : null,
    percent: isFixed(type) ? null : row.type_value,
    minimum: hasMinimum(type) ? money(row.order_min_minor, currency) : null,
    most: row.max_minor === null ? null : money(row.max_minor, currency),
    currency,
    startsAt: clockIn(site.zone, row.starts_at),
    endsAt: clockIn(site.zone, row.ends_at),
    useLimit: row.use_limit,
    userLimit: row.user_limit,
    used: row.paid,
    held: row.held,
    given: sumMoney(row.given_minor, site.currency),
    products: row.product_keys?.length ?? null,
    types: row.product_types,
    cities: row.cities,
    levels: row.levels,
    partners: row.partner_ids?.length ?? null,
    firstOrder: row.first_order,
    state: row.state,
    revision: row.revision,
  };
}

async function listCoupons(
  context: Context,
  { query, state, page }: ParsedInputOf<'consoleCoupons'>,
): Promise<OutputOf<'consoleCoupons'>> {
  const { owner, site } = context;
  const found = await readCoupons(owner, {
    query: query.trim(),
    state: state ?? null,
    size: pageSize,
    offset: (page - 1) * pageSize,
  });
  const total = found[0]?.total ?? 0;
  const list = found.map((row) => showCoupon(context, row));
  return { total, page, pages: Math.ceil(total / pageSize), zone: site.zone, list };
}

async function showOne(context: Context, { code }: { code: string }): Promise<OutputOf<'consoleCoupon'>> {
  const { owner, site, language } = context;
  const row = code ? await findCouponLine(owner, code) : undefined;
  if (code && !row) throw new NotHere();
  const products = row?.product_keys ? await listGroupProducts(owner, { keys: row.product_keys }) : [];
  const partners = row?.partner_ids ? await listPartnerNames(owner, row.partner_ids) : [];
  return {
    coupon: row ? showCoupon(context, row) : null,
    scope: products.map((product) => showGroupProduct(product, language)),
    partners: partners.map(showPartner),
    levelNames: await findLevelNames(owner),
    currencies: [...new Set([site.currency, ...site.currencies])],
    zone: site.zone,
  };
}

type Input = ParsedInputOf<'consoleCouponSave'>;

function isPercent(text: string): boolean {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return false;
  const { digits, scale } = parseDecimal(text);
  return digits > 0n && digits <= 100n * 10n ** scale;
}

const isAmount = (value: number | null): value is number =>
  value !== null && value >= 1 && value <= limits.largestMoveMinor;
const isCount = (value: number | null) => value === null || (value >= 1 && value <= mostUses);

/** Problems by field, `known` being the current code; amounts that its type does not have are dropped. */
function judge({ site }: Context, input: Input, known: CouponLine | undefined): FieldProblems {
  const { type, currency, useLimit, userLimit } = input;
  const fields: FieldProblems = {};
  const starts = instantFrom(input.startsAt, site.zone);
  const ends = instantFrom(input.endsAt, site.zone);
  if (isFixed(type) && !isAmount(input.amountMinor)) fields.amountMinor = { problem: 'required' };
  if (!isFixed(type) && !isPercent(input.percent ?? '')) fields.percent = { problem: 'range', min: 0, max: 100 };
  if (hasMinimum(type) && !isAmount(input.minimumMinor)) fields.minimumMinor = { problem: 'required' };
  if (!isFixed(type) && input.mostMinor !== null && !isAmount(input.mostMinor))
    fields.mostMinor = { problem: 'required' };
  if (currency !== site.currency && !site.currencies.includes(currency)) fields.currency = { problem: 'choose' };
  else if (known && known.used > 0 && known.currency !== currency) fields.currency = { problem: 'fixed' };
  if (starts === undefined) fields.startsAt = { problem: 'date' };
  if (ends === undefined || (starts && ends && ends <= starts)) fields.endsAt = { problem: 'endTime' };
  const least = Math.max(1, known?.used ?? 0);
  if (!isCount(useLimit) || (useLimit !== null && useLimit < least))
    fields.useLimit = { problem: 'range', min: least, max: mostUses };
  if (input.types?.some((type) => !isProductType(type))) fields.types = { problem: 'choose' };
  if (!isCount(userLimit)) fields.userLimit = { problem: 'range', min: 1, max: mostUses };
  return fields;
}

function valuesOf({ site }: Context, input: Input, productKeys: string[] | null): CouponValues {
  const { type } = input;
  return {
    type,
    type_value: isFixed(type) ? String(input.amountMinor) : (input.percent ?? ''),
    order_min_minor: hasMinimum(type) ? (input.minimumMinor ?? 0) : 0,
    max_minor: isFixed(type) ? null : input.mostMinor,
    currency: input.currency,
    starts_at: instantFrom(input.startsAt, site.zone) ?? null,
    ends_at: instantFrom(input.endsAt, site.zone) ?? null,
    use_limit: input.useLimit,
    // The guard of each use counts per account: a first order is one.
    user_limit: input.firstOrder ? 1 : input.userLimit,
    product_keys: productKeys,
    product_types: input.types,
    cities: input.cities,
    levels: input.levels,
    partner_ids: input.partnerIds?.map(Number) ?? null,
    first_order: input.firstOrder,
  };
}

const shown = (row: CouponValues) => ({
  type: row.type,
  value: row.type_value,
  minimumMinor: row.order_min_minor,
  mostMinor: row.max_minor,
  currency: row.currency,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  useLimit: row.use_limit,
  userLimit: row.user_limit,
  productKeys: row.product_keys,
  types: row.product_types,
  cities: row.cities,
  levels: row.levels,
  partnerIds: row.partner_ids,
  firstOrder: row.first_order,
});

/** Keys of the chosen products in their order; undefined when one is not of this owner. */
async function findKeys({ owner }: Context, ids: string[] | null): Promise<string[] | null | undefined> {
  if (!ids) return null;
  const wanted = [...new Set(ids)];
  const found = await listGroupProducts(owner, { ids: wanted });
  return found.length === wanted.length && found.length > 0 ? found.map((product) => product.key) : undefined;
}

/** Cities and partners that the owner does not have. */
async function judgeScope(owner: Owner, { cities, partnerIds }: Input): Promise<FieldProblems> {
  const fields: FieldProblems = {};
  const known = new Set(cities ? (await listCities(owner)).map((city) => city.city) : []);
  if (cities?.some((city) => !known.has(city))) fields.cities = { problem: 'choose' };
  const wanted = new Set(partnerIds?.map(Number));
  const found = wanted.size ? await listPartnerNames(owner, [...wanted]) : [];
  if (found.length < wanted.size) fields.partnerIds = { problem: 'choose' };
  return fields;
}

/** Refuses invalidInput by field, changedMeanwhile. */
async function saveCoupon(context: Context, input: Input): Promise<OutputOf<'consoleCouponSave'>> {
  const code = input.code.trim().toUpperCase();
  const { revision } = input;
  const keys = await findKeys(context, input.productIds);
  return inTransactionOnce(context, 'consoleCouponSave', input, async (owner) => {
    if (revision) await lockCoupon(owner, code);
    const before = revision ? await findCouponLine(owner, code) : undefined;
    if (revision && before?.revision !== revision) throw new Refusal('changedMeanwhile');
    const fields = judge(context, input, before);
    if (!revision && !/^[A-Z0-9]{3,20}$/.test(code)) fields.code = { problem: code ? 'format' : 'required' };
    if (keys === undefined) fields.productIds = { problem: 'choose' };
    Object.assign(fields, await judgeScope(owner, input));
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const values = valuesOf(context, input, keys ?? null);
    if (revision) {
      if ((await changeCoupon(owner, code, revision, values)) !== 1) throw new Refusal('changedMeanwhile');
    } else if ((await insertCoupon(owner, code, values)) !== 1)
      throw new Refusal('invalidInput', { fields: { code: { problem: 'keyTaken' } } });
    await logAction(owner, context, {
      act: 'coupon-saved',
      subject: `code ${code}`,
      before: before && shown(before),
      after: shown(values),
    });
    const after = await findCouponLine(owner, code);
    return { code, revision: after?.revision ?? '' };
  });
}

/** Orders that hold a use keep it. Refuses changedMeanwhile, also when it had ended before. */
async function switchOff(context: Context, input: ParsedInputOf<'consoleCouponOff'>): Promise<Record<string, never>> {
  const { owner } = context;
  const code = input.code.trim().toUpperCase();
  await inTransaction(owner, async (owner) => {
    await lockCoupon(owner, code);
    const before = await findCouponLine(owner, code);
    if (!before) throw new NotHere();
    if ((await endCoupon(owner, code, input.revision)) !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'coupon-saved',
      subject: `code ${code}`,
      before: { endsAt: before.ends_at },
      after: { endsAt: context.now },
    });
  });
  return {};
}

const showPartner = (row: { partner_id: number; name: string }) => ({ id: String(row.partner_id), name: row.name });

export const couponCalls = {
  async consoleCouponPartners({ owner }, { query }) {
    return { list: (await searchPartnerNames(owner, query)).map(showPartner) };
  },
  consoleCoupons: listCoupons,
  consoleCoupon: showOne,
  consoleCouponSave: saveCoupon,
  consoleCouponOff: switchOff,
} satisfies Partial<Handlers>;
