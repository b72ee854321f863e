import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { languages } from './domain/languages.ts';
import { isDeskWord } from './locales/split-words.ts';

/** `virtual:words` loads a language's words in two parts, each a file of its own named after what it holds. */
function splitWords(): Plugin {
  const list = 'virtual:words';
  const part = /^virtual:words\/(shop|desk)-(\w+)$/;
  return {
    name: 'split-words',
    resolveId: (id) => (id === list || part.test(id) ? `\0${id}` : undefined),
    load(resolved) {
      const id = resolved.startsWith('\0') ? resolved.slice(1) : '';
      if (id === list)
        return ['shop', 'desk']
          .map((of) => {
            const loads = languages.map((language) => `${language}: () => import('${list}/${of}-${language}')`);
            return `export const ${of} = { ${loads.join(', ')} };`;
          })
          .join('\n');
      const [, of, language] = part.exec(id) ?? [];
      if (!of || !language) return undefined;
      const file = join(import.meta.dirname, 'locales', `${language}.json`);
      this.addWatchFile(file);
      const words = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
      const own = words.filter(([key]) => isDeskWord(key) === (of === 'desk'));
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(own)))});`;
    },
  };
}

export default defineConfig({
  plugins: [splitWords(), tailwindcss(), reactRouter()],
  build: { target: 'es2022' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // What every page needs is one file, however much of it the back office's own packages share.
            codeSplitting: {
              groups: [{ name: 'frame', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ }],
            },
          },
        },
      },
    },
  },
  // Every screen is read before the first page: a package that is found later makes the bundler answer 504 to what is already open.
  optimizeDeps: {
    entries: ['web/**/*.tsx'],
    include: ['react-dom/client', 'react/jsx-dev-runtime', 'react-router/dom'],
  },
  server: { hmr: { host: 'localhost' } },
});
