// Builds addresses: a path with a query.

/** Query parameters; undefined and empty values are left out. */
export type Query = URLSearchParams | Record<string, string | number | undefined>;

/** A path with a query, or the bare path without parameters. */
export function withQuery(path: string, query: Query = {}): string {
  const text = query instanceof URLSearchParams ? String(query) : writeParts(query);
  return text ? `${path}?${text}` : path;
}

function writeParts(query: Record<string, string | number | undefined>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value as string | number)}`)
    .join('&');
}

/** Whether an address is this path or lies below it. */
export function isUnder(address: string, path: string): boolean {
  return address.startsWith(path) && /^([/?#]|$)/.test(address.slice(path.length));
}

/** A path with its `:names` replaced by values, and the values that it does not name. */
export function fillPath(pattern: string, values: Record<string, unknown>): { path: string; rest: typeof values } {
  const rest = { ...values };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { path, rest };
}
