// Loads one page of a list for its screen: the input schema of the call parses the address. Loaders use it, so browsers load no schemas.
import type { InputOf, OutputOf } from '../../contract/index.ts';
import type { KnownValues, ListCall, QueryFields } from '../../contract/read-query.ts';
import { readListQuery } from '../call.ts';
import { load } from '../load.ts';

export type LoadedList<Name extends ListCall> = {
  found: OutputOf<Name>;
  /** The part of the address that the call understood, with its page. */
  address: Record<string, string>;
  fields: QueryFields;
  /** The input of the call, for fetching the other pages. */
  call: Name;
  input: Record<string, unknown>;
};

type Options<Name extends ListCall> = {
  /** Values that the schema does not list. */
  known?: KnownValues;
  /** The default input for an empty address. */
  start?: Partial<InputOf<Name>>;
};

export async function loadList<Name extends ListCall>(
  name: Name,
  request: Request,
  { known, start }: Options<Name> = {},
): Promise<LoadedList<Name>> {
  const { address, fields } = readListQuery(name, new URL(request.url).searchParams, known);
  const input = { ...start, ...address };
  const found = await load(name, input as InputOf<Name>);
  for (const [field, value] of Object.entries(start ?? {})) if (fields[field]) fields[field].start = String(value);
  return { found, address, fields, call: name, input };
}

/** The same for a call that returns all of its rows at once. */
export function wholeList<Row>(list: Row[]) {
  return { found: { list, total: list.length, page: 1, pages: 1 }, address: {}, fields: {} };
}
