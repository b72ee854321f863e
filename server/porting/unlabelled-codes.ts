// Codes that §1 and §3 list without a label (rules §4): product types 5, 6, 7, 9, 12, 13 and traveller fields 111, 112. Files with them
// are imported as drafts; a product of such a type cannot be published, and no traveller is asked for such a field.
import type { ProductDocument } from '../../contract/editing.ts';
import type { FieldProblems } from '../../domain/errors.ts';
import { travellerFields } from '../../domain/traveller-fields.ts';

const types: readonly number[] = [5, 6, 7, 9, 12, 13];
const isUnnamed = (code: number) => travellerFields[code]?.unnamed === true;

const hasUnlabelledType = ({ type }: Pick<ProductDocument, 'type'>): boolean => types.includes(type);

export function hasUnlabelled(document: ProductDocument): boolean {
  return (
    hasUnlabelledType(document) ||
    [...(document.orderFields ?? []), ...(document.travellerFields ?? [])].some(isUnnamed)
  );
}

/** Publishing requires a package on sale, which the editor refuses for such a type: it stays a draft until a person chooses a real type. */
export function takeOffShelf(document: ProductDocument): ProductDocument {
  if (!hasUnlabelledType(document)) return document;
  return { ...document, packages: document.packages.map((pack) => ({ ...pack, onShelf: false })) };
}

/** The same document under codes that have labels, to be judged by the rules of the others. */
export function asLabelled(document: ProductDocument): { document: ProductDocument; problems: FieldProblems } {
  const named = (codes: number[] | null) => (codes === null ? null : codes.filter((code) => !isUnnamed(code)));
  const plain = { ...document, travellerFields: named(document.travellerFields) };
  if (!hasUnlabelledType(document)) return { document: plain, problems: {} };
  const byCar = document.packages.some((pack) => pack.skus.some((sku) => sku.carType !== null));
  const problems: FieldProblems = document.subtype === 0 ? {} : { subtype: { problem: 'range', min: 0, max: 0 } };
  const [type, subtype] = byCar ? [11, 1101] : [3, 301];
  return { document: { ...plain, type, subtype }, problems };
}
