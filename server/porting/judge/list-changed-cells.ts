// What an import would change of a product (decision 0749): each cell with its value before and after, and the parts that are not in the
// file, which leave the product.
import { isDeepStrictEqual } from 'node:util';
import type { ProductDocument } from '../../../contract/editing.ts';
import { isCurrency } from '../../../domain/currencies.ts';
import { isLanguage, type Language, languages, type Text, textIn } from '../../../domain/languages.ts';
import { writeFocused } from '../../../domain/pictures/picture-focus.ts';
import { nameSku } from '../../../locales/name-sku.ts';
import { type Candidate, type ChangedCell, type Differences, locate } from '../candidate.ts';
import { columnsOf, writeCell } from '../sheet-columns.ts';

type Document = Pick<ProductDocument, 'packages' | 'addOns' | 'currency'>;
type Place = Pick<Candidate, 'places' | 'row'>;

/** Shown of one product; the rest is counted. */
const mostShown = 12;
const mostLetters = 60;

/** `after` has the numbers of the parts of `before` that it changes (match-parts.ts). */
export function listChangedCells(before: ProductDocument, after: ProductDocument, place: Place, language: Language) {
  const removed = listRemoved(before, after, language);
  const [old, fresh] = [listLeaves(alignedWith(after, before)), listLeaves(numbered(after))];
  const list: ChangedCell[] = [];
  for (const path of new Set([...old.keys(), ...fresh.keys()])) {
    const [was, now] = [old.get(path), fresh.get(path)];
    if (/(^|\.)id$/.test(path) || isDeepStrictEqual(was, now)) continue;
    list.push(differenceOf(path, was, now, { ...place, after }));
  }
  return { list: list.slice(0, mostShown), more: Math.max(0, list.length - mostShown), removed } satisfies Differences;
}

/** The same order of parts on both sides, so that a moved part is none that changed; without parts that are gone. */
function alignedWith(after: Document, before: ProductDocument): object {
  const skus = before.packages.flatMap((pack) => pack.skus);
  return {
    ...before,
    packages: byPlace(
      after.packages.map((pack) => {
        const old = before.packages.find(({ id }) => id !== undefined && id === pack.id);
        return old && { ...old, skus: byPlace(pack.skus.map((sku) => same(skus, sku))) };
      }),
    ),
    addOns: byPlace(after.addOns.map((item) => same(before.addOns, item))),
  };
}

const same = <One extends { id?: string | undefined }>(list: One[], { id }: One) =>
  id === undefined ? undefined : list.find((other) => other.id === id);

const numbered = (document: ProductDocument): object => ({
  ...document,
  packages: byPlace(document.packages.map((pack) => ({ ...pack, skus: byPlace(pack.skus) }))),
  addOns: byPlace(document.addOns),
});

/** Under their place in the list, not under their number. */
const byPlace = (list: (object | undefined)[]) =>
  Object.fromEntries(list.flatMap((item, at) => (item ? [[at, item]] : [])));

function differenceOf(path: string, was: unknown, now: unknown, about: Place & { after: Document }): ChangedCell {
  const at = locate(path, about.places, about.row);
  if (isTexts(was) && isTexts(now))
    return { ...at, column: changedLanguages(was, now, at.sheet ? '' : `${at.column}.`), was: '', now: '' };
  const currency = isCurrency(about.after.currency) ? about.after.currency : 'CNY';
  const column = at.sheet ? columnsOf[at.sheet].find(({ path: part }) => path.endsWith(part)) : undefined;
  const write = (value: unknown): string => {
    // Rows of texts have no cell of their own.
    if (!column) return value !== null && typeof value === 'object' ? '' : String(value ?? '').slice(0, mostLetters);
    const plain = path === 'pictures' ? (value as Pictures).map(writeFocused) : value;
    return String(writeCell(column, plain, currency) ?? '').slice(0, mostLetters);
  };
  return { ...at, was: write(was), now: write(now) };
}

type Pictures = ProductDocument['pictures'];

/** The columns of a sheet are languages; in JSON each is below its field. */
const changedLanguages = (was: Text, now: Text, field: string): string =>
  languages
    .filter((language) => was[language] !== now[language])
    .map((language) => field + language)
    .join(', ');

const isTexts = (value: unknown): value is Text =>
  value !== null && typeof value === 'object' && !Array.isArray(value) && Object.keys(value).every(isLanguage);

/** Values by their path; lists that are no parts with a number are one value, and so is a text in all its languages. */
function listLeaves(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value) || (path && isTexts(value)))
    return value === undefined ? found : found.set(path, value);
  for (const [name, item] of Object.entries(value)) listLeaves(item, path ? `${path}.${name}` : name, found);
  return found;
}

/** By the names that staff know them by. */
function listRemoved(before: ProductDocument, after: ProductDocument, language: Language): string[] {
  const gone = <One extends { id?: string | undefined }>(old: One[], left: One[]) =>
    old.filter((item) => !left.some(({ id }) => id === item.id));
  const nameOf = (pack: ProductDocument['packages'][number]) => textIn(pack.names, language) || pack.key;
  const skuName = ({ names, ticketType, carType, seatClass }: ProductDocument['packages'][number]['skus'][number]) =>
    nameSku({ sku_id: 0, names, ticket_type: ticketType, car_type: carType, seat_class: seatClass }, language);
  return [
    ...gone(before.packages, after.packages).map(nameOf),
    ...before.packages.flatMap((pack) => {
      const left = same(after.packages, pack);
      return left ? gone(pack.skus, left.skus).map((sku) => `${nameOf(pack)}, ${skuName(sku)}`) : [];
    }),
    ...gone(before.addOns, after.addOns).map(({ names }) => textIn(names, language)),
  ];
}
