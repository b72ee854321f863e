// A statement's name in traces: what it does and to which table, without any value ("SELECT product").
const names = new Map<string, string>();
const mostNames = 2000;

export function nameStatement(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = readName(text);
  if (names.size < mostNames) names.set(text, name);
  return name;
}

const writes = /\b(insert\s+into|update|delete\s+from)\s+(?:only\s+)?"?([a-z_][\w.]*)/i;
const reads = /\bfrom\s+(?:only\s+|lateral\s+)?"?([a-z_][\w.]*)/i;

function readName(text: string): string {
  const plain = text.replace(/\/\*.*?\*\/|--.*$|'[^']*'/gms, ' ').replace(/\bfor\s+(no\s+key\s+)?update\b/gi, ' ');
  const verb = /[a-z]+/i.exec(plain)?.[0].toUpperCase() ?? 'QUERY';
  const written = writes.exec(plain);
  if (written) return `${written[1]?.split(/\s/)[0]?.toUpperCase()} ${written[2]}`;
  const read = reads.exec(plain)?.[1];
  return read ? `SELECT ${read}` : verb;
}
