// Codes of refusals as the browser gets them: each screen has the numbers that it compares with, and not the whole catalogue.
import type { Plugin } from 'vite';
import { refusals } from '../../domain/errors.ts';

const codes: Record<string, number> = refusals;
const imported = /import \{[^}]*\brefusals\b[^}]*\} from '[./]+\/domain\/errors\.ts'/;

/** For the bundler. A screen that used the catalogue otherwise would bring all of it to every page. */
export function writeCodes(): Plugin {
  return {
    name: 'write-codes',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name !== 'client' || !id.includes('/web/') || !imported.test(code)) return null;
      return {
        code: code.replace(/\brefusals\.(\w+)/g, (text, name: string) => String(codes[name] ?? text)),
        map: null,
      };
    },
  };
}
