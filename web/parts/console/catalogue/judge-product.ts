// What is wrong with a typed product before it is sent, in words by path; the server judges again and knows more.
import type { Words } from '../../use-words.ts';
import type { ProductDraft } from './product-draft.ts';
import { readCount, readPrice } from './read-figures.ts';

export type Problems = Record<string, string>;

type Range = { min: number; max: number; empty?: true };

/** Numbers by the name of their field, anywhere in the document. */
export const ranges: Record<string, Range> = {
  minAge: { min: 0, max: 999 },
  maxAge: { min: 0, max: 999, empty: true },
  seats: { min: 1, max: 999, empty: true },
  luggage: { min: 0, max: 999, empty: true },
  minQuantity: { min: 1, max: 999 },
  maxQuantity: { min: 1, max: 999 },
  openDays: { min: 1, max: 3650, empty: true },
  minNights: { min: 1, max: 90 },
  maxNights: { min: 1, max: 90 },
  most: { min: 1, max: 999, empty: true },
  playValue: { min: 1, max: 999 },
  freeCancelDays: { min: 0, max: 365, empty: true },
  daysBefore: { min: 0, max: 365 },
  feePercent: { min: 0, max: 100 },
  cutOffHours: { min: 0, max: 2160 },
  day: { min: 1, max: 60 },
};
const degrees: Record<string, number> = { lat: 90, lng: 180 };

export function judgeProduct(draft: ProductDraft, words: Words): Problems {
  const problems: Problems = {};
  for (const [path, name, value] of leavesOf(draft, '')) {
    const problem = judgeLeaf(name, value, draft, words);
    if (problem) problems[path] = problem;
  }
  if (!draft.city) problems.city = words.say('field.choose');
  const required = (path: string, text: string | undefined) => {
    if (!text?.trim()) problems[path] = words.say('field.required');
  };
  required('names.en', draft.names.en);
  required('key', draft.key);
  draft.addOns.forEach((one, at) => {
    required(`addOns.${at}.names.en`, one.names.en);
  });
  draft.packages.forEach((one, at) => {
    required(`packages.${at}.names.en`, one.names.en);
    const above = (min: string, max: string) => Number(max || 999) < Number(min);
    if (above(one.minQuantity, one.maxQuantity))
      problems[`packages.${at}.maxQuantity`] ??= words.say('catalogue.lessThanLeast');
    if (above(one.minNights, one.maxNights))
      problems[`packages.${at}.maxNights`] ??= words.say('catalogue.lessThanLeast');
    one.skus.forEach((sku, row) => {
      if (!sku.ticketType && !sku.carType) required(`packages.${at}.skus.${row}.names.en`, sku.names.en);
      if (above(sku.minAge, sku.maxAge))
        problems[`packages.${at}.skus.${row}.maxAge`] ??= words.say('catalogue.lessThanLeast');
    });
  });
  return problems;
}

function judgeLeaf(name: string, value: string, { currency }: ProductDraft, { say }: Words): string | undefined {
  const text = value.trim();
  const range = ranges[name];
  if (range && !(range.empty && !text) && readCount(text, range) === undefined)
    return text ? say('field.range', { min: range.min, max: range.max }) : say('field.required');
  if (name === 'priceMinor' && readPrice(text, currency) === undefined)
    return text ? say('catalogue.priceFormat', { currency }) : say('field.required');
  const bound = degrees[name];
  if (bound !== undefined && (!/^-?\d{1,3}(\.\d{1,12})?$/.test(text) || Math.abs(Number(text)) > bound))
    return text ? say('field.range', { min: -bound, max: bound }) : say('field.required');
  return undefined;
}

function* leavesOf(value: unknown, path: string): Generator<[path: string, name: string, value: string]> {
  if (typeof value === 'string') yield [path, path.slice(path.lastIndexOf('.') + 1), value];
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value)) yield* leavesOf(part, path ? `${path}.${name}` : name);
}

/** The problem of a field or of anything within it. */
export function problemUnder(problems: Problems, path: string): string | undefined {
  return problems[path] ?? Object.entries(problems).find(([name]) => name.startsWith(`${path}.`))?.[1];
}

/** Without those of a field that was typed into, of what is within it, and of what it is a text of. */
export function withoutProblem(problems: Problems, path: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(
      ([name]) => !`${name}.`.startsWith(`${path}.`) && !`${path}.`.startsWith(`${name}.`),
    ),
  );
}
