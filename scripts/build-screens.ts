// Builds the screens when their sources changed: by a digest of everything that goes into them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const sources = [
  'web',
  'domain',
  'contract',
  'locales',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];

/** Builds in a process of its own, so that the shop does not keep the builder's memory. */
export function buildScreens(root: string, report: (line: string) => void): void {
  const digest = digestOf(root);
  if (isBuilt(root, digest)) return;
  report('Building the screens …');
  run([fileURLToPath(import.meta.url), root, digest], root, process.env);
}

function isBuilt(root: string, digest: string): boolean {
  const marker = join(root, 'build', '.built-from');
  return existsSync(marker) && readFileSync(marker, 'utf8') === digest;
}

async function makeScreens(root: string, digest: string): Promise<void> {
  // Beside, and moved when whole: a build that fails leaves the last one standing. Each process has a folder of its own, for several may
  // start after one change.
  const folder = join('.data', `build-${process.pid}`);
  const next = join(root, folder);
  removeOldBuilds(root);
  const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
  try {
    run([cli, 'build'], root, { ...process.env, NODE_ENV: 'production', SCREENS_FOLDER: folder });
    await pack(join(next, 'client', 'assets'));
    writeFileSync(join(next, '.built-from'), digest);
    if (isBuilt(root, digest)) return;
    rmSync(join(root, 'build'), { recursive: true, force: true });
    renameSync(next, join(root, 'build'));
  } catch (error) {
    // Another process moved the same screens there a moment earlier.
    if (!isBuilt(root, digest)) throw error;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** What builders that were killed left behind; no build takes an hour. */
function removeOldBuilds(root: string): void {
  const data = join(root, '.data');
  if (!existsSync(data)) return;
  for (const name of readdirSync(data).filter((value) => /^build-\d+$/.test(value))) {
    const age = Date.now() - statSync(join(data, name)).mtimeMs;
    if (age > 3_600_000) rmSync(join(data, name), { recursive: true, force: true });
  }
}

function run(args: string[], root: string, env: NodeJS.ProcessEnv): void {
  const done = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  if (done.status !== 0) throw new Error(`the screens could not be built:\n${done.stdout}\n${done.stderr}`);
}

function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const name of sources)
    for (const file of filesIn(join(root, name))) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
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
