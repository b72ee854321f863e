// npm run restore: loads a backup into an empty database. Everything is checked before the first row is written, all rows are loaded in
// one transaction, and existing data is never touched.
import { createReadStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from '../platform/database/copy-rows.ts';
import type { Database } from '../platform/db.ts';
import type { JobName, Jobs } from '../platform/jobs.ts';
import { listMigrationFiles, migrate } from '../platform/migrate.ts';
import {
  copyTableIn,
  countOwners,
  dropJobs,
  listTables,
  openForLoading,
  setSequence,
  type Table,
  type WaitingJob,
} from './backup.sql.ts';
import { cutOff, endOfRows, type Manifest, type Part, put, splitLines } from './backup-format.ts';
import { type BackupPlace, type BackupSize, markOf } from './write-backup.ts';

/** Why a backup cannot be restored here, in words for the person at the keyboard. */
export class CannotRestore extends Error {}

export type RestoreDoors = {
  /** As the role that owns the tables. Afterwards the caller brings the schema forward and gives rights (prepareDatabase). */
  database: Database;
  place: BackupPlace;
  /** The job queue, opened when the schema exists: its tables are made then. */
  openJobs(): Promise<Jobs>;
};

export async function restoreBackup(doors: RestoreDoors, file: string): Promise<BackupSize> {
  const { manifest, files, size } = await inspect(file);
  const missing = manifest.migrations.filter((name) => !listMigrationFiles().includes(name));
  if (missing.length) throw new CannotRestore(`The backup was made by a newer version (${missing.join(', ')}).`);
  const pool = doors.database.pool;
  await migrate(pool, manifest.migrations);
  const jobs = await doors.openJobs();
  const client = await pool.connect();
  try {
    if ((await countOwners(client)) > 0)
      throw new CannotRestore('There is data here already. A backup is restored into an empty database only.');
    placeFiles(doors.place, manifest, files);
    await dropJobs(client);
    await loadParts(client, file, ({ name, data }) =>
      jobs.send(doors.database.forOwner(data.ownerId), name as JobName, data as never),
    );
  } finally {
    client.release(true);
    await jobs.stop();
  }
  return size;
}

type Inspected = { manifest: Manifest; files: Map<string, string>; size: BackupSize };

/** Reads the whole file once: it is a backup, of a known format, and nothing of it is missing. */
async function inspect(file: string): Promise<Inspected> {
  const files = new Map<string, string>();
  const found = { tables: 0, rows: 0, jobs: 0 };
  let manifest = undefined as Manifest | undefined;
  let whole = false;
  await eachPart(file, async (part) => {
    if ('backup' in part) manifest = part;
    else if ('file' in part) files.set(part.file, part.content);
    else if ('job' in part) found.jobs += 1;
    else if ('table' in part) found.tables += 1;
    else if ('end' in part) whole = part.rows === found.rows && part.jobs === found.jobs;
    return {
      take(rows) {
        found.rows += rows.length;
      },
    };
  });
  if (manifest?.backup !== 'kembara') throw new CannotRestore('The file is not a whole backup of Kembara.');
  if (manifest.format !== 1) throw new CannotRestore(`The backup has the unknown format ${manifest.format}.`);
  if (!whole) throw new CannotRestore('The backup is not whole: it was cut off or changed.');
  return { manifest, files, size: found };
}

/** The key that seals secrets must be the backup's; an existing other one is never overwritten. */
function placeFiles(place: BackupPlace, manifest: Manifest, files: Map<string, string>): void {
  mkdirSync(place.dataFolder, { recursive: true });
  const path = join(place.dataFolder, 'house-key');
  const present = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  const key = place.houseKey ?? present ?? files.get('house-key')?.trim();
  if (!key) throw new CannotRestore('The backup was made with a key in SECRET_KEY. Set the same key and try again.');
  if (markOf(key) !== manifest.keyMark)
    throw new CannotRestore(
      place.houseKey
        ? 'SECRET_KEY is not the key that the backup was made with.'
        : `${path} is another key than that of the backup. Move it away and try again.`,
    );
  for (const [name, content] of files) {
    const target = join(place.dataFolder, name);
    if (!existsSync(target)) writeFileSync(target, content, { mode: 0o600 });
  }
}

async function loadParts(client: Client, file: string, sendJob: (job: WaitingJob) => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  await client.query("SET LOCAL app.owner_id = '0'");
  const close = await openForLoading(client);
  const known = new Map((await listTables(client)).map((table) => [table.name, table]));
  await eachPart(file, async (part) => {
    if ('job' in part) await sendJob(part.job);
    if ('sequence' in part) await setSequence(client, part.sequence);
    if (!('table' in part)) return undefined;
    checkTable(part.table, known.get(part.table.name));
    return sinkOf(copyTableIn(client, part.table));
  });
  await close();
  await client.query('COMMIT');
}

function checkTable(table: Table, known: Table | undefined): void {
  const strange = table.columns.filter((column) => !known?.columns.includes(column));
  if (!known || strange.length)
    throw new CannotRestore(`This version has no place for ${table.name}${known ? ` (${strange.join(', ')})` : ''}.`);
}

/** Takes a table's rows, some at a time; without one they are passed over. `end` waits until all are in. */
type Sink = { take(rows: Buffer[]): Promise<void> | void; end?(): Promise<void> } | undefined;

/** Reads a backup from its first part to its last. What `take` returns for a table gets the table's rows. */
async function eachPart(file: string, take: (part: Part) => Promise<Sink>): Promise<void> {
  const raw = createReadStream(file);
  const text = raw.pipe(createGunzip());
  raw.on('error', (error) => text.destroy(error));
  try {
    await readParts(text, take);
  } catch (error) {
    if (error instanceof CannotRestore) throw error;
    const { code, message } = error as { code?: string; message: string };
    if (code === 'ENOENT') throw new CannotRestore(`There is no file ${file}.`);
    if (code?.startsWith('Z_') || message === cutOff)
      throw new CannotRestore('The file is not a whole backup of Kembara.');
    throw error;
  } finally {
    raw.destroy();
  }
}

async function readParts(text: AsyncIterable<Buffer>, take: (part: Part) => Promise<Sink>): Promise<void> {
  let sink: Sink;
  let inRows = false;
  for await (const lines of splitLines(text)) {
    let at = 0;
    while (at < lines.length) {
      if (!inRows) {
        const part = readPart(lines[at++] as Buffer);
        sink = await take(part);
        inRows = 'table' in part;
        continue;
      }
      const found = lines.findIndex((line, index) => index >= at && isEndOfRows(line));
      const end = found < 0 ? lines.length : found;
      await sink?.take(lines.slice(at, end));
      at = end + 1;
      if (found < 0) continue;
      await sink?.end?.();
      inRows = false;
    }
  }
}

const isEndOfRows = (line: Buffer) => line.length === endOfRows.length && line.toString() === endOfRows;

function readPart(line: Buffer): Part {
  try {
    return JSON.parse(line.toString('utf8')) as Part;
  } catch {
    throw new CannotRestore('The file is not a whole backup of Kembara.');
  }
}

const lineFeed = Buffer.from('\n');

function sinkOf(into: Writable): Sink {
  // An error shows at the next write or at the end; none is lost without a listener in between.
  into.on('error', () => undefined);
  return {
    take: (rows) => put(into, Buffer.concat(rows.flatMap((row) => [row, lineFeed]))),
    async end() {
      into.end();
      await finished(into);
    },
  };
}
