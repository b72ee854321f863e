// What a save changed, for the log of staff actions: the names of the changed parts, with the values of numbers and short texts; long texts
// are named, not repeated.
import { type Fields, listFields } from '../../domain/field-kinds.ts';
import { type ProductDocument, productFields } from '../../domain/product-fields.ts';

type Value = string | number | boolean | null;
export type Changes = { changed: string[]; before: Record<string, Value>; after: Record<string, Value> };

const textParts = new Set(listTextParts(productFields));
const most = 100;

/** Texts, and rows that hold texts without being numbered: they change as a whole. */
function listTextParts(fields: Fields): string[] {
  return listFields(fields).flatMap(([name, field]) => {
    if (field.kind === 'texts' || field.kind === 'lines') return [name];
    const within = field.kind === 'rows' ? listTextParts(field.fields) : [];
    return field.kind === 'rows' && !field.numbered && within.length ? [name, ...within] : within;
  });
}

/** Parts with an id are named by it, so that a moved package is not a changed one. */
export function nameChanges(before: ProductDocument, after: ProductDocument): Changes {
  const [old, fresh] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].filter(
    (path) => spell(old.get(path)) !== spell(fresh.get(path)),
  );
  const valuesOf = (leaves: Map<string, unknown>) =>
    Object.fromEntries(
      paths
        .slice(0, most)
        .filter((path) => isValue(leaves.get(path)))
        .map((path) => [path, leaves.get(path) as Value]),
    );
  return { changed: paths.slice(0, most), before: valuesOf(old), after: valuesOf(fresh) };
}

/** The database orders the languages of a text by their codes, a form as it shows them. */
const spell = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1)))
      : item,
  );

function isValue(value: unknown): value is Value {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function leavesOf(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  const part = path.split('.').at(-1) ?? '';
  if (value === undefined) return found;
  if (isValue(value) || textParts.has(part)) found.set(path, value);
  else if (Array.isArray(value)) {
    if (value.some((item) => item && typeof item === 'object'))
      value.forEach((item, at) => {
        leavesOf(item, `${path}.${nameOf(item, at)}`, found);
      });
    else found.set(path, value);
  } else
    for (const [name, item] of Object.entries(value as object))
      if (name !== 'id') leavesOf(item, path ? `${path}.${name}` : name, found);
  return found;
}

function nameOf(item: unknown, at: number): string {
  const { id, key } = item as { id?: string; key?: string };
  return id ?? (key === undefined ? `new ${at + 1}` : `new ${key}`);
}
