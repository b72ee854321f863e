// What a backup asks of the database's own catalogue, and how a restore lays constraints aside while rows come in.
import { type Client, copyIn, copyOut } from '../platform/database/copy-rows.ts';

export type Table = { name: string; columns: string[] };
export type Sequence = { name: string; last: string; used: boolean };
export type WaitingJob = { name: string; data: { ownerId: number } };

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Opens the one snapshot that a whole backup is read from, as the installation itself. */
export async function beginSnapshot(client: Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await client.query("SET LOCAL app.owner_id = '0'");
}

/**
 * Every table of the portal with the columns that hold data of their own (generated ones are worked out again). Months lie elsewhere: their
 * parents have their rows.
 */
export async function listTables(client: Client): Promise<Table[]> {
  const found =
    await client.query<Table>(`SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.relname ORDER BY c.relname`);
  return found.rows;
}

export async function listSequences(client: Client): Promise<Sequence[]> {
  const found = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const sequences: Sequence[] = [];
  for (const { name } of found.rows) {
    const at = await client.query<{ last: string; used: boolean }>(
      `SELECT last_value::text AS last, is_called AS used FROM ${quote(name)}`,
    );
    const row = at.rows[0];
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

export async function listMigrations(client: Client): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `SELECT name FROM migration WHERE name LIKE '%.sql' ORDER BY name`,
  );
  return found.rows.map((row) => row.name);
}

/** Work that was queued and is not finished; what was under way is done again, as every job may be. */
export async function listWaitingJobs(client: Client): Promise<WaitingJob[]> {
  const known = await client.query<{ there: boolean }>(`SELECT to_regclass('pgboss.job') IS NOT NULL AS there`);
  if (!known.rows[0]?.there) return [];
  const found = await client.query<WaitingJob>(
    `SELECT name, data FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
      AND data->>'isTest' IS NULL ORDER BY created_on`,
  );
  return found.rows;
}

export async function dropJobs(client: Client): Promise<void> {
  await client.query('DELETE FROM pgboss.job');
}

export async function countOwners(client: Client): Promise<number> {
  await client.query("SET app.owner_id = '0'");
  const found = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM owner');
  return found.rows[0]?.n ?? 0;
}

const columnsOf = ({ columns }: Table) => columns.map(quote).join(', ');

export const copyTableOut = (client: Client, table: Table) =>
  copyOut(client, `COPY (SELECT ${columnsOf(table)} FROM ${quote(table.name)}) TO STDOUT`);

export const copyTableIn = (client: Client, table: Table) =>
  copyIn(client, `COPY ${quote(table.name)} (${columnsOf(table)}) FROM STDIN`);

export async function setSequence(client: Client, { name, last, used }: Sequence): Promise<void> {
  await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [quote(name), last, used]);
}

/**
 * Lays foreign keys, triggers and forced row security aside for the present transaction and empties every table. The function it
 * returns puts them back; foreign keys are checked against all rows then.
 */
export async function openForLoading(client: Client): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const tables = await client.query<{ name: string; forced: boolean }>(
    `SELECT oid::regclass::text AS name, relforcerowsecurity AS forced FROM pg_class
     WHERE relnamespace IN ('public'::regnamespace, to_regnamespace('month')) AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  const forced = tables.rows.filter((table) => table.forced);
  for (const { table, name } of keys.rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`);
  for (const { name } of tables.rows) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const { name } of forced) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  await client.query(`TRUNCATE ${tables.rows.map(({ name }) => name).join(', ')}`);
  return async () => {
    for (const { table, name, definition } of keys.rows)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`);
    for (const { name } of tables.rows) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { name } of forced) await client.query(`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
  };
}
