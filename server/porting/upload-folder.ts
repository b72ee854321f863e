// Folders for uploaded files while they are checked. A process that is killed meanwhile leaves its folder behind; the next upload on this
// machine, and the hourly work, delete such folders.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'kembara-import-';
/** Longer than any upload and its check. */
const leftMilliseconds = 6 * 3_600_000;

export async function openUploadFolder(now: Date): Promise<string> {
  await dropLeftUploads(now);
  return mkdtemp(join(tmpdir(), prefix));
}

/** Returns how many were deleted. */
export async function dropLeftUploads(now: Date): Promise<number> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  let dropped = 0;
  for (const name of names) {
    const folder = join(tmpdir(), name);
    // Another process may delete it at the same moment.
    const newest = await lastChange(folder).catch(() => now.getTime());
    if (newest > now.getTime() - leftMilliseconds) continue;
    // One of another user of the machine is left alone, and keeps no upload from beginning.
    if (
      await rm(folder, { recursive: true, force: true }).then(
        () => true,
        () => false,
      )
    )
      dropped += 1;
  }
  return dropped;
}

/** While a file arrives, its time changes and that of its folder does not. */
async function lastChange(folder: string): Promise<number> {
  const paths = [folder, ...(await readdir(folder)).map((name) => join(folder, name))];
  const times = await Promise.all(paths.map(async (path) => (await stat(path)).mtimeMs));
  return Math.max(...times);
}
