// Agent prices of a product (rules §3): for a price level or one partner, for one SKU or all of them.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { lockProduct } from './editing.sql.ts';
import { nameSku } from './name-sku.ts';
import { deleteRule, findRuleFrame, isPartner, listRules, putRule, type RuleSku } from './rules.sql.ts';

export async function listPriceRules(
  { owner, language }: Context,
  { productId }: ParsedInputOf<'consolePriceRules'>,
): Promise<OutputOf<'consolePriceRules'>> {
  const frame = await findRuleFrame(owner, productId);
  if (!frame) throw new NotHere();
  const rules = await listRules(owner, productId);
  return {
    currency: frame.currency,
    skus: frame.skus.map((sku) => ({
      id: String(sku.sku_id),
      name: nameSku(sku, language),
      packageName: textIn(sku.package_names, language),
      priceMinor: sku.price_minor,
    })),
    rules: rules.map((row) => ({
      id: String(row.rule_id),
      skuId: row.sku_id === null ? null : String(row.sku_id),
      level: row.level,
      partnerId: row.partner_id === null ? null : String(row.partner_id),
      partnerName: row.partner_name ?? '',
      kind: row.kind,
      value: row.value,
    })),
  };
}

const dearest = 1_000_000_000_000;

/** One rule per SKU (or the whole product) and level or partner: saving it again changes it. Refuses invalidInput by field. */
export async function savePriceRule(
  context: Context,
  input: ParsedInputOf<'consolePriceRuleSave'>,
): Promise<Record<string, never>> {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    if (!(await lockProduct(owner, input.productId))) throw new NotHere();
    const frame = await findRuleFrame(owner, input.productId);
    const fields = await judge(owner, input, frame?.skus ?? []);
    if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
    const before = await putRule(owner, input);
    const { productId, skuId, level, partnerId, kind, value } = input;
    const target = { rule: { skuId, level, partnerId } };
    await logAction(owner, context, {
      act: 'product-saved',
      subject: `product ${productId}`,
      before: before && { ...target, ...before },
      after: { ...target, kind, value },
    });
  });
  return {};
}

async function judge(
  owner: OwnerTrx,
  input: ParsedInputOf<'consolePriceRuleSave'>,
  skus: RuleSku[],
): Promise<FieldProblems> {
  const fields: FieldProblems = {};
  const { skuId, level, partnerId, kind, value } = input;
  const sku = skus.find((one) => String(one.sku_id) === skuId);
  if ((level === null) === (partnerId === null)) fields.level = { problem: 'choose' };
  else if (partnerId !== null && !(await isPartner(owner, partnerId))) fields.partnerId = { problem: 'choose' };
  if (skuId !== null && !sku) fields.skuId = { problem: 'choose' };
  // An amount fits one SKU's price only; a rule for all SKUs is in percent.
  else if (skuId === null && kind !== 'percent') fields.kind = { problem: 'choose' };
  const max = kind === 'percent' ? 10_000 : kind === 'amount' && sku ? sku.price_minor : dearest;
  if (value > max) fields.value = { problem: 'range', min: 0, max };
  return fields;
}

export async function removePriceRule(
  context: Context,
  { productId, id }: ParsedInputOf<'consolePriceRuleDelete'>,
): Promise<Record<string, never>> {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    const gone = await deleteRule(owner, productId, id);
    if (!gone) throw new NotHere();
    const { sku_id: skuId, level, partner_id: partnerId, kind, value } = gone;
    await logAction(owner, context, {
      act: 'product-saved',
      subject: `product ${productId}`,
      before: { rule: { skuId, level, partnerId }, kind, value },
      after: { rule: { skuId, level, partnerId }, kind: null },
    });
  });
  return {};
}
