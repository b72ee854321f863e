// npm run backup: the whole database in one file, read from one snapshot while the portal keeps running. The same file restores
// into the built-in PostgreSQL and into one named by DATABASE_URL (docs/operations.md).

import { createWriteStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Clock } from '../platform/context.ts';
import type { Client } from '../platform/database/copy-rows.ts';
import type { Database } from '../platform/db.ts';
import { makeVault } from '../platform/vault.ts';
import { findHouseKey } from '../site/find-house-key.ts';
import {
  beginSnapshot,
  copyTableOut,
  listMigrations,
  listSequences,
  listTables,
  listWaitingJobs,
  type Table,
} from './backup.sql.ts';
import { endOfRows, type Part, put } from './backup-format.ts';

export type BackupPlace = { dataFolder: string; houseKey: string | undefined };
export type BackupSize = { tables: number; rows: number; jobs: number };

/** Files of the data folder that cannot be generated again. */
const files = ['house-key', 'sandbox-secret', 'sandbox.jsonl'];

/** Writes `file`; it appears under its name only when it is whole and on the disk. */
export async function writeBackup(
  database: Database,
  place: BackupPlace,
  file: string,
  clock: Clock,
): Promise<BackupSize> {
  const key = await findHouseKey(database.house, place);
  const unfinished = `${file}.part`;
  const packed = createGzip({ level: 6 });
  const disk = createWriteStream(unfinished, { mode: 0o600 });
  const written = finished(packed.pipe(disk));
  const client = await database.pool.connect();
  try {
    const size = await writeParts(client, packed, place, key, clock());
    packed.end();
    await written;
    await flush(unfinished);
    renameSync(unfinished, file);
    return size;
  } catch (error) {
    packed.destroy();
    disk.destroy();
    await written.catch(() => undefined);
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release(true);
  }
}

async function writeParts(
  client: Client,
  to: Writable,
  place: BackupPlace,
  key: string,
  madeAt: Date,
): Promise<BackupSize> {
  const write = (part: Part) => put(to, `${JSON.stringify(part)}\n`);
  await beginSnapshot(client);
  await write({
    backup: 'kembara',
    format: 1,
    madeAt: madeAt.toISOString(),
    migrations: await listMigrations(client),
    keyMark: markOf(key),
  });
  for (const file of files) {
    const path = join(place.dataFolder, file);
    // A key that came from SECRET_KEY is not in the backup: the operator has it.
    if (existsSync(path) && !(file === 'house-key' && place.houseKey))
      await write({ file, content: readFileSync(path, 'utf8') });
  }
  const jobs = await listWaitingJobs(client);
  for (const job of jobs) await write({ job });
  for (const sequence of await listSequences(client)) await write({ sequence });
  const tables = await listTables(client);
  let rows = 0;
  for (const table of tables) {
    await write({ table });
    rows += await writeRows(client, to, table);
    await put(to, `${endOfRows}\n`);
  }
  await write({ end: true, rows, jobs: jobs.length });
  return { tables: tables.length, rows, jobs: jobs.length };
}

async function writeRows(client: Client, to: Writable, table: Table): Promise<number> {
  let rows = 0;
  for await (const chunk of copyTableOut(client, table) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1;
    await put(to, chunk);
  }
  return rows;
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync();
  await handle.close();
}

/** The same for the same key; says nothing about it. */
export function markOf(key: string): string {
  return makeVault(key).mark('house key', 'backup');
}
