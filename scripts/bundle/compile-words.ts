// Words as the browser gets them: texts with arguments are parsed when the screens are built, so that no page carries the parser.
import { basename } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

/** For the bundler: each file of words, its texts with arguments parsed; the others stay texts. */
export function compileWords(): Plugin {
  const compiledOf = new Map<string, string>();
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
      const json = JSON.stringify(Object.fromEntries(compiled));
      compiledOf.set(id, json);
      return { code: json, map: null };
    },
    // Node holds the source of each module for good, beside what it made of it: seven megabytes of words for the server.
    generateBundle(_, files) {
      if (this.environment.name !== 'ssr') return;
      for (const file of Object.values(files)) {
        const json = file.type === 'chunk' && compiledOf.get(file.facadeModuleId ?? '');
        if (!json) continue;
        if (file.exports.join() !== 'default') this.error(`${file.fileName} exports ${file.exports.join()}`);
        const fileName = file.fileName.replace(/js$/, 'json');
        this.emitFile({ type: 'asset', fileName, source: json });
        file.code = [
          "import { readFileSync } from 'node:fs';",
          `export default JSON.parse(readFileSync(new URL('${basename(fileName)}', import.meta.url), 'utf8'));`,
        ].join('\n');
      }
    },
  };
}
