// An agent price while it is edited (rules §11): scope, buyers, value and time.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import type { PriceScope } from '../../../../domain/price-scopes.ts';
import { readFigure, readPrice, writePrice } from '../catalogue/read-figures.ts';

export type AgentPrice = OutputOf<'consoleAgentPrices'>['list'][number];
export type PriceList = OutputOf<'consolePriceRules'>;
export type PlainRule = PriceList['rules'][number];
export type PriceKind = AgentPrice['kind'];
type SaveInput = InputOf<'consoleAgentPriceSave'>;

export type PriceDraft = {
  /** An existing price, whose scope cannot be changed. */
  id: string | null;
  scope: PriceScope;
  productId: string;
  productName: string;
  packageId: string;
  skuId: string;
  city: string;
  cityName: string;
  type: string;
  /** A level's number, or `partner`. */
  who: string;
  partnerId: string;
  partnerName: string;
  kind: PriceKind;
  value: string;
  validBy: 'always' | 'travel' | 'booking';
  validFrom: string;
  validUntil: string;
};

export const blankDraft: PriceDraft = {
  id: null,
  scope: 'everything',
  productId: '',
  productName: '',
  packageId: '',
  skuId: '',
  city: '',
  cityName: '',
  type: '',
  who: '1',
  partnerId: '',
  partnerName: '',
  kind: 'percent',
  value: '',
  validBy: 'always',
  validFrom: '',
  validUntil: '',
};

type Worth = { kind: PriceKind; value: number; currency: Currency | null };

const writeValue = ({ kind, value, currency }: Worth) =>
  kind === 'percent' || !currency ? String(value / 100) : writePrice(value, currency);

export function draftOf(price: AgentPrice): PriceDraft {
  return {
    id: price.id,
    scope: price.scope,
    productId: price.productId ?? '',
    productName: price.productName,
    packageId: price.packageId ?? '',
    skuId: price.skuId ?? '',
    city: price.city ?? '',
    cityName: price.cityName,
    type: price.type === null ? '' : String(price.type),
    who: price.partnerId ? 'partner' : String(price.level ?? 1),
    partnerId: price.partnerId ?? '',
    partnerName: price.partnerName,
    kind: price.kind,
    value: writeValue(price),
    validBy: price.validBy ?? 'always',
    validFrom: price.validFrom ?? '',
    validUntil: price.validUntil ?? '',
  };
}

/** A plain price of the product that `list` is about. */
export function draftOfRule(rule: PlainRule, { currency }: PriceList, productId: string): PriceDraft {
  return {
    ...blankDraft,
    id: rule.id,
    scope: rule.skuId ? 'sku' : 'product',
    productId,
    skuId: rule.skuId ?? '',
    who: rule.partnerId ? 'partner' : String(rule.level ?? 1),
    partnerId: rule.partnerId ?? '',
    partnerName: rule.partnerName,
    kind: rule.kind,
    value: writeValue({ ...rule, currency }),
  };
}

/** Minor units, or hundredths of a percent; undefined for any other text. */
export function readValue(draft: PriceDraft, currency: Currency | undefined): number | undefined {
  if (draft.kind !== 'percent') return currency && readPrice(draft.value, currency);
  return readPercent(draft.value);
}

/** Hundredths of a percent from 0 to 100 with at most two decimals. */
export function readPercent(text: string): number | undefined {
  const figure = readFigure(text);
  if (figure === undefined || !/^\d{1,3}(\.\d{1,2})?$/.test(figure)) return undefined;
  const hundredths = Math.round(Number(figure) * 100);
  return hundredths <= 10_000 ? hundredths : undefined;
}

export function inputOf(draft: PriceDraft, value: number): SaveInput {
  const { scope, who, kind } = draft;
  const onProduct = scope === 'product' || scope === 'package' || scope === 'sku';
  const timed = draft.validBy !== 'always';
  return {
    id: draft.id,
    productId: onProduct ? draft.productId : null,
    packageId: scope === 'package' ? draft.packageId : null,
    skuId: scope === 'sku' ? draft.skuId : null,
    city: scope === 'city' ? draft.city : null,
    type: scope === 'type' ? Number(draft.type) : null,
    level: who === 'partner' ? null : Number(who),
    partnerId: who === 'partner' ? draft.partnerId.trim() : null,
    kind,
    value,
    validBy: draft.validBy === 'always' ? null : draft.validBy,
    validFrom: (timed && draft.validFrom) || null,
    validUntil: (timed && draft.validUntil) || null,
  };
}

/** What still has to be chosen, by field. */
export function listMissing(draft: PriceDraft): string[] {
  const { scope, who } = draft;
  const onProduct = scope === 'product' || scope === 'package' || scope === 'sku';
  return [
    ...(onProduct && !draft.productId ? ['productId'] : []),
    ...(scope === 'package' && !draft.packageId ? ['packageId'] : []),
    ...(scope === 'sku' && !draft.skuId ? ['skuId'] : []),
    ...(scope === 'city' && !draft.city ? ['city'] : []),
    ...(scope === 'type' && !draft.type ? ['type'] : []),
    ...(who === 'partner' && !/^\d{1,18}$/.test(draft.partnerId.trim()) ? ['partnerId'] : []),
  ];
}
