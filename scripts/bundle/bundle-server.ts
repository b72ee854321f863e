// The server and the packages that it reads at every start, as a few files: a process starts in half the time and with 40 MB less
// (decision 0704). Files that the sources read beside themselves stay where they are.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { digestOf, isBuilt, replaceBuild, runBuilder } from './build-once.ts';
import { writeAscii } from './write-ascii.ts';

/** Each bundle has a folder of its own: a process of the version before still reads parts of its bundle when it first needs them. */
const folderOf = (digest: string) => `bundle/${digest.slice(0, 16)}`;
const bundlesLeft = 3;
const sources = [
  'server',
  'domain',
  'contract',
  'locales',
  'demo',
  'sandbox',
  'scripts',
  'main.ts',
  'package-lock.json',
];
const isCode = (file: string) => !file.endsWith('.test.ts') && /\.ts$|\/package-lock\.json$/.test(file);

const entries = { serve: 'scripts/workers/serve.ts', worker: 'scripts/workers/serve-worker.ts' };

/**
 * Not bundled: what the screens read too, of which there must be one; what brings compiled code or processes of its own; what reads
 * files beside itself.
 */
const apart = [
  'react',
  'react-dom',
  'react-router',
  '@react-router/node',
  'sharp',
  'pino',
  '@fastify/swagger',
  '@fastify/swagger-ui',
];

/** The address to import, written anew when the code has changed since. */
export function bundleServer(root: string, entry: keyof typeof entries, report: (line: string) => void): string {
  const digest = digestOf(root, sources, isCode);
  const folder = folderOf(digest);
  if (!isBuilt(root, folder, digest)) {
    report('Bundling the server …');
    runBuilder([fileURLToPath(import.meta.url), root, digest], root, process.env, 'the server');
  }
  return pathToFileURL(join(root, folder, `${entry}.mjs`)).href;
}

async function writeBundle(root: string, digest: string): Promise<void> {
  const { build } = await import('vite');
  await replaceBuild(root, folderOf(digest), digest, async (outDir) => {
    await build({
      ...{ root, configFile: false, logLevel: 'error', plugins: [keepAddresses(root), writeAscii()] },
      ssr: { noExternal: true, external: [...apart, 'vite', 'pg-native'] },
      build: {
        ...{ outDir, ssr: true, target: 'node24', minify: false, copyPublicDir: false },
        rolldownOptions: {
          input: entries,
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs', comments: false },
        },
      },
    });
  });
  removeOldBundles(root);
}

function removeOldBundles(root: string): void {
  const all = join(root, 'bundle');
  const bundles = readdirSync(all).map((name) => ({ path: join(all, name), at: statSync(join(all, name)).mtimeMs }));
  bundles.sort((left, other) => other.at - left.at);
  for (const { path } of bundles.slice(bundlesLeft)) rmSync(path, { recursive: true, force: true });
}

/** A module that reads a file beside itself, or starts one in a thread, finds it from the bundle, too. */
function keepAddresses(root: string): Plugin {
  return {
    name: 'keep-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta')) return undefined;
      const source = JSON.stringify(`../../${relative(root, id)}`);
      return code.replaceAll(/\bimport\.meta\.url\b/g, `new URL(${source}, import.meta.url).href`);
    },
  };
}

if (fileURLToPath(import.meta.url) === process.argv[1]) await writeBundle(process.argv[2] ?? '', process.argv[3] ?? '');
