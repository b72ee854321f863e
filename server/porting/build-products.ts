// Combines the rows of five sheets into documents, by product key, package key and number, and remembers the position of each part.
import { type Currency, isCurrency } from '../../domain/currencies.ts';
import { languages } from '../../domain/languages.ts';
import { readFocused } from '../../domain/pictures/picture-focus.ts';
import { lineNames, textNames } from '../../domain/product-fields.ts';
import type { Candidate, Problem } from './candidate.ts';
import { type Column, columnsOf, readCell, type SheetName } from './sheet-columns.ts';

type Row = { row: number; values: Record<string, unknown>; problems: Problem[] };
type Doc = Record<string, unknown>;
type Sku = Doc & { names: object; number: unknown };
type Pack = Doc & { skus: Sku[] };
type Building = Candidate & { raw: Doc & { packages: Pack[]; addOns: Sku[] }; currency: Currency };

/** More of one kind than any product may have: reported once as too many, and the rest is skipped. */
const enough = 40;

export function buildProducts(sheets: Map<string, unknown[][]>): Candidate[] {
  const products = new Map<string, Building>();
  const all: Building[] = [];
  const strays = new Map<string, Candidate>();
  for (const row of readRows(sheets, 'Products')) {
    const built = startProduct(row);
    all.push(built);
    if (!products.has(built.key)) products.set(built.key, built);
  }
  const each = (sheet: SheetName, add: (built: Building, row: Row) => void) => {
    for (const row of readRows(sheets, sheet, (key) => products.get(key)?.currency)) {
      const built = products.get(String(row.values.product ?? ''));
      if (built) {
        built.problems.push(...row.problems);
        add(built, row);
      } else addStray(strays, sheet, row);
    }
  };
  each('Packages', addPackage);
  each('SKUs', addSku);
  each('Extras', addExtra);
  each('Texts', addText);
  for (const built of all) {
    for (const sku of [...built.raw.packages.flatMap((pack) => pack.skus), ...built.raw.addOns])
      delete (sku as Partial<Sku>).number;
  }
  return [...all, ...strays.values()];
}

/** Rows of a product that is not in the file are one bad product, with a problem for each row. */
function addStray(strays: Map<string, Candidate>, sheet: SheetName, { row, values, problems }: Row): void {
  const key = String(values.product ?? '');
  const stray = strays.get(key) ?? { row, key, raw: null, places: {}, problems: [] };
  // Without a name, that is the problem.
  if (key) stray.problems.push({ sheet, row, column: 'product', reason: 'productMissing' });
  stray.problems.push(...problems);
  strays.set(key, stray);
}

/** Rows under their headings, which are all there (judge/judge-headings.ts); cells under further headings are ignored. */
function readRows(
  sheets: Map<string, unknown[][]>,
  sheet: SheetName,
  currencyOf: (key: string) => Currency | undefined = () => undefined,
): Row[] {
  const [headings = [], ...rows] = sheets.get(sheet) ?? [];
  const at = new Map(headings.map((heading, place) => [String(heading ?? '').trim(), place]));
  const keyAt = at.get('product') ?? -1;
  return rows.flatMap((cells, index) => {
    if (cells.every((cell) => cell === null || cell === undefined || cell === '')) return [];
    const currency = currencyOf(String(cells[keyAt] ?? '')) ?? 'CNY';
    return [readRow(sheet, index + 2, (column) => cells[at.get(column.name) ?? -1], currency)];
  });
}

function readRow(sheet: SheetName, row: number, cellOf: (column: Column) => unknown, currency: Currency): Row {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const column of columnsOf[sheet]) {
    const read = readCell(column, cellOf(column), currency);
    if ('problem' in read) problems.push({ sheet, row, column: column.name, reason: read.problem });
    else values[column.path] = read.value;
  }
  return { row, values, problems };
}

function startProduct({ row, values, problems }: Row): Building {
  const { 'scene.kind': kind, 'scene.time': time, pictures, ...head } = values;
  const raw = {
    ...head,
    ...Object.fromEntries(textNames.map((part) => [part, {}])),
    ...Object.fromEntries(lineNames.map((part) => [part, []])),
    scene: { kind, time },
    pictures: ((pictures ?? []) as string[]).map((picture) => ({ ...readFocused(picture), alts: {} })),
    itinerary: [],
    packages: [],
    addOns: [],
  };
  return {
    row,
    key: String(values.key ?? ''),
    raw,
    places: { '': ['Products', row] },
    problems,
    currency: isCurrency(values.currency) ? values.currency : 'CNY',
  };
}

function place(built: Building, path: string, sheet: SheetName, row: number): void {
  if (built.places) built.places[path] = [sheet, row];
}

function addProblem(built: Building, sheet: SheetName, { row }: Row, column: string, reason: Problem['reason']): void {
  built.problems.push({ sheet, row, column, reason });
}

function addPackage(built: Building, { row, values }: Row): void {
  const { product: _, ...more } = values;
  if (built.raw.packages.length >= enough) return;
  place(built, `packages.${built.raw.packages.length}`, 'Packages', row);
  built.raw.packages.push({ ...more, names: {}, descriptions: {}, beds: {}, skus: [] });
}

function addSku(built: Building, row: Row): void {
  const { product: _, package: key, ...more } = row.values;
  const at = built.raw.packages.findIndex((pack) => pack.key === key);
  const pack = built.raw.packages[at];
  if (!pack) {
    addProblem(built, 'SKUs', row, 'package', 'packageMissing');
    return;
  }
  if (pack.skus.length >= enough) return;
  if (pack.skus.some((sku) => sku.number === more.number)) addProblem(built, 'SKUs', row, 'number', 'twice');
  place(built, `packages.${at}.skus.${pack.skus.length}`, 'SKUs', row.row);
  pack.skus.push({ ...more, number: more.number, names: {} });
}

function addExtra(built: Building, row: Row): void {
  const { product: _, ...more } = row.values;
  const { addOns } = built.raw;
  if (addOns.length >= enough) return;
  if (addOns.some((addOn) => addOn.number === more.number)) addProblem(built, 'Extras', row, 'number', 'twice');
  place(built, `addOns.${addOns.length}`, 'Extras', row.row);
  addOns.push({ ...more, number: more.number, names: {} });
}

function addText(built: Building, row: Row): void {
  const { part, package: key, number } = row.values;
  const [path, holder, name] = findHolder(built, String(part), key, number) ?? [];
  if (path === undefined || !holder || !name) {
    addProblem(built, 'Texts', row, 'part', 'partUnknown');
    return;
  }
  place(built, path, 'Texts', row.row);
  const texts = languages.flatMap((language) => {
    const text = row.values[language];
    return typeof text === 'string' && text ? [[language, text]] : [];
  });
  const { day, time, lat, lng } = row.values;
  if (part === 'itinerary.titles') {
    Object.assign(holder, { day: day ?? 1, time: time ?? '', lat: lat ?? null, lng: lng ?? null });
    place(built, path.slice(0, -'.titles'.length), 'Texts', row.row);
  }
  holder[name] = Object.fromEntries(texts);
}

type Found = [path: string, holder: Doc, name: string];

/** A text's place: its path in the document, and the object and name that hold it. */
function findHolder(built: Building, part: string, key: unknown, number: unknown): Found | undefined {
  const { raw } = built;
  if (textNames.some((value) => value === part)) return [part, raw, part];
  const at = typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= 500 ? number - 1 : -1;
  const list = lineNames.find((value) => value === part);
  if (list && at >= 0) return [`${list}.${at}`, fill(raw[list] as Doc[], at, () => ({})) as never, String(at)];
  if (part.startsWith('itinerary.') && at >= 0) {
    const name = part.slice(10);
    if (name !== 'titles' && name !== 'texts') return undefined;
    const steps = fill(raw.itinerary as Doc[], at, () => ({
      day: 1,
      time: '',
      lat: null,
      lng: null,
      titles: {},
      texts: {},
    }));
    return [`itinerary.${at}.${name}`, steps[at] as Doc, name];
  }
  if (part === 'pictures.alts') return within(`pictures.${at}.alts`, (raw.pictures as Doc[])[at], 'alts');
  if (part === 'extra.names') {
    const extra = raw.addOns.findIndex((addOn) => addOn.number === number);
    return within(`addOns.${extra}.names`, raw.addOns[extra], 'names');
  }
  const pack = raw.packages.findIndex((pack) => pack.key === key);
  const holder = raw.packages[pack];
  if (['package.names', 'package.descriptions', 'package.beds'].includes(part))
    return within(`packages.${pack}.${part.slice(8)}`, holder, part.slice(8));
  if (part !== 'sku.names') return undefined;
  const sku = holder?.skus.findIndex((sku) => sku.number === number) ?? -1;
  return within(`packages.${pack}.skus.${sku}.names`, holder?.skus[sku], 'names');
}

const within = (path: string, holder: Doc | undefined, name: string): Found | undefined =>
  holder && [path, holder, name];

/** A list long enough for a place; missing numbers are reported as missing texts. */
function fill<One>(list: One[], at: number, make: () => One): One[] {
  while (list.length <= at) list.push(make());
  return list;
}
