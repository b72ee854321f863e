// The database for a command: the caller's own by DATABASE_URL, else the installation's PostgreSQL in .data/; prepared either way.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OwnedCell, readOwnedCells } from '../server/platform/cells/cells.ts';
import { hasGuard, installGuard } from '../server/platform/cells/guard.sql.ts';
import { waitForDatabase } from '../server/platform/database/wait-for-database.ts';
import { type Database, openPool } from '../server/platform/db.ts';
import { startPostgres } from '../server/platform/own-database/start-postgres.ts';
import { ownsSchema } from '../server/platform/schema/grant-rights.sql.ts';
import { judgeRole, prepareDatabase, type Urls } from '../server/platform/schema/prepare-database.ts';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export type FoundDatabase = Urls & { embedded: boolean; stop(): Promise<void> };

/** `database` reads and writes rows as the running processes do; `notes` says what its role could do and should not. */
export type OpenDatabase = Urls & { embedded: boolean; database: Database; notes: string[]; close(): Promise<void> };

/** Where the database is, started when it is the installation's own. Nothing in it is looked at or changed. */
export async function findDatabase(report: (line: string) => void): Promise<FoundDatabase> {
  const [first] = readOwnedCells(process.env);
  if (first) return { url: first.url, ownerUrl: first.ownerUrl, embedded: false, stop: async () => undefined };
  const { DATABASE_URL: url, DATABASE_OWNER_URL: givenOwner } = process.env;
  if (givenOwner && !url) throw new Error('DATABASE_OWNER_URL needs DATABASE_URL beside it');
  if (url) return { url, ownerUrl: givenOwner || url, embedded: false, stop: async () => undefined };
  return { ...(await startPostgres(root, report)), embedded: true };
}

/**
 * `asOwner` is work of the role that owns the tables, such as loading a seed; `url` is how processes reach the same database. The
 * role's connections are closed again before this returns.
 */
export async function openDatabase(
  report: (line: string) => void,
  asOwner?: (owner: Database, url: string) => Promise<void>,
): Promise<OpenDatabase> {
  const { url, ownerUrl, embedded, stop } = await findDatabase(report);
  // On the error output: what a command prints stays whole.
  await waitForDatabase(() => prepareDatabase({ url, ownerUrl }, report), console.error);
  await prepareCells(readOwnedCells(process.env), report);
  if (asOwner) {
    const owner = openPool(ownerUrl, 4);
    await asOwner(owner, url).finally(() => owner.close());
  }
  const database = openPool(url);
  return {
    url,
    ownerUrl,
    embedded,
    database,
    notes: await judgeRole(database.pool),
    async close() {
      await database.close();
      await stop();
    },
  };
}

/** Where there are several cells: the others are brought to this version as the first was, and all get the guard (decision 0491). */
export async function prepareCells(cells: OwnedCell[], report: (line: string) => void): Promise<void> {
  if (cells.length < 2) return;
  for (const [at, cell] of cells.entries()) {
    const reportForCell = (line: string) => report(`${cell.name}: ${line}`);
    if (at) await waitForDatabase(() => prepareDatabase(cell, reportForCell), console.error);
    const owner = openPool(cell.ownerUrl, 1);
    try {
      await guardCell(owner);
    } finally {
      await owner.close();
    }
  }
}

/** A process whose role does not own the tables starts only where the guard exists. */
async function guardCell(owner: Database): Promise<void> {
  const client = await owner.pool.connect();
  try {
    if (await ownsSchema(client)) await installGuard(client);
    else if (!(await hasGuard(client)))
      throw new Error('This cell lacks its guard: run npm run migrate with CELLS and CELLS_OWNER');
  } finally {
    client.release();
  }
}
