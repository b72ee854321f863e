// An agent price is written, changed or deleted (rules §3, §11): judged by field, one for the same buyers and time, everything in the log.
import type { ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { decimalOf, money } from '../../../domain/money.ts';
import { isProductType } from '../../../domain/product-types.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction, isDuplicate, type OwnerTrx } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { lockProduct } from '../editing.sql.ts';
import * as prices from './agent-prices.sql.ts';

const dearest = 1_000_000_000_000;

/** What a price is for and worth; an existing one keeps what it is for. */
export async function saveAgentPrice(context: Context, input: ParsedInputOf<'consoleAgentPriceSave'>) {
  const { id, kind, value, validBy, validFrom, validUntil, was, replaces, ...target } = input;
  const worth = { kind, value, validBy, validFrom, validUntil };
  if (id === null) return { id: String(await writePrice(context, { target, worth, replaces })) };
  try {
    await changePrice(context, id, worth, was);
  } catch (error) {
    // Another price for the same has this time already.
    if (!isDuplicate(error, 'price_rule_one')) throw error;
    throw new Refusal('invalidInput', { fields: { validBy: { problem: 'twice' } } });
  }
  return { id };
}

type Wish = {
  target: prices.RuleTarget;
  worth: prices.RuleWorth;
  /** Left out: it may replace any price. */
  replaces?: ParsedInputOf<'consoleAgentPriceSave'>['replaces'];
};

/** Its number. Refuses NotHere for an unknown product, invalidInput by field, priceExists. */
export function writePrice(context: Context, wish: Wish): Promise<number> {
  const { owner } = context;
  return inTransaction(owner, async (owner) => {
    const { productId } = wish.target;
    if (productId !== null && !(await lockProduct(owner, productId))) throw new NotHere();
    await judge(owner, wish);
    const same = await prices.findSamePrice(owner, wish);
    const [before] = same === undefined ? [] : await prices.findAgentPrices(owner, [same]);
    const isKnown =
      wish.replaces === undefined || (wish.replaces?.kind === before?.kind && wish.replaces?.value === before?.value);
    if (before && !isKnown) throw new Refusal('priceExists', { data: { kind: before.kind, value: before.value } });
    const id = await prices.putAgentPrice(owner, wish);
    await logPrice(owner, context, { target: wish.target, before: before && worthOf(before), after: wish.worth });
    return id;
  });
}

type Was = ParsedInputOf<'consoleAgentPriceSave'>['was'];

function changePrice(context: Context, id: string, worth: prices.RuleWorth, was: Was): Promise<void> {
  const { owner } = context;
  return inTransaction(owner, async (owner) => {
    const [row] = await prices.lockAgentPrices(owner, [id]);
    if (!row) throw new NotHere();
    if (was && (was.kind !== row.kind || was.value !== row.value)) throw new Refusal('changedMeanwhile');
    const target = targetOf(row);
    await judge(owner, { target, worth });
    await prices.changeAgentPrice(owner, id, worth);
    await logPrice(owner, context, { target, before: worthOf(row), after: worth });
  });
}

const textOf = (id: number | null) => (id === null ? null : String(id));

function targetOf(row: prices.AgentPriceRow): prices.RuleTarget {
  return {
    productId: textOf(row.product_id),
    // A SKU's row is listed with its package, which its price does not name.
    packageId: row.sku ? null : textOf(row.package_id),
    skuId: row.sku && textOf(row.sku.sku_id),
    city: row.city,
    type: row.type,
    level: row.level,
    partnerId: textOf(row.partner_id),
  };
}

const worthOf = (row: prices.AgentPriceRow): prices.RuleWorth => ({
  kind: row.kind,
  value: row.value,
  validBy: row.valid_by,
  validFrom: row.valid_from,
  validUntil: row.valid_until,
});

async function judge(owner: OwnerTrx, { target, worth }: Wish): Promise<void> {
  const facts = await prices.findTargetFacts(owner, target);
  if (!facts) throw new Error('no facts');
  const fields: FieldProblems = { ...judgeTarget(target, facts), ...judgeTime(worth) };
  const { kind, value } = worth;
  const max = kind === 'percent' ? 10_000 : kind === 'amount' && facts.price !== null ? Number(facts.price) : dearest;
  // An amount fits one SKU's price only; a price for several is in percent.
  if (target.skuId === null && kind !== 'percent') fields.kind = { problem: 'choose' };
  // As a person types it: a percentage, or an amount of the product's currency.
  const most = kind === 'percent' ? max / 100 : Number(decimalOf(money(max, facts.currency ?? 'CNY')));
  if (value > max) fields.value = { problem: 'range', min: 0, max: most };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

type Facts = NonNullable<Awaited<ReturnType<typeof prices.findTargetFacts>>>;

function judgeTarget(target: prices.RuleTarget, facts: Facts): FieldProblems {
  const { productId, packageId, skuId, city, type, level, partnerId } = target;
  const fields: FieldProblems = {};
  if ((level === null) === (partnerId === null)) fields.level = { problem: 'choose' };
  else if (partnerId !== null && !facts.partner) fields.partnerId = { problem: 'choose' };
  if ([productId, city, type].filter((value) => value !== null).length > 1) fields.productId = { problem: 'oneOfBoth' };
  if (skuId !== null && facts.price === null) fields.skuId = { problem: 'choose' };
  if (packageId !== null && (!facts.package || skuId !== null)) fields.packageId = { problem: 'choose' };
  if (city !== null && !facts.city) fields.city = { problem: 'choose' };
  if (type !== null && !isProductType(type)) fields.type = { problem: 'choose' };
  return fields;
}

function judgeTime({ validBy, validFrom, validUntil }: prices.RuleWorth): FieldProblems {
  if (validBy === null && (validFrom !== null || validUntil !== null)) return { validBy: { problem: 'choose' } };
  if (validBy !== null && validFrom === null && validUntil === null) return { validFrom: { problem: 'required' } };
  if (validFrom !== null && validUntil !== null && validUntil < validFrom)
    return { validUntil: { problem: 'beforeFirst' } };
  return {};
}

type LoggedPrice = {
  target: prices.RuleTarget;
  before: prices.RuleWorth | undefined;
  after: prices.RuleWorth | null;
};

/** Under the product's own history where it has one; without what is null anyway. */
function logPrice(owner: OwnerTrx, context: Context, { target, before, after }: LoggedPrice): Promise<void> {
  const { productId, ...rest } = target;
  const rule = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  const onProduct = productId !== null;
  return logAction(owner, context, {
    act: onProduct ? 'product-saved' : after ? 'agent-price-saved' : 'agent-price-deleted',
    subject: onProduct ? `product ${productId}` : 'agent prices',
    before: before && { rule, ...before },
    after: { rule, ...(after ?? { kind: null }) },
  });
}

type Seen = ParsedInputOf<'consoleAgentPricesDelete'>;

/** A colleague changed none of those that are still there since they were shown. */
function refuseChanged(found: prices.AgentPriceRow[], { ids, was }: Seen): void {
  if (!was) return;
  const shown = new Map(ids.map((id, at) => [id, was[at]]));
  const isOther = (row: prices.AgentPriceRow) => {
    const one = shown.get(String(row.rule_id));
    return one?.kind !== row.kind || one.value !== row.value;
  };
  if (found.some(isOther)) throw new Refusal('changedMeanwhile');
}

export async function deletePrices(context: Context, { ids, was }: ParsedInputOf<'consoleAgentPricesDelete'>) {
  const { owner } = context;
  return inTransaction(owner, async (owner) => {
    const found = await prices.lockAgentPrices(owner, ids);
    refuseChanged(found, { ids, was });
    await prices.deleteAgentPrices(owner, ids);
    for (const row of found)
      await logPrice(owner, context, { target: targetOf(row), before: worthOf(row), after: null });
    return { changed: found.length };
  });
}

/** All or none. Refuses invalidInput where one is not in percent, or has no percentage of its own among several. */
export async function changePercent(context: Context, { ids, was, value }: ParsedInputOf<'consoleAgentPricesPercent'>) {
  const { owner } = context;
  const values = typeof value === 'number' ? ids.map(() => value) : value;
  if (values.length !== ids.length) throw new Refusal('invalidInput', { fields: { value: { problem: 'choose' } } });
  const wanted = new Map(ids.map((id, at) => [id, values[at] ?? 0]));
  return inTransaction(owner, async (owner) => {
    const found = await prices.lockAgentPrices(owner, ids);
    refuseChanged(found, { ids, was });
    if (was && found.length < new Set(ids).size) throw new Refusal('changedMeanwhile');
    if (found.some((row) => row.kind !== 'percent'))
      throw new Refusal('invalidInput', { fields: { ids: { problem: 'choose' } } });
    await prices.changePercents(owner, [...wanted.keys()], [...wanted.values()]);
    for (const row of found)
      await logPrice(owner, context, {
        target: targetOf(row),
        before: worthOf(row),
        after: { ...worthOf(row), value: wanted.get(String(row.rule_id)) ?? row.value },
      });
    return { changed: found.length };
  });
}
