// The five sheets of a workbook of products, as plain tables: which column holds which part of a product's document and how it is
// written in a cell. One row each: a product, a package, something to sell, an extra, a text in up to 13 languages.
import type { RefundRule } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import { emptyOf, type Field, type Fields, listFields } from '../../domain/field-kinds.ts';
import { languages } from '../../domain/languages.ts';
import { decimalOf, money, moneyFromDecimal } from '../../domain/money.ts';
import { addOnFields, packageFields, productFields, skuFields } from '../../domain/product-fields.ts';
import { guardText, unguardText } from './guard-cell.ts';
import { judgeFormula } from './judge/formula-marks.ts';

export type Value = string | number | boolean | null;
export const sheetNames = ['Products', 'Packages', 'SKUs', 'Extras', 'Texts'] as const;
export type SheetName = (typeof sheetNames)[number];

/**
 * text · whole number · decimal · price in the product's currency · yes or no · list of words · list of numbers · rules "7:50; 36h:100", in
 * days or hours · prices of sessions "10:00=45; 20:00=60"
 */
type Kind = 'text' | 'whole' | 'decimal' | 'price' | 'yesNo' | 'words' | 'codes' | 'rules' | 'prices' | 'time';
/** `empty` is the value of an empty cell; without it the cell must be filled. */
export type Column = { name: string; path: string; kind: Kind; empty?: unknown };

const column = (name: string, kind: Kind, path = name): Column => ({ name, path, kind });
const optional = (name: string, kind: Kind, empty: unknown, path = name): Column => ({ name, path, kind, empty });

/** Columns of a product's or a part's fields; texts have rows of their own, and so have parts that are numbered. */
function columnsFor(fields: Fields, within = ''): Column[] {
  return listFields(fields).flatMap(([name, field]): Column[] => {
    if (field.kind === 'group') return columnsFor(field.fields, name);
    const kind = cellOf(field);
    if (!kind) return [];
    const path = within ? `${within}.${name}` : name;
    const plain = field.kind === 'price' ? name.replace(/Minor$/, '') : name;
    const heading = within ? within + plain.slice(0, 1).toUpperCase() + plain.slice(1) : plain;
    const empty = emptyOf(field);
    return [empty ? optional(heading, kind, empty.value, path) : column(heading, kind, path)];
  });
}

function cellOf(field: Field): Kind | undefined {
  switch (field.kind) {
    case 'code':
    case 'whole':
      return 'whole';
    case 'degrees':
      return 'decimal';
    case 'texts':
    case 'lines':
      return undefined;
    case 'rows':
      return field.cell;
    case 'group':
      return undefined;
    case 'ids':
      return 'words';
    case 'session':
      return 'time';
    case 'price':
    case 'yesNo':
    case 'words':
    case 'codes':
      return field.kind;
    default:
      return 'text';
  }
}

const id = optional('id', 'text', undefined);
const number = column('number', 'whole');
const [productKey, ...productRest] = columnsFor(productFields) as [Column, ...Column[]];
const [packageKey, ...packageRest] = columnsFor(packageFields) as [Column, ...Column[]];

const productColumns: Column[] = [productKey, optional('revision', 'whole', undefined), ...productRest];
const packageColumns: Column[] = [column('product', 'text'), packageKey, id, ...packageRest];
const skuColumns: Column[] = [
  column('product', 'text'),
  column('package', 'text'),
  number,
  id,
  ...columnsFor(skuFields),
];
const extraColumns: Column[] = [column('product', 'text'), number, id, ...columnsFor(addOnFields)];

const textColumns: Column[] = [
  column('product', 'text'),
  column('part', 'text'),
  optional('package', 'text', ''),
  optional('number', 'whole', null),
  optional('day', 'whole', null),
  optional('time', 'time', ''),
  optional('lat', 'decimal', null),
  optional('lng', 'decimal', null),
  ...languages.map((language) => optional(language, 'text', '')),
];

export const columnsOf: Record<SheetName, Column[]> = {
  Products: productColumns,
  Packages: packageColumns,
  SKUs: skuColumns,
  Extras: extraColumns,
  Texts: textColumns,
};

/** The cell of an empty list where an empty cell means "as usual". */
const none = '-';

/** A value as its cell holds it. */
export function writeCell({ kind }: Column, value: unknown, currency: Currency): Value {
  if (value === null || value === undefined || value === '') return null;
  if (kind === 'price') return Number(decimalOf(money(value as number, currency)));
  if (kind === 'words') return (value as string[]).map(guardText).join(', ') || null;
  if (kind === 'codes') return (value as number[]).join(', ') || none;
  if (kind === 'prices')
    return (
      (value as SessionPrice[])
        .map(({ session, priceMinor }) => `${session}=${decimalOf(money(priceMinor, currency))}`)
        .join('; ') || null
    );
  if (kind === 'rules')
    return (
      (value as RefundRule[])
        .map((rule) => `${rule.hoursBefore == null ? rule.daysBefore : `${rule.hoursBefore}h`}:${rule.feePercent}`)
        .join('; ') || none
    );
  if (kind === 'yesNo') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value : guardText(String(value));
}

export type ReadCell =
  | { value: unknown }
  | { problem: 'required' | 'number' | 'yesNo' | 'list' | 'time' | 'price' | 'formula' | 'formulaError' };

/** A cell as its value; with an unknown currency prices have two decimals, because the currency's own column reports the problem. */
export function readCell({ kind, ...column }: Column, cell: unknown, currency: Currency): ReadCell {
  const formula = judgeFormula(cell);
  if (formula) return { problem: formula };
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
    case 'prices':
      return readPrices(text, currency);
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
    .map((part) => part.trim())
    .filter(Boolean);

function readCodes(cell: unknown): ReadCell {
  if (cell === none) return { value: [] };
  const parts = splitList(cell);
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? { value: parts.map(Number) } : { problem: 'list' };
}

function readRules(cell: unknown): ReadCell {
  if (cell === none) return { value: [] };
  const rules = splitList(cell).map((value) => /^(\d{1,4})\s*(h?)\s*[:：]\s*(\d{1,3})$/i.exec(value));
  if (rules.some((rule) => !rule)) return { problem: 'list' };
  const ruleOf = ([, limit, hours, percent]: RegExpExecArray | [] = []): RefundRule => ({
    daysBefore: hours ? null : Number(limit),
    hoursBefore: hours ? Number(limit) : null,
    feePercent: Number(percent),
  });
  return { value: rules.map((rule) => ruleOf(rule ?? [])) };
}

type SessionPrice = { session: string; priceMinor: number };

function readPrices(cell: unknown, currency: Currency): ReadCell {
  const list: SessionPrice[] = [];
  for (const value of splitList(cell)) {
    const [, session = '', price] = /^(\d{1,2}[:：]\d{2})\s*=\s*(\S+)$/.exec(value) ?? [];
    if (!session) return { problem: 'list' };
    const read = readPrice(price, currency);
    if ('problem' in read) return read;
    list.push({ session: session.replace('：', ':').padStart(5, '0'), priceMinor: read.value as number });
  }
  return { value: list };
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
