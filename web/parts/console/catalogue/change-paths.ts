// One document, many fields: each is read and written by its path ("packages.0.skus.1.priceMinor"), the very path by which the
// server names what is wrong with it. Two people's changes are laid over each other field by field.

const keys = new WeakMap<object, string>();
let given = 0;

/** A name for a row that stays with it while it is edited and moved. */
export function rowKey(row: object): string {
  const known = keys.get(row) ?? `row-${++given}`;
  keys.set(row, known);
  return known;
}

export function readAt(whole: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (isHolder(part) ? part[name] : undefined), whole);
}

/** A copy with one field changed; undefined takes the field out. */
export function writeAt<Whole>(whole: Whole, path: string, value: unknown): Whole {
  const [name = '', ...rest] = path.split('.');
  const holder = whole as Record<string, unknown>;
  const copy = Array.isArray(whole) ? [...whole] : { ...holder };
  if (keys.has(holder)) keys.set(copy, rowKey(holder));
  const next = rest.length ? writeAt(holder[name] ?? {}, rest.join('.'), value) : value;
  (copy as Record<string, unknown>)[name] = next;
  return copy as Whole;
}

export function moveRow<Row>(rows: Row[], from: number, to: number): Row[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(to, 0, row);
  return next;
}

export const sameTyped = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Fields changed since `base` keep the typed value; all others get the saved value. */
export function mergeTyped<Whole>(base: Whole, mine: Whole, kept: Whole): Whole {
  return merge(base, mine, kept) as Whole;
}

function merge(base: unknown, mine: unknown, kept: unknown): unknown {
  if (sameTyped(base, mine)) return kept;
  if (sameTyped(base, kept)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(kept)) {
    if (arePaired(base, mine, kept)) return mine.map((row, at) => merge(base[at], row, kept[at]));
    const known = [...base, ...kept].every((row) => idOf(row) !== undefined);
    return known ? mergeRows(base, mine, kept) : mine;
  }
  if (!isHolder(base) || !isHolder(mine) || !isHolder(kept) || Array.isArray(mine)) return mine;
  const names = [...new Set([...Object.keys(kept), ...Object.keys(mine)])];
  const found = names.map((name) => [name, merge(base[name], mine[name], kept[name])] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** The same rows in the same order, as far as ids tell: new ones get theirs when they are saved. */
function arePaired(...sides: unknown[][]): boolean {
  const [first = []] = sides;
  const fits = (at: number) => new Set(sides.flatMap((side) => idOf(side[at]) ?? [])).size <= 1;
  return sides.every((side) => side.length === first.length) && first.every((_, at) => fits(at));
}

/**
 * Rows with ids are the same row on both sides; what the other added comes at the end, what the other took out stays only if I
 * changed it.
 */
function mergeRows(base: unknown[], mine: unknown[], kept: unknown[]): unknown[] {
  const baseRow = (id: string) => base.find((row) => idOf(row) === id);
  const keptRow = (id: string) => kept.find((row) => idOf(row) === id);
  const own = mine.flatMap((row) => {
    const id = idOf(row);
    if (id === undefined) return [row];
    const now = keptRow(id);
    if (now) return [merge(baseRow(id), row, now)];
    return sameTyped(baseRow(id), row) ? [] : [{ ...(row as object), id: undefined }];
  });
  const added = kept.filter((row) => !baseRow(idOf(row) ?? '') && !mine.some((one) => idOf(one) === idOf(row)));
  return [...own, ...added];
}

function idOf(row: unknown): string | undefined {
  return isHolder(row) && typeof row.id === 'string' ? row.id : undefined;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
