// The five sheets of a workbook of products, as plain tables: which column holds which part of a product's document and how it is
// written in a cell. One row each: a product, a package, something to sell, an extra, a text in up to 13 languages.
import type { Currency } from '../../domain/currencies.ts';
import { languages } from '../../domain/languages.ts';
import { decimalOf, money, moneyFromDecimal } from '../../domain/money.ts';
import { guardText, unguardText } from './guard-cell.ts';

export type Value = string | number | boolean | null;
export const sheetNames = ['Products', 'Packages', 'SKUs', 'Extras', 'Texts'] as const;
export type SheetName = (typeof sheetNames)[number];

/** text · whole number · decimal · price in the product's currency · yes or no · list of words · list of numbers · rules "7:50; 1:100" */
export type Kind = 'text' | 'whole' | 'decimal' | 'price' | 'yesNo' | 'words' | 'codes' | 'rules' | 'time';
/** `empty` is what an empty cell stands for; without it the cell must be filled. */
export type Column = { name: string; path: string; kind: Kind; empty?: unknown };

const column = (name: string, kind: Kind, path = name): Column => ({ name, path, kind });
const optional = (name: string, kind: Kind, empty: unknown, path = name): Column => ({ name, path, kind, empty });

export const productColumns: Column[] = [
  column('key', 'text'),
  optional('revision', 'whole', undefined),
  column('type', 'whole'),
  column('subtype', 'whole'),
  column('city', 'text'),
  column('lat', 'decimal'),
  column('lng', 'decimal'),
  column('currency', 'text'),
  optional('instant', 'yesNo', true),
  column('playValue', 'whole'),
  column('playUnit', 'whole'),
  optional('serviceLanguages', 'words', []),
  column('redemption', 'text'),
  optional('freeCancelDays', 'whole', null),
  optional('refundRules', 'rules', null),
  optional('cutOffHours', 'whole', 0),
  optional('orderFields', 'codes', null),
  optional('travellerFields', 'codes', null),
  optional('supplierId', 'text', null),
  column('sceneKind', 'text', 'scene.kind'),
  optional('sceneTime', 'text', 'day', 'scene.time'),
  optional('pictures', 'words', []),
  optional('areas', 'words', []),
];

export const packageColumns: Column[] = [
  column('product', 'text'),
  column('key', 'text'),
  optional('id', 'text', undefined),
  optional('minQuantity', 'whole', 1),
  optional('maxQuantity', 'whole', 999),
  optional('oversell', 'yesNo', false),
  optional('openDays', 'whole', null),
  optional('minNights', 'whole', 1),
  optional('maxNights', 'whole', 90),
  optional('onShelf', 'yesNo', true),
];

export const skuColumns: Column[] = [
  column('product', 'text'),
  column('package', 'text'),
  column('number', 'whole'),
  optional('id', 'text', undefined),
  optional('ticketType', 'whole', null),
  optional('carType', 'whole', null),
  optional('seatClass', 'whole', null),
  optional('minAge', 'whole', 0),
  optional('maxAge', 'whole', 999),
  column('price', 'price', 'priceMinor'),
  optional('seats', 'whole', null),
  optional('luggage', 'whole', null),
  optional('onShelf', 'yesNo', true),
];

export const extraColumns: Column[] = [
  column('product', 'text'),
  column('number', 'whole'),
  optional('id', 'text', undefined),
  column('price', 'price', 'priceMinor'),
  optional('most', 'whole', null),
  optional('onShelf', 'yesNo', true),
];

export const textColumns: Column[] = [
  column('product', 'text'),
  column('part', 'text'),
  optional('package', 'text', ''),
  optional('number', 'whole', null),
  optional('day', 'whole', null),
  optional('time', 'time', ''),
  ...languages.map((language) => optional(language, 'text', '')),
];

export const columnsOf: Record<SheetName, Column[]> = {
  Products: productColumns,
  Packages: packageColumns,
  SKUs: skuColumns,
  Extras: extraColumns,
  Texts: textColumns,
};

/** What stands in an empty list's cell where an empty cell means "as usual". */
const none = '-';

/** A value as its cell holds it. */
export function writeCell({ kind }: Column, value: unknown, currency: Currency): Value {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'price') return Number(decimalOf(money(value as number, currency)));
  if (kind === 'words') return (value as string[]).map(guardText).join(', ') || null;
  if (kind === 'codes') return (value as number[]).join(', ') || none;
  if (kind === 'rules')
    return (
      (value as { daysBefore: number; feePercent: number }[])
        .map((rule) => `${rule.daysBefore}:${rule.feePercent}`)
        .join('; ') || none
    );
  if (kind === 'yesNo') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value : guardText(String(value));
}

export type ReadCell = { value: unknown } | { problem: 'required' | 'number' | 'yesNo' | 'list' | 'time' | 'price' };

/** A cell as its value; an unknown currency reads prices with two decimals, for it is told at its own column. */
export function readCell({ kind, ...column }: Column, cell: unknown, currency: Currency): ReadCell {
  const text = typeof cell === 'string' ? unguardText(cell).trim() : cell;
  if (text === null || text === undefined || text === '')
    return 'empty' in column ? { value: column.empty } : { problem: 'required' };
  switch (kind) {
    case 'whole':
      return readNumber(text, /^-?\d{1,15}$/);
    case 'decimal':
      return readNumber(text, /^-?\d{1,15}(\.\d+)?$/);
    case 'price':
      return readPrice(text, currency);
    case 'yesNo':
      return readYesNo(text);
    case 'words':
      return { value: splitList(text).map(unguardText) };
    case 'codes':
      return readCodes(text);
    case 'rules':
      return readRules(text);
    case 'time':
      return readTime(text);
    default:
      return { value: text instanceof Date ? text.toISOString().slice(0, 10) : String(text) };
  }
}

function readNumber(cell: unknown, pattern: RegExp): ReadCell {
  const value = typeof cell === 'number' ? cell : pattern.test(String(cell)) ? Number(cell) : Number.NaN;
  return Number.isFinite(value) ? { value } : { problem: 'number' };
}

function readPrice(cell: unknown, currency: Currency): ReadCell {
  try {
    return { value: moneyFromDecimal(String(cell), currency).amountMinor };
  } catch {
    return { problem: 'price' };
  }
}

function readYesNo(cell: unknown): ReadCell {
  const word = String(cell).toLowerCase();
  if (['yes', 'true', '1', 'y'].includes(word)) return { value: true };
  if (['no', 'false', '0', 'n'].includes(word)) return { value: false };
  return { problem: 'yesNo' };
}

const splitList = (cell: unknown): string[] =>
  String(cell)
    .split(/[,;，；、]/)
    .map((one) => one.trim())
    .filter(Boolean);

function readCodes(cell: unknown): ReadCell {
  if (cell === none) return { value: [] };
  const parts = splitList(cell);
  return parts.every((one) => /^\d{1,9}$/.test(one)) ? { value: parts.map(Number) } : { problem: 'list' };
}

function readRules(cell: unknown): ReadCell {
  if (cell === none) return { value: [] };
  const rules = splitList(cell).map((one) => /^(\d{1,3})\s*[:：]\s*(\d{1,3})$/.exec(one));
  if (rules.some((one) => !one)) return { problem: 'list' };
  return { value: rules.map((one) => ({ daysBefore: Number(one?.[1]), feePercent: Number(one?.[2]) })) };
}

/** A time typed into a spreadsheet may come as a part of a day, or as a moment. */
function readTime(cell: unknown): ReadCell {
  if (cell instanceof Date) return { value: cell.toISOString().slice(11, 16) };
  if (typeof cell === 'number' && cell >= 0 && cell < 1) {
    const minutes = Math.round(cell * 1440) % 1440;
    const two = (part: number) => String(part).padStart(2, '0');
    return { value: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}` };
  }
  return /^\d{1,2}:\d{2}$/.test(String(cell)) ? { value: String(cell).padStart(5, '0') } : { problem: 'time' };
}
