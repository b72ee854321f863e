// Prepares a database for this release: schema, job queue, and the rights of the running processes. Done by the role that
// owns the tables; the processes connect as another role that only reads and writes rows (docs/operations.md).
import type pg from 'pg';
import { guardPool } from '../database/guard-pool.ts';
import { monthsAhead } from '../database/history.sql.ts';
import { findAddress, openConnection } from '../database/open-connection.ts';
import { installJobs } from '../jobs.ts';
import { listMissing, migrate } from '../migrate.ts';
import { findRoleFacts, grantRights, openSearch, ownsSchema, type RoleFacts, roleOf } from './grant-rights.sql.ts';
import { buildTestMode } from './test-mode.sql.ts';

/** Processes connect by `url`; `ownerUrl` changes the schema. Both are the same where there is only one role. */
export type Urls = { url: string; ownerUrl: string };

/** Safe to run at each start and by several processes at once. Throws when the schema is behind and this role cannot change it. */
export async function prepareDatabase({ url, ownerUrl }: Urls, report: (line: string) => void): Promise<void> {
  const { pool } = guardPool(findAddress(ownerUrl), { max: 2, options: '-c timezone=UTC' });
  try {
    const client = await pool.connect();
    try {
      if (!(await ownsSchema(client))) return await expectWhole(client);
    } finally {
      client.release();
    }
    const applied = await migrate(pool);
    if (applied.length) report(`Schema brought forward: ${nameSteps(applied)}`);
    const role = url === ownerUrl ? undefined : await nameRole(url);
    await inTurn(pool, async (turn) => {
      await installJobs(ownerUrl);
      await openSearch(turn);
      await buildTestMode(turn);
      // Also after months without a running house: the hourly job comes ten minutes later.
      await turn.query("SET LOCAL app.owner_id = '0'");
      await turn.query('SELECT make_months(now()::date, $1)', [monthsAhead]);
      if (role && role !== (await roleOf(turn))) await grantRights(turn, role);
    });
  } finally {
    await pool.end();
  }
}

/** Sentences about rights that the processes' role should not have; empty when all is well. */
export async function judgeRole(database: pg.Pool): Promise<string[]> {
  return describeRole(await findRoleFacts(database));
}

export function describeRole({ role, owns, superuser, bypasses, empties }: RoleFacts): string[] {
  const end =
    'Set DATABASE_OWNER_URL to the role that owns the tables and DATABASE_URL to another one (docs/operations.md).';
  const faults = [
    superuser && 'is a superuser',
    bypasses && !superuser && 'bypasses row security',
    owns > 0 && !superuser && `owns ${owns} tables`,
    empties && owns === 0 && !superuser && 'may change the audit log',
  ].filter((fault) => fault !== false);
  return faults.length ? [`The database role "${role}" of the running processes ${faults.join(' and ')}. ${end}`] : [];
}

/** A new database takes all of them: their names would fill the screen. */
const nameSteps = (files: string[]): string =>
  files.length > 10 ? `${files.length} steps, up to ${files.at(-1)}` : files.join(', ');

/** A process without the owner's address starts only on an up-to-date schema. */
async function expectWhole(client: pg.ClientBase): Promise<void> {
  const missing = await listMissing(client);
  if (missing.length)
    throw new Error(
      `The database lacks ${missing.length} changes of the schema (${missing[0]} …), ` +
        'and DATABASE_URL names a role that may not change it: start once with DATABASE_OWNER_URL',
    );
}

async function nameRole(url: string): Promise<string> {
  const client = await openConnection(findAddress(url), {});
  try {
    return await roleOf(client);
  } finally {
    await client.end();
  }
}

/** One process at a time, in one transaction: no connection ever sees half-granted rights. */
async function inTurn(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(7266001)');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
