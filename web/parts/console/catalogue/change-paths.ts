// One document, many fields: each is read and written by its path ("packages.0.skus.1.priceMinor"), the same path by which the
// server names its problems.

const keys = new WeakMap<object, string>();
let count = 0;

/** A key for a row that stays with it while it is edited and moved. */
export function rowKey(row: object): string {
  const known = keys.get(row) ?? `row-${++count}`;
  keys.set(row, known);
  return known;
}

export function readAt(whole: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (isHolder(part) ? part[name] : undefined), whole);
}

/** A copy with one field changed; undefined removes the field. */
export function writeAt<Whole>(whole: Whole, path: string, value: unknown): Whole {
  const [name = '', ...rest] = path.split('.');
  const holder = whole as Record<string, unknown>;
  const copy = Array.isArray(whole) ? [...whole] : { ...holder };
  if (keys.has(holder)) keys.set(copy, rowKey(holder));
  const next = rest.length ? writeAt(holder[name] ?? {}, rest.join('.'), value) : value;
  (copy as Record<string, unknown>)[name] = next;
  return copy as Whole;
}

/**
 * Rows of a copy, at the same places of lists of the same length, are the rows before it unless their ids differ: what is focused in one
 * stays. Returns the copy.
 */
export function keepKeys<Whole>(before: unknown, copy: Whole): Whole {
  if (before === copy || !isHolder(before) || !isHolder(copy)) return copy;
  if (Array.isArray(before) !== Array.isArray(copy)) return copy;
  if (Array.isArray(before) && before.length !== Object.keys(copy).length) return copy;
  if (before.id && copy.id && before.id !== copy.id) return copy;
  if (keys.has(before)) keys.set(copy, rowKey(before));
  for (const [name, part] of Object.entries(copy)) keepKeys(before[name], part);
  return copy;
}

export function moveRow<Row>(rows: Row[], from: number, to: number): Row[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
