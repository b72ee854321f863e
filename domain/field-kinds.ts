// The kinds of fields that a product has (domain/product-fields.ts), the values of each, and the value of a field that is left out.
import type { Currency } from './currencies.ts';
import type { Text } from './languages.ts';

type Common = {
  /** Null where nothing is given. */
  optional?: true;
  /** What an empty cell of a sheet means, where that is neither null nor nothing of its kind. Without any, the cell must be filled. */
  empty?: boolean | number | string;
  /** What a new one begins with in the editor, where that differs from `empty`. */
  blank?: number | string | readonly string[];
  /** Files made before the field existed lack it: its empty value is used. */
  later?: true;
  /** Kinds of product (§1) that have it; of others it is empty. All where none are named. */
  types?: readonly number[];
  /** Readers other than staff: the product page, and the booking form (the order keeps what it saw). */
  seenBy?: readonly FieldAudience[];
  /** The editor's tab; basics unless given. */
  tab?: 'texts' | 'packages' | 'extras' | 'rules' | 'pictures' | 'areas';
  /** In a column of the product's row unless given: in its `content`, or in other tables. */
  stored?: 'content' | 'apart';
};

export type FieldAudience = 'product' | 'booking';
export type Section = 'booking' | 'cancelling' | 'completion';

export type Field = Common &
  (
    | { kind: 'text'; max: number }
    /** In every language; `needed` in English at least, or in any. `published`: never published without one. */
    | { kind: 'texts'; max: number; long?: true; needed?: 'en' | 'any'; published?: true }
    /** Lines of text, each in every language and needed in any. */
    | { kind: 'lines'; max: number; most: number }
    /** A code of a table of the specification. */
    | { kind: 'code' }
    /**
     * `open`: the largest number means that there is no bound, and the editor shows nothing. `section`: the section of the editor that
     * shows its numbers in the order of the rows.
     */
    | { kind: 'whole'; min: number; max: number; open?: true; section?: Section }
    | { kind: 'degrees'; most: number }
    /** In minor units of the product's currency. */
    | { kind: 'price' }
    | { kind: 'yesNo' }
    | { kind: 'currency' }
    /** "HH:mm", or '' for the whole day. */
    | { kind: 'session' }
    | { kind: 'choice'; choices: readonly string[] }
    /** Numbers of records, and one of them. */
    | { kind: 'ids'; most: number }
    | { kind: 'id' }
    | { kind: 'words'; max: number; most: number }
    | { kind: 'codes'; most: number }
    | { kind: 'group'; fields: Fields }
    /** `numbered`: each row is a record with an id. `cell`: all of them are in one cell of a sheet. */
    | {
        kind: 'rows';
        fields: Fields;
        least?: number;
        most: number;
        numbered?: true;
        cell?: 'rules' | 'words' | 'prices';
      }
  );
export type Fields = { readonly [name: string]: Field };

type Plain<One> = One extends { kind: 'code' | 'whole' | 'degrees' | 'price' }
  ? number
  : One extends { kind: 'yesNo' }
    ? boolean
    : One extends { kind: 'currency' }
      ? Currency
      : One extends { kind: 'choice'; choices: readonly (infer Choice)[] }
        ? Choice
        : One extends { kind: 'texts' }
          ? Text
          : One extends { kind: 'lines' }
            ? Text[]
            : One extends { kind: 'codes' }
              ? number[]
              : One extends { kind: 'words' | 'ids' }
                ? string[]
                : string;
type RowOf<One, Row> = One extends { numbered: true } ? { id?: string | undefined } & Row : Row;
type Filled<One> = One extends { kind: 'group'; fields: infer Part extends Fields }
  ? Values<Part>
  : One extends { kind: 'rows'; fields: infer Part extends Fields }
    ? RowOf<One, Values<Part>>[]
    : Plain<One>;
type OrNull<One> = One extends { optional: true } ? null : never;

/** What the contract, the server and files hold under a field. */
export type ValueOf<One extends Field> = Filled<One> | OrNull<One>;
export type Values<Part extends Fields> = { -readonly [Name in keyof Part]: ValueOf<Part[Name]> };

type TypedRows<One> = One extends { kind: 'rows'; fields: infer Part extends Fields }
  ? RowOf<One, Typed<Part>>[]
  : never;
/** The same in a form: every figure is a text, '' where there is none. */
export type Typed<Part extends Fields> = {
  -readonly [Name in keyof Part]: Part[Name] extends { kind: 'code' | 'whole' | 'degrees' | 'price' }
    ? string
    : Part[Name] extends { kind: 'rows' }
      ? TypedRows<Part[Name]> | OrNull<Part[Name]>
      : ValueOf<Part[Name]>;
};

/** The fields that a reader sees, with what they hold. */
export type Seen<Part extends Fields, Who extends FieldAudience> = Values<{
  [Name in keyof Part as Part[Name] extends { seenBy: readonly (infer Readers)[] }
    ? Who extends Readers
      ? Name
      : never
    : never]: Part[Name];
}>;

export const listFields = (fields: Fields): [name: string, field: Field][] => Object.entries(fields);

/** The field at a path of a document ("packages.0.names.en"); a text in one language is its field. */
export function fieldAt(fields: Fields, path: string): Field | undefined {
  const [name = '', ...rest] = path.split('.').filter((part) => !/^\d+$/.test(part));
  const field = fields[name];
  return field && 'fields' in field && rest.length ? fieldAt(field.fields, rest.join('.')) : field;
}

/** The value of a field that is left out; undefined where it must be given. */
export function emptyOf(field: Field): { value: unknown } | undefined {
  if (field.empty !== undefined) return { value: field.empty };
  if (field.optional) return { value: null };
  if (field.kind === 'texts') return { value: {} };
  return ['lines', 'words', 'ids', 'codes', 'rows'].includes(field.kind) ? { value: [] } : undefined;
}

/** A copy of a document with each value changed by its field, those of rows and groups from within; ids stay as they are. */
export function mapFields(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  change: (field: Field, value: unknown) => unknown,
): Record<string, unknown> {
  const within = (part: Fields, value: unknown) => mapFields(part, value as Record<string, unknown>, change);
  const changed = listFields(fields).map(([name, field]) => {
    const value = values[name];
    if (field.kind === 'group') return [name, within(field.fields, value)];
    if (field.kind === 'rows' && Array.isArray(value)) return [name, value.map((row) => within(field.fields, row))];
    return [name, change(field, value)];
  });
  return { ...values, ...Object.fromEntries(changed) };
}

/** A document with its empty fields filled in, within its rows as well; what is no document stays as it is. */
export function fillFields(fields: Fields, values: unknown, which: (field: Field) => boolean = () => true): unknown {
  if (!isRecord(values)) return values;
  const filled = { ...values };
  for (const [name, field] of listFields(fields)) {
    const empty = which(field) ? emptyOf(field) : undefined;
    if (!(name in filled) && empty) filled[name] = empty.value;
    const value = filled[name];
    if (field.kind === 'group') filled[name] = fillFields(field.fields, value, which);
    if (field.kind === 'rows' && Array.isArray(value))
      filled[name] = value.map((row: unknown) => fillFields(field.fields, row, which));
  }
  return filled;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
