// Brings the schema forward: each migration once, in order, in its own transaction, one process at a time.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { closeTestMode } from './schema/test-mode.sql.ts';

const folder = new URL('../migrations/', import.meta.url);

/** Names of all migrations that this version knows, in order. */
export function listMigrationFiles(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** Applies missing migrations, only those of `wanted` when given, and returns the names of the applied ones. */
export async function migrate(pool: pg.Pool, wanted = listMigrationFiles()): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    // As long as another process may need to apply migrations.
    await client.query('SET lock_timeout = 0');
    await takeTurn(client);
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const missing = (await listMissing(client)).filter((name) => wanted.includes(name));
    if (missing.length) await closeTestMode(client);
    for (const name of missing) {
      try {
        await apply(client, name, readFileSync(new URL(name, folder), 'utf8'));
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
  } finally {
    // Closed with its settings and its lock, also after an error.
    client.release(true);
  }
  return applied;
}

/** Asked again and again: a statement that waited for it would hold a snapshot, and an index that is built concurrently waits for those. */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  const ask = 'SELECT pg_try_advisory_lock(7266001) AS taken';
  while (!(await client.query<{ taken: boolean }>(ask)).rows[0]?.taken) await sleep(100);
}

/** First line of a migration whose steps are transactions of their own, and the separator of its steps. Each may be done twice. */
const outside = '-- outside a transaction\n';
const nextStep = '-- next\n';

/** As the operator of all owners: under forced row security, a connection without an owner changes nothing. */
async function apply(client: pg.ClientBase, name: string, text: string): Promise<void> {
  if (text.startsWith(outside)) {
    await client.query("SET app.owner_id = '0'");
    for (const step of text.slice(outside.length).split(nextStep)) await client.query(step);
    await client.query('RESET app.owner_id');
  }
  await client.query("BEGIN; SET LOCAL app.owner_id = '0'; SET LOCAL lock_timeout = '10s'");
  if (!text.startsWith(outside)) await client.query(text);
  await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
  await client.query('COMMIT');
}

/** Names of migrations that were not applied yet, in order. */
export async function listMissing(client: pg.ClientBase): Promise<string[]> {
  const exists = (await client.query(`SELECT 1 WHERE to_regclass('migration') IS NOT NULL`)).rowCount;
  const applied = exists ? await client.query<{ name: string }>('SELECT name FROM migration') : { rows: [] };
  const known = new Set(applied.rows.map((row) => row.name));
  return listMigrationFiles().filter((name) => !known.has(name));
}
