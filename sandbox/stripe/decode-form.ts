// Reads the form encoding of Stripe's API: names with brackets become objects and lists, values stay text.

export type Fields = { [name: string]: Field };
export type Field = string | Fields | Field[];

/** "a[b][0][c]=1&d=2" → { a: { b: [{ c: '1' }] }, d: '2' }. */
export function decodeForm(text: string): Fields {
  const root: Fields = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replace(/\]/g, '').split('[');
    if (path.some((part) => part === '__proto__')) continue;
    let at: Fields = root;
    for (const part of path.slice(0, -1)) {
      const next = at[part];
      if (typeof next !== 'object' || Array.isArray(next)) at[part] = {};
      at = at[part] as Fields;
    }
    const last = path.at(-1) ?? '';
    at[last === '' ? String(Object.keys(at).length) : last] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([name, field]) => [name, listsOf(field)]));
}

/** Objects whose names are 0, 1, 2 … are lists. */
function listsOf(field: Field): Field {
  if (typeof field === 'string' || Array.isArray(field)) return field;
  const names = Object.keys(field);
  const inner = Object.values(field).map(listsOf);
  if (names.length && names.every((name, at) => name === String(at))) return inner;
  return Object.fromEntries(names.map((name, at) => [name, inner[at] as Field]));
}
