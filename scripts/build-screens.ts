// Builds the screens when their sources changed: by a digest of everything that goes into them.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { digestOf, filesIn, isBuilt, replaceBuild, runBuilder } from './bundle/build-once.ts';

const sources = [
  'web',
  'domain',
  'contract',
  'locales',
  'scripts/bundle',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];

export function buildScreens(root: string, report: (line: string) => void): void {
  const digest = digestOf(root, sources);
  if (isBuilt(root, 'build', digest)) return;
  report('Building the screens …');
  runBuilder([fileURLToPath(import.meta.url), root, digest], root, process.env, 'the screens');
}

function makeScreens(root: string, digest: string): Promise<void> {
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  return replaceBuild(root, 'build', digest, async (folder) => {
    const env = { ...process.env, NODE_ENV: 'production', SCREENS_FOLDER: folder };
    runBuilder([cli, 'build'], root, env, 'the screens');
    await pack(join(root, folder, 'client', 'assets'));
  });
}

const packTightly = promisify(brotliCompress);
const packPlainly = promisify(gzip);

/** Packed copies beside each text asset, so that no request waits for packing. */
async function pack(folder: string): Promise<void> {
  const files = filesIn(folder).filter((file) => /\.(m?js|css|svg|json)$/.test(file));
  const packOne = async (file: string) => {
    const bytes = readFileSync(file);
    // Visitors get every byte that can be saved; maps and the back office's words would take longest to pack.
    const quality = bytes.length > 250_000 || basename(file).startsWith('console-') ? 9 : 11;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${file}.br`, await packTightly(bytes, { params }));
    writeFileSync(`${file}.gz`, await packPlainly(bytes, { level: 9 }));
  };
  await Promise.all(files.map(packOne));
}

if (fileURLToPath(import.meta.url) === process.argv[1]) await makeScreens(process.argv[2] ?? '', process.argv[3] ?? '');
