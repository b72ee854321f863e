import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compileWords } from './scripts/bundle/compile-words.ts';
import { trimRows } from './scripts/bundle/trim-rows.ts';
import { writeAscii } from './scripts/bundle/write-ascii.ts';
import { writeCodes } from './scripts/bundle/write-codes.ts';

/** Fewer requests: what most screens load is one file, and icons that several screens share are one. No screen loads more for it. */
const commonChunks = [
  { name: 'base', minShareCount: 75 },
  { name: 'icons', test: /@tabler/, minShareCount: 8 },
];

/** Words are named after what they hold and their language: the page asks for them ahead by that name. */
function nameChunk({ facadeModuleId }: { facadeModuleId: string | null }): string {
  const [, language, holds] = /\/locales\/(\w+)\/(\w+)\.json$/.exec(facadeModuleId ?? '') ?? [];
  return language ? `assets/${holds}-${language}-[hash].js` : 'assets/[name]-[hash].js';
}

export default defineConfig({
  plugins: [compileWords(), trimRows(), writeCodes(), tailwindcss(), reactRouter(), writeAscii()],
  // Words come parsed: this one knows what they consist of and cannot parse.
  resolve: {
    // Two packages bring a copy of their own, one patch apart.
    dedupe: ['intl-messageformat'],
    alias: [
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
    ],
  },
  // A language's words are parsed as one text, which is several times as fast as reading them as code.
  json: { stringify: true },
  build: { target: 'es2022' },
  // Otherwise the server would read all of its six thousand icons.
  ssr: { noExternal: ['@tabler/icons-react'] },
  environments: {
    client: {
      build: { rolldownOptions: { output: { chunkFileNames: nameChunk, codeSplitting: { groups: commonChunks } } } },
    },
  },
  // Every screen is read before the first page: a package that is found later makes the bundler answer 504 to what is already open.
  optimizeDeps: {
    entries: ['web/**/*.tsx'],
    include: ['react-dom/client', 'react/jsx-dev-runtime', 'react-router/dom'],
  },
  server: { hmr: { host: 'localhost' } },
});
