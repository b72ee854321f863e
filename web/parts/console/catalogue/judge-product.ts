// The problems of an edited product before it is sent, as texts by path; the server checks again and knows more.
import { type Field, type Fields, listFields } from '../../../../domain/field-kinds.ts';
import { productFields } from '../../../../domain/product-fields.ts';
import type { Problems } from '../../../console-kit/merge-drafts.ts';
import type { Words } from '../../use-words.ts';
import { judgeEnglish } from '../judge-english.ts';
import type { ProductDraft, Texts } from './product-draft.ts';
import { readCount, readDegrees, readPrice } from './read-figures.ts';

type Holder = Readonly<Record<string, unknown>>;

export function judgeProduct(draft: ProductDraft, words: Words): Problems {
  const problems = judgeFields(productFields, draft, draft, words);
  if (!draft.city) problems.city = words.say('ui.field.choose');
  const required = (path: string, text: string | undefined) => {
    if (!text?.trim()) problems[path] = words.say('ui.field.required');
  };
  // It is made from the name, which is missing already.
  if (draft.names.en?.trim()) required('key', draft.key);
  const limits = (rules: ProductDraft['refundRules'], path: string) =>
    rules?.forEach((rule, row) => {
      if (!rule.hoursBefore.trim())
        required(`${path}.${row}.${rule.hoursBefore ? 'hoursBefore' : 'daysBefore'}`, rule.daysBefore);
    });
  limits(draft.refundRules, 'refundRules');
  draft.packages.forEach((item, at) => {
    limits(item.refundRules, `packages.${at}.refundRules`);
    const above = (min: string, max: string) => Number(max || 999) < Number(min);
    if (above(item.minQuantity, item.maxQuantity))
      problems[`packages.${at}.maxQuantity`] ??= words.say('editing.lessThanLeast');
    if (above(item.minNights, item.maxNights))
      problems[`packages.${at}.maxNights`] ??= words.say('editing.lessThanLeast');
    item.skus.forEach((sku, row) => {
      if (!sku.ticketType && !sku.carType) required(`packages.${at}.skus.${row}.names.en`, sku.names.en);
      // Other columns of a session may be empty: of a tidy draft this is the only one.
      sku.sessionPrices.forEach((price, place) => {
        if (!price.priceMinor.trim())
          problems[`packages.${at}.skus.${row}.sessionPrices.${place}.priceMinor`] =
            words.say('editing.sessionNeedsPrice');
      });
      if (above(sku.minAge, sku.maxAge))
        problems[`packages.${at}.skus.${row}.maxAge`] ??= words.say('editing.lessThanLeast');
    });
  });
  return problems;
}

function judgeFields(fields: Fields, values: Holder, draft: ProductDraft, words: Words, path = ''): Problems {
  const problems: Problems = {};
  for (const [name, field] of listFields(fields)) {
    const [value, fieldPath] = [values[name], `${path}${name}`];
    if (field.kind === 'rows')
      ((value ?? []) as Holder[]).forEach((row, at) => {
        Object.assign(problems, judgeFields(field.fields, row, draft, words, `${fieldPath}.${at}.`));
      });
    else if (field.kind === 'texts') {
      const english = field.needed === 'en' ? judgeEnglish(words, value as Texts) : undefined;
      if (english) problems[`${fieldPath}.en`] = english;
    } else {
      const problem = judgeFigure(field, value, draft, words);
      if (problem) problems[fieldPath] = problem;
    }
  }
  return problems;
}

/** Numbers within their bounds, prices, degrees; an empty field has no problem. */
function judgeFigure(field: Field, value: unknown, { currency }: ProductDraft, { say }: Words): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (field.kind === 'whole') {
    if (!text && (field.optional || field.open)) return undefined;
    const { min, max } = field;
    if (readCount(text, field) === undefined)
      return text ? say('ui.field.range', { min, max }) : say('ui.field.required');
  }
  if (field.kind === 'price' && (text || !field.optional) && readPrice(text, currency) === undefined)
    return text ? say('editing.priceFormat', { currency }) : say('ui.field.required');
  if (field.kind === 'degrees' && field.optional && !text) return undefined;
  if (field.kind !== 'degrees' || readDegrees(text, field.most) !== undefined) return undefined;
  return text ? say('ui.field.range', { min: -field.most, max: field.most }) : say('ui.field.required');
}
