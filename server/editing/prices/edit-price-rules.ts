// Agent prices of one product (rules §3): those of its SKUs and of all of it, with the wider ones that concern it as well (rules §11).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { todayIn } from '../../../domain/dates.ts';
import { NotHere } from '../../../domain/errors.ts';
import { textIn } from '../../../domain/languages.ts';
import { nameSku } from '../../../locales/name-sku.ts';
import { findLevels } from '../../member/levels.sql.ts';
import type { Context } from '../../platform/context.ts';
import { type LevelPriceRow, listLevelPrices, listOtherPrices } from './agent-prices.sql.ts';
import { findRuleFrame, isRuleOf, listRules } from './rules.sql.ts';
import { deletePrices, writePrice } from './save-agent-price.ts';
import { showAgentPrice } from './show-agent-price.ts';

export async function listPriceRules(
  context: Context,
  { productId }: ParsedInputOf<'consolePriceRules'>,
): Promise<OutputOf<'consolePriceRules'>> {
  const { owner, language, site, now } = context;
  const frame = await findRuleFrame(owner, productId);
  if (!frame) throw new NotHere();
  const today = todayIn(site.zone, now.getTime());
  const [rules, others, levelPrices, levels] = await Promise.all([
    listRules(owner, productId),
    listOtherPrices(owner, productId, today),
    listLevelPrices(owner, productId, today),
    findLevels(owner),
  ]);
  return {
    currency: frame.currency,
    skus: frame.skus.map((sku) => ({
      id: String(sku.sku_id),
      name: nameSku(sku, language),
      packageId: String(sku.package_id),
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
    others: others.map((row) => showAgentPrice(row, context, today)),
    levels: byLevel(levelPrices),
    packages: frame.packages.map((pack) => ({ id: String(pack.package_id), name: textIn(pack.names, language) })),
    levelNames: levels.names,
  };
}

/** Levels at which something is not retail. */
function byLevel(list: LevelPriceRow[]): OutputOf<'consolePriceRules'>['levels'] {
  const used = [...new Set(list.filter((row) => row.rule_id !== null).map((row) => row.level))];
  return used.map((level) => ({
    level,
    skus: list
      .filter((row) => row.level === level)
      .map((row) => ({
        skuId: String(row.sku_id),
        priceMinor: row.price_minor,
        ruleId: row.rule_id === null ? null : String(row.rule_id),
      })),
  }));
}

const always = { validBy: null, validFrom: null, validUntil: null };

/** One rule per SKU (or the whole product) and level or partner: saving it again changes it. Refuses invalidInput by field. */
export async function savePriceRule(
  context: Context,
  { kind, value, ...target }: ParsedInputOf<'consolePriceRuleSave'>,
): Promise<Record<string, never>> {
  const worth = { kind, value, ...always };
  await writePrice(context, { target: { packageId: null, city: null, type: null, ...target }, worth });
  return {};
}

export async function removePriceRule(
  context: Context,
  { productId, id }: ParsedInputOf<'consolePriceRuleDelete'>,
): Promise<Record<string, never>> {
  if (!(await isRuleOf(context.owner, productId, id))) throw new NotHere();
  const { changed } = await deletePrices(context, { ids: [id] });
  if (!changed) throw new NotHere();
  return {};
}
