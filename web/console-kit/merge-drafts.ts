// Merges simultaneous changes of two people, field by field; and finds the problems of a draft by path.

export const sameDraft = (first: unknown, second: unknown) => JSON.stringify(first) === JSON.stringify(second);

/** Fields changed since `base` keep the typed value; all others get the saved value. */
export function mergeDrafts<Draft>(base: Draft, mine: Draft, saved: Draft): Draft {
  return merge(base, mine, saved) as Draft;
}

/** A field that two people changed; `theirs` is what the other person saved. */
export type Clash = { path: string; mine: unknown; theirs: unknown };

/** The merged values that both people changed: those of `merged` stand, and saving replaces the other person's. */
export function findClashes(base: unknown, merged: unknown, saved: unknown, path: readonly string[] = []): Clash[] {
  if (sameDraft(base, merged) || sameDraft(base, saved) || sameDraft(merged, saved)) return [];
  const whole = { path: path.join('.'), mine: merged, theirs: saved };
  if (!isHolder(base) || !isHolder(merged) || !isHolder(saved)) return isHolder(merged) ? [] : [whole];
  const within = (name: string, [was, mine, theirs]: [unknown, unknown, unknown]) =>
    findClashes(was, mine, theirs, [...path, name]);
  if (Array.isArray(base) && Array.isArray(merged) && Array.isArray(saved)) {
    const isPaired = arePaired(base, merged, saved);
    // Neither row by row nor by ids: one list stands for the other.
    if (!isPaired && ![...base, ...saved].every((row) => idOf(row) !== undefined)) return [whole];
    const twin = (rows: unknown[], row: unknown, at: number) =>
      isPaired ? rows[at] : rows.find((each) => idOf(each) !== undefined && idOf(each) === idOf(row));
    const found = merged.flatMap((row, at) => within(String(at), [twin(base, row, at), row, twin(saved, row, at)]));
    // Of a list of plain values no single one has a field of its own.
    return found.length && !merged.some(isHolder) ? [whole] : found;
  }
  return Object.keys(merged).flatMap((name) => within(name, [base[name], merged[name], saved[name]]));
}

function merge(base: unknown, mine: unknown, saved: unknown): unknown {
  if (sameDraft(base, mine)) return saved;
  if (sameDraft(base, saved)) return mine;
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(saved)) {
    if (arePaired(base, mine, saved)) return mine.map((row, at) => merge(base[at], row, saved[at]));
    const known = [...base, ...saved].every((row) => idOf(row) !== undefined);
    return known ? mergeRows(base, mine, saved) : mine;
  }
  if (!isHolder(base) || !isHolder(mine) || !isHolder(saved) || Array.isArray(mine)) return mine;
  const names = [...new Set([...Object.keys(saved), ...Object.keys(mine)])];
  const found = names.map((name) => [name, merge(base[name], mine[name], saved[name])] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** The same rows in the same order, as far as their ids show: new rows get an id when they are saved. */
function arePaired(...sides: unknown[][]): boolean {
  const [first = []] = sides;
  const fits = (at: number) => new Set(sides.flatMap((side) => idOf(side[at]) ?? [])).size <= 1;
  return sides.every((side) => side.length === first.length) && first.every((_, at) => fits(at));
}

/**
 * Rows with ids are the same row on both sides. Rows that the other person added come at the end; rows that the other person removed
 * stay only if I changed them.
 */
function mergeRows(base: unknown[], mine: unknown[], saved: unknown[]): unknown[] {
  const baseRow = (id: string) => base.find((row) => idOf(row) === id);
  const savedRow = (id: string) => saved.find((row) => idOf(row) === id);
  const rows = mine.flatMap((row) => {
    const id = idOf(row);
    if (id === undefined) return [row];
    const newest = savedRow(id);
    if (newest) return [merge(baseRow(id), row, newest)];
    return sameDraft(baseRow(id), row) ? [] : [{ ...(row as object), id: undefined }];
  });
  const added = saved.filter((row) => !baseRow(idOf(row) ?? '') && !mine.some((each) => idOf(each) === idOf(row)));
  return [...rows, ...added];
}

function idOf(row: unknown): string | undefined {
  return isHolder(row) && typeof row.id === 'string' ? row.id : undefined;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export type Problems = Record<string, string>;

/** The problem of a field or of anything within it. */
export function problemWith(problems: Problems, field: string): string | undefined {
  return problems[field] ?? Object.entries(problems).find(([name]) => name.startsWith(`${field}.`))?.[1];
}

/** Without the problems of an edited field, of fields within it, and of fields that contain it. */
export function withoutProblem(problems: Problems, path: string): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(
      ([name]) => !`${name}.`.startsWith(`${path}.`) && !`${path}.`.startsWith(`${name}.`),
    ),
  );
}
