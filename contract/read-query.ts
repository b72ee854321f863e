// The filters of a list in the address of its page: read field by field with the schema that parses the call, and described as data,
// so that the form above the list follows from the call.
import { z } from './call.ts';
import type { CallName } from './calls.ts';
import { type OutputOf, schemas } from './index.ts';

/** Calls that answer one page of a list. */
export type ListCall = {
  [Name in CallName]: OutputOf<Name> extends { list: unknown[]; total: number } ? Name : never;
}[CallName];

/** What a field of an input takes. `start`: the value that counts when the address has none. */
export type QueryField = {
  kind: 'text' | 'choice' | 'day' | 'tick' | 'number';
  values: string[];
  /** Longest text. */
  most?: number;
  start?: string;
};
export type QueryFields = Record<string, QueryField>;
/** Values that a schema does not list itself, for example the states of orders. */
export type KnownValues = Record<string, readonly (string | number)[]>;

type Described = {
  type?: string;
  enum?: unknown[];
  anyOf?: Described[];
  format?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
};

/** More whole numbers than these are no choice. */
const mostChoices = 50;
const paging = ['page', 'size'];
const described = new Map<CallName, Record<string, Described>>();

function describe(name: CallName): Record<string, Described> {
  const known = described.get(name);
  if (known) return known;
  const { properties = {} } = z.toJSONSchema(schemas[name].input, { io: 'output', unrepresentable: 'any' });
  described.set(name, properties as Record<string, Described>);
  return properties as Record<string, Described>;
}

function listValues({ type, enum: listed, minimum, maximum }: Described): string[] {
  if (listed) return listed.filter((item) => item !== '').map(String);
  if (type !== 'integer' || minimum === undefined || maximum === undefined) return [];
  if (maximum - minimum >= mostChoices) return [];
  return Array.from({ length: maximum - minimum + 1 }, (_, at) => String(minimum + at));
}

function readField(field: Described, known: readonly (string | number)[] | undefined): QueryField {
  const start = field.default === undefined || field.default === '' ? {} : { start: String(field.default) };
  const values = known?.map(String) ?? listValues(field);
  const isDay = [field, ...(field.anyOf ?? [])].some((item) => item.format === 'date');
  if (isDay) return { kind: 'day', values: [] };
  if (values.length === 1 && values[0] === '1') return { kind: 'tick', values };
  if (values.length) return { kind: 'choice', values, ...start };
  if (field.type === 'string') return { kind: 'text', values: [], most: field.maxLength };
  return { kind: 'number', values: [] };
}

/** The fields of a list's input without its paging. */
export function describeQuery(name: ListCall, known: KnownValues = {}): QueryFields {
  const fields = Object.entries(describe(name)).filter(([field]) => !paging.includes(field));
  return Object.fromEntries(fields.map(([field, shape]) => [field, readField(shape, known[field])]));
}

/** What of an address the call understands; unknown and refused values are left out, and a text is cut to its length. */
export function readQuery(name: ListCall, params: URLSearchParams, known: KnownValues = {}): Record<string, string> {
  const shape: Record<string, z.ZodType> = (schemas[name].input as z.ZodObject).shape;
  const read = Object.entries(shape).flatMap(([field, schema]) => {
    const { kind, values, most } = readField(describe(name)[field] ?? {}, known[field]);
    const text = (params.get(field) ?? '').slice(0, most).trim();
    const listed = kind !== 'choice' || values.includes(text);
    return text && listed && schema.safeParse(text).success ? [[field, text] as const] : [];
  });
  return Object.fromEntries(read);
}

/** `address`: what of it the call understands. */
export type ListAddress = { address: Record<string, string>; fields: QueryFields };

export const readListAddress = (name: ListCall, params: URLSearchParams, known?: KnownValues): ListAddress => ({
  address: readQuery(name, params, known),
  fields: describeQuery(name, known),
});
