// Builds that are made again only when what goes into them changed: by a digest of their sources, which stands beside what was built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const marker = '.built-from';

export function isBuilt(root: string, name: string, digest: string): boolean {
  const file = join(root, name, marker);
  return existsSync(file) && readFileSync(file, 'utf8') === digest;
}

/**
 * `make` writes into a folder beside, which is moved when it is whole: a build that fails leaves the last one standing. Each process has a
 * folder of its own, for several may start after one change.
 */
export async function replaceBuild(
  root: string,
  name: string,
  digest: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const [kind = name] = name.split('/');
  const folder = join('.data', `${kind}-${process.pid}`);
  const [next, target] = [join(root, folder), join(root, name)];
  removeOldBuilds(root, kind);
  try {
    await make(folder);
    writeFileSync(join(next, marker), digest);
    if (isBuilt(root, name, digest)) return;
    rmSync(target, { recursive: true, force: true });
    mkdirSync(dirname(target), { recursive: true });
    renameSync(next, target);
  } catch (error) {
    // Another process moved the same there a moment earlier.
    if (!isBuilt(root, name, digest)) throw error;
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** What builders that were killed left behind; no build takes an hour. */
function removeOldBuilds(root: string, kind: string): void {
  const data = join(root, '.data');
  if (!existsSync(data)) return;
  const pattern = new RegExp(`^${kind}-\\d+$`);
  for (const found of readdirSync(data).filter((value) => pattern.test(value))) {
    const age = Date.now() - statSync(join(data, found)).mtimeMs;
    if (age > 3_600_000) rmSync(join(data, found), { recursive: true, force: true });
  }
}

/** Copies of modules that tests make and remove meanwhile; nothing imports them. */
const isPassing = (file: string) => file.endsWith('.tmp.ts');

/** `wanted`: which of the files in these folders go into the build. */
export function digestOf(root: string, sources: string[], wanted: (file: string) => boolean = () => true): string {
  const hash = createHash('sha256');
  for (const name of sources)
    for (const file of filesIn(join(root, name)).filter((file) => wanted(file) && !isPassing(file)))
      hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

export function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((left, other) => (left.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]));
}

/** In a process of its own, so that the portal does not keep the builder's memory. */
export function runBuilder(args: string[], root: string, env: NodeJS.ProcessEnv, what: string): void {
  const done = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env });
  if (done.status !== 0) throw new Error(`${what} could not be built:\n${done.stdout}\n${done.stderr}`);
}
