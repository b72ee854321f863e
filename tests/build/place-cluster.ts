// The data folder of the tests' PostgreSQL: in memory if the machine has enough. Each instance is a database of 1,250 files that a
// test creates and drops; on a disk that costs several times as much (decision 0535).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/** The folder whose .data/ holds the cluster; a link if that is in memory, where it is lost at a restart and created again. */
export function placeCluster(root: string): string {
  const folder = join(root, '.data', 'tests');
  const state = join(folder, '.data');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(memory)) return folder;
  const place = join(memory, `kembara-tests-${createHash('sha256').update(root).digest('hex').slice(0, 12)}`);
  const isLinked = existsSync(place) && existsSync(state) && realpathSync(state) === place;
  // A cluster on the disk that a server still uses stays in use.
  if (isLinked || existsSync(join(state, 'pg', 'postmaster.pid')) || freeBytes() < neededBytes) return folder;
  mkdirSync(place, { recursive: true, mode: 0o755 });
  rmSync(state, { recursive: true, force: true });
  symlinkSync(place, state);
  return folder;
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize;
}
