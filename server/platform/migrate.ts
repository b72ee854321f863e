// Brings the schema forward: each migration once, in order, in its own transaction, one process at a time.
import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const folder = new URL('../migrations/', import.meta.url);

/** Applies what is missing and returns the names of what it applied. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  const applied: string[] = [];
  try {
    await client.query('SELECT pg_advisory_lock(7266001)');
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    const known = new Set(
      (await client.query<{ name: string }>('SELECT name FROM migration')).rows.map((row) => row.name),
    );
    for (const name of readdirSync(folder)
      .filter((one) => one.endsWith('.sql'))
      .sort()) {
      if (known.has(name)) continue;
      // The house itself: under forced row security a connection that works for nobody changes nothing.
      await client.query("BEGIN; SET LOCAL app.owner_id = '0'");
      try {
        await client.query(readFileSync(new URL(name, folder), 'utf8'));
        await client.query('INSERT INTO migration (name) VALUES ($1)', [name]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
  } finally {
    await client.query('SELECT pg_advisory_unlock(7266001)');
    client.release();
  }
  return applied;
}
