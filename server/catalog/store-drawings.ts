// Caches drawn pictures on disk and the newest in memory; the least used are removed when space runs out. One process draws
// a picture once, however many requests want it.

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/context.ts';
import type { Logger } from '../platform/log.ts';
import { pictureWork } from '../platform/queue-work.ts';

export type Drawings = {
  /** From memory or disk, else drawn by `make`; `admit` may refuse before that. */
  find(name: string, admit: () => Promise<void>, make: () => Promise<Buffer>): Promise<Buffer>;
};

/** Part of each cached file's name: increase it when drawings change. */
const edition = 2;

export type DrawingLimits = { diskBytes: number; memoryBytes: number };

/** Where the folder is full or may not be written, pictures are drawn again and again, and shown all the same. */
export function storeDrawings(
  folder: string,
  { clock, log }: { clock: Clock; log: Logger },
  { diskBytes, memoryBytes }: DrawingLimits = { diskBytes: 256_000_000, memoryBytes: 32_000_000 },
): Drawings {
  const memory = new LRUCache<string, Buffer>({ maxSize: memoryBytes, sizeCalculation: (file) => file.length + 1 });
  /** A file may be requested or drawn again while it is being removed: both wait until it is gone. */
  const leaving = new Map<string, Promise<void>>();
  const remove = (path: string) => {
    const gone = rm(path, { force: true }).finally(() => leaving.delete(path));
    leaving.set(path, gone);
  };
  const disk = new LRUCache<string, number>({
    maxSize: diskBytes,
    sizeCalculation: (size) => size + 1,
    dispose: (_, path, reason) => {
      if (reason === 'evict') remove(path);
    },
  });
  const busy = new Map<string, Promise<Buffer>>();
  const known = listKept(folder, disk);
  const store = async (path: string, made: Buffer) => {
    try {
      await mkdir(join(path, '..'), { recursive: true });
      await leaving.get(path);
      await writeFile(`${path}.new`, made);
      await rename(`${path}.new`, path);
      disk.set(path, made.length);
    } catch (error) {
      log.warn({ err: error }, 'a drawn picture was not stored');
      await rm(`${path}.new`, { force: true }).catch(() => undefined);
    }
  };
  const make = async (path: string, draw: () => Promise<Buffer>) => {
    const made = await pictureWork.drawings(draw);
    await store(path, made);
    memory.set(path, made);
    return made;
  };
  return {
    async find(name, admit, draw) {
      const digest = createHash('sha256').update(`${edition} ${name}`).digest('hex').slice(0, 32);
      const path = join(folder, digest.slice(0, 2), digest);
      const remembered =
        memory.get(path) ?? (await known.then(() => leaving.get(path)).then(() => read(path, disk, clock())));
      if (remembered) {
        memory.set(path, remembered);
        return remembered;
      }
      const making = busy.get(path);
      if (making) return making;
      await admit();
      // Another call may have started while this one was admitted.
      const begun = busy.get(path) ?? make(path, draw).finally(() => busy.delete(path));
      busy.set(path, begun);
      return begun;
    },
  };
}

async function read(path: string, disk: LRUCache<string, number>, now: Date): Promise<Buffer | undefined> {
  try {
    const file = await readFile(path);
    disk.set(path, file.length);
    // The order of use survives the process.
    void utimes(path, now, now).catch(() => undefined);
    return file;
  } catch {
    return undefined;
  }
}

/** Files of earlier processes, least recently used first, so that they count against the limit. */
async function listKept(folder: string, disk: LRUCache<string, number>): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const found: { path: string; size: number; usedAt: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const about = await stat(path).catch(() => undefined);
    if (about?.isFile()) found.push({ path, size: about.size, usedAt: about.mtimeMs });
  }
  for (const { path, size } of found.sort((left, other) => left.usedAt - other.usedAt))
    if (!disk.has(path)) disk.set(path, size);
}
