// The Host of a request (RFC 9110 §7.2): only a name and a port. Anything that two readers could understand differently
// (userinfo, paths, percent signs, lists, spaces) is refused.

export type SafeHost = {
  /** Lower case, without port; IPv6 in brackets. The owner is looked up by it. */
  name: string;
  /** Name with port, as this site's addresses begin. */
  host: string;
};

const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const nameShape = new RegExp(`^${label}(?:\\.${label})*\\.?$`);
const bracketShape = /^\[[0-9a-f:.]{2,45}\]$/;

/** Undefined for an invalid host. A trailing dot and leading zeros of a port are ignored. */
export function readHost(text: string): SafeHost | undefined {
  const [, typed, digits] = /^(\[[^\]]*\]|[^:[\]]*)(?::(\d{1,5}))?$/.exec(text.toLowerCase()) ?? [];
  if (!typed || typed.length > 253) return undefined;
  const name = typed.startsWith('[') ? readBracket(typed) : readName(typed);
  const port = digits === undefined ? undefined : Number(digits);
  if (name === undefined || port === 0 || (port ?? 1) > 65_535) return undefined;
  return { name, host: port === undefined ? name : `${name}:${port}` };
}

function readName(typed: string): string | undefined {
  if (!nameShape.test(typed)) return undefined;
  const name = typed.replace(/\.$/, '');
  // Numbers as names ("2130706433", "0x7f.1") are disguised addresses: only a name that the URL parser leaves unchanged is accepted.
  return URL.parse(`http://${name}`)?.hostname === name ? name : undefined;
}

function readBracket(typed: string): string | undefined {
  return bracketShape.test(typed) ? URL.parse(`http://${typed}`)?.hostname : undefined;
}
