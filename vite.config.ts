import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Fewer requests: what most screens load is one file, and icons that several screens share are one. No screen loads more for it. */
const commonChunks = [
  { name: 'base', minShareCount: 60 },
  { name: 'icons', test: /@tabler/, minShareCount: 8 },
];

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // A language's words are parsed as one text, which is several times as fast as reading them as code.
  json: { stringify: true },
  build: { target: 'es2022' },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: commonChunks } } } } } },
  // Every screen is read before the first page: a package that is found later makes the bundler answer 504 to what is already open.
  optimizeDeps: {
    entries: ['web/**/*.tsx'],
    include: ['react-dom/client', 'react/jsx-dev-runtime', 'react-router/dom'],
  },
  server: { hmr: { host: 'localhost' } },
});
