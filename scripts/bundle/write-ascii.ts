// Bundles for Node in ASCII: Node stores a file with a single other character in twice the memory, and other characters are in texts and
// patterns alone, where they may be escaped. Words of Asian languages would be longer that way.
import type { Plugin } from 'vite';

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A backslash that escaped the character itself would now escape the one of its escape. */
const escapeAfter = (_: string, slashes: string, unit: string) => slashes.slice(slashes.length % 2) + escapeUnit(unit);

export function shorten(code: string): string {
  const escaped = code.replaceAll(/(\\*)([^\0-\x7f])/g, escapeAfter);
  return escaped.length < 2 * code.length ? escaped : code;
}

export const writeAscii = (): Plugin => ({
  name: 'write-ascii',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = shorten(file.code);
  },
});
