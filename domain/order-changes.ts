// What a change of an order's details says of the values before and after (§4): each field by its path, with numbers of documents masked.

export type DetailChange = { path: string; from: string; to: string };
type Values = Readonly<Record<string, string>>;

/** Fields of identity papers (§3 field codes): a log never contains their values. */
const documents = new Set(['201', '202', '203', '204', '205', '206', '207']);
const shownOfNumber = 2;

/** The last two characters of a document's number, so that two numbers can be distinguished; nothing of dates and places. */
function mask(name: string, value: string): string {
  if (!documents.has(name) || !value) return value;
  const isNumber = Number(name) <= 204 && [...value].length > shownOfNumber * 2;
  return `••••${isNumber ? [...value].slice(-shownOfNumber).join('') : ''}`;
}

/** Of some fields those that differ, under a path: "contact", "order", "travellers.0". */
export function compareDetails(under: string, names: Iterable<string>, before: Values, after: Values): DetailChange[] {
  return [...new Set(names)].flatMap((name) => {
    const [from, to] = [before[name] ?? '', after[name] ?? ''];
    return from === to ? [] : [{ path: `${under}.${name}`, from: mask(name, from), to: mask(name, to) }];
  });
}

/** Travellers by their place in the order. */
export function compareTravellers(
  names: Iterable<string>,
  before: readonly Values[],
  after: readonly Values[],
): DetailChange[] {
  const fieldNames = [...names];
  return after.flatMap((item, at) => compareDetails(`travellers.${at}`, fieldNames, before[at] ?? {}, item));
}
