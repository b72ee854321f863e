// Agent prices of a product (rules §3): a rule for a level or a partner, on one SKU or on all; the rule of the SKU goes before
// the rule of the whole product.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import { money } from '../../../../domain/money.ts';
import { agentPrice } from '../../../../domain/price.ts';
import { readFigure, readPrice, writePrice } from '../../../parts/console/catalogue/read-figures.ts';
import type { Words } from '../../../parts/use-words.ts';

export type PriceList = OutputOf<'consolePriceRules'>;
export type Rule = PriceList['rules'][number];
export type PricedSku = PriceList['skus'][number];
export type Kind = Rule['kind'];

export const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

export type RuleDraft = {
  /** '' for all of the product. */
  skuId: string;
  who: 'level' | 'partner';
  level: number;
  partnerId: string;
  partnerName: string;
  kind: Kind;
  value: string;
};

export function ruleDraftOf(rule: Rule, { currency }: PriceList): RuleDraft {
  return {
    skuId: rule.skuId ?? '',
    who: rule.partnerId ? 'partner' : 'level',
    level: rule.level ?? 1,
    partnerId: rule.partnerId ?? '',
    partnerName: rule.partnerName,
    kind: rule.kind,
    value: rule.kind === 'percent' ? String(rule.value / 100) : writePrice(rule.value, currency),
  };
}

/** Minor units, or hundredths of a percent; undefined for what is neither. */
export function readValue(draft: RuleDraft, { currency }: PriceList): number | undefined {
  if (draft.kind !== 'percent') return readPrice(draft.value, currency);
  const figure = readFigure(draft.value);
  if (figure === undefined || !/^\d{1,3}(\.\d{1,2})?$/.test(figure)) return undefined;
  const hundredths = Math.round(Number(figure) * 100);
  return hundredths <= 10_000 ? hundredths : undefined;
}

export function ruleInput(draft: RuleDraft, value: number, productId: string): InputOf<'consolePriceRuleSave'> {
  return {
    productId,
    skuId: draft.skuId || null,
    level: draft.who === 'level' ? draft.level : null,
    partnerId: draft.who === 'partner' ? draft.partnerId.trim() : null,
    kind: draft.kind,
    value,
  };
}

/** The rule that applies to a SKU and a level, and whether it is specific to the SKU. */
export function ruleFor(rules: Rule[], skuId: string, level: number): { rule: Rule; ofSku: boolean } | undefined {
  const found = rules.filter((rule) => rule.level === level);
  const special = found.find((rule) => rule.skuId === skuId);
  const all = found.find((rule) => rule.skuId === null);
  return special ? { rule: special, ofSku: true } : all && { rule: all, ofSku: false };
}

export function tellRule(rule: { kind: Kind; value: number }, { currency }: PriceList, words: Words): string {
  if (rule.kind === 'percent')
    return words.say('editing.price.told.percent', { percent: words.intl.formatNumber(rule.value / 100) });
  return words.say(`editing.price.told.${rule.kind}`, { amount: words.money(money(rule.value, currency)) });
}

export function tellResult(sku: PricedSku, rule: { kind: Kind; value: number }, list: PriceList, words: Words): string {
  return words.money(money(agentPrice(sku.priceMinor, rule), list.currency));
}

export const nameOfSku = (sku: PricedSku) => `${sku.packageName}: ${sku.name}`;
