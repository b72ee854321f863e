// Words as the browser gets them: texts with arguments are parsed when the screens are built, so that no page carries the parser.
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** For the bundler: each file of words, its texts with arguments parsed; the others stay texts. */
export function compileWords(): Plugin {
  return {
    name: 'compile-words',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/locales\/\w+\/\w+\.json$/.test(id)) return null;
      const words = Object.entries(JSON.parse(code) as Record<string, string>);
      const compiled = words.map(([key, text]) => [
        key,
        /['{<]/.test(text) ? parse(text, { captureLocation: false }) : text,
      ]);
      return { code: JSON.stringify(Object.fromEntries(compiled)), map: null };
    },
  };
}
