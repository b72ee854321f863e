// The columns of a product's fields (domain/product-fields.ts): the field `freeCancelDays` is the column free_cancel_days of its table,
// unless its row says that it is stored elsewhere.
import { type FieldAudience, type Fields, listFields } from '../../domain/field-kinds.ts';
import { packageFields, productFields, type SeenOf, type SeenOfPackage } from '../../domain/product-fields.ts';
import { sql } from '../platform/db.ts';

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const stored = (fields: Fields) => listFields(fields).filter(([, field]) => !field.stored);
const namesIn = (fields: Fields) => stored(fields).map(([name]) => name);

/** "key, names, min_quantity" */
export const listColumns = (fields: Fields) => sql.join(namesIn(fields).map((name) => sql.ref(columnOf(name))));

/** "key = g.key, names = g.names, min_quantity = g.min_quantity" */
export const setColumns = (fields: Fields, from: string) =>
  sql.join(namesIn(fields).map((name) => sql`${sql.ref(columnOf(name))} = ${sql.ref(`${from}.${columnOf(name)}`)}`));

/** "p.key AS "key", p.free_cancel_days AS "freeCancelDays"": a row in the shape of the document. */
export const selectColumns = (table: string, fields: Fields) =>
  sql.join(
    stored(fields).map(([name, { kind }]) => {
      const column = sql.ref(`${table}.${columnOf(name)}`);
      return sql`${kind === 'id' ? sql`${column}::text` : column} AS ${sql.ref(name)}`;
    }),
  );

/** "'key', k.key, 'minQuantity', k.min_quantity" */
export const jsonColumns = (table: string, fields: Fields) =>
  sql.join(
    stored(fields).map(([name, { kind }]) => {
      const column = sql.ref(`${table}.${columnOf(name)}`);
      return sql`${sql.lit(name)}, ${kind === 'id' ? sql`${column}::text` : column}`;
    }),
  );

/** "'dataMb', CASE WHEN count(o.data_mb) > 0 THEN jsonb_build_array(min(o.data_mb), max(o.data_mb)) END" of rows of a table. */
export const listRanges = (table: string, fields: Fields) =>
  sql.join(
    namesIn(fields).map((name) => {
      const column = sql.ref(`${table}.${columnOf(name)}`);
      return sql`${sql.lit(name)}, CASE WHEN count(${column}) > 0 THEN jsonb_build_array(min(${column}), max(${column})) END`;
    }),
  );

/** A document's values under the names of their columns, for jsonb_populate_record. */
export const columnValues = (fields: Fields, values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(namesIn(fields).map((name) => [columnOf(name), values[name]]));

const seen = new Map<Fields, Map<FieldAudience, Fields>>();
/** Needed several times per order, so each is created once. */
function seenBy(fields: Fields, reader: FieldAudience): Fields {
  const known = seen.get(fields)?.get(reader);
  if (known) return known;
  const made = Object.fromEntries(stored(fields).filter(([, { seenBy: readers = [] }]) => readers.includes(reader)));
  seen.set(fields, (seen.get(fields) ?? new Map()).set(reader, made));
  return made;
}

const seenNames = new Map<Fields, Partial<Record<FieldAudience, string[]>>>();

/** Their names, which stay the same: found once, not for each row. */
function namesSeenBy(fields: Fields, reader: FieldAudience): string[] {
  const known = seenNames.get(fields) ?? {};
  seenNames.set(fields, known);
  known[reader] ??= Object.keys(seenBy(fields, reader));
  return known[reader];
}

/** What a reader other than staff sees of a product, under the names of its fields. */
export const selectSeen = (table: string, reader: FieldAudience) => selectColumns(table, seenBy(productFields, reader));

export function pickSeen<Who extends FieldAudience>(row: SeenOf<Who>, reader: Who): SeenOf<Who> {
  const values: Readonly<Record<string, unknown>> = row;
  const names = namesSeenBy(productFields, reader);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as SeenOf<Who>;
}

/** The same of a package. */
export const selectSeenOfPackage = (table: string, reader: FieldAudience) =>
  selectColumns(table, seenBy(packageFields, reader));

export function pickSeenOfPackage<Who extends FieldAudience>(row: SeenOfPackage<Who>, reader: Who): SeenOfPackage<Who> {
  const names = namesSeenBy(packageFields, reader) as (keyof SeenOfPackage<Who>)[];
  return Object.fromEntries(names.map((name) => [name, row[name]])) as SeenOfPackage<Who>;
}
