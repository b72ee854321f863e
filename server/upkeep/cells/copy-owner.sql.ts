// The rows of one owner, from one cluster to another (decision 0492): every table with owner_id, as the catalogue knows them. A first copy
// is whole; later ones take what changed since the snapshot of the one before, found by the transaction that wrote each row.
import { pipeline } from 'node:stream/promises';
import { moveTables } from '../../platform/cells/guard.sql.ts';
import { copyIn, copyOut } from '../../platform/database/copy-rows.ts';
import type { AnyClient } from '../../platform/database/open-connection.ts';
import { testSchema } from '../../platform/db.ts';

export type OwnerTable = { table: string; columns: string[]; key: string[] };
/** Rows of each table, and how many of them changed since. */
type Count = { at: number; n: number; recent: number };
/** What moves: `since` is the snapshot of the copy before, as the number of its oldest transaction; without it everything is copied. */
export type Way = { from: AnyClient; to: AnyClient; ownerId: number; since?: string };

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

export async function listOwnerTables(client: AnyClient): Promise<OwnerTable[]> {
  const { rows } = await client.query<OwnerTable>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table,
        array(SELECT a.attname::text FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attgenerated = '' ORDER BY a.attname) AS columns,
        array(SELECT a.attname::text FROM pg_index x JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(x.indkey)
          WHERE x.indrelid = c.oid AND x.indisprimary ORDER BY a.attnum) AS key
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname IN ('public', '${testSchema}')
      WHERE c.relkind IN ('r', 'p') AND c.relname <> ALL ($1)
        AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'owner_id' AND NOT a.attisdropped)
      ORDER BY 1`,
    [moveTables],
  );
  const loose = rows.find(({ key }) => !key.length);
  if (loose) throw new Error(`${loose.table} has no primary key, so its rows cannot be moved`);
  return rows;
}

/** Migrations of a cluster: copies are made between equal ones only. Marks beside them, such as that the demo was loaded, are its own. */
export async function listMigrationsOf(client: AnyClient): Promise<string> {
  const { rows } = await client.query<{ all: string }>(
    `SELECT string_agg(name, ' ' ORDER BY name) AS all FROM migration WHERE name LIKE '%.sql'`,
  );
  return rows[0]?.all ?? '';
}

/** Number of the oldest transaction that this snapshot may not see. */
export async function readSnapshot(client: AnyClient): Promise<string> {
  const { rows } = await client.query<{ xmin: string }>(
    `SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text AS xmin`,
  );
  return rows[0]?.xmin ?? '';
}

/** A row that was written before the snapshot may be among them: it is copied once more. */
const isRecent = (since: string | undefined) => (since === undefined ? 'true' : `age(xmin) <= age('${since}'::xid)`);

async function countRows(client: AnyClient, tables: OwnerTable[], ownerId: number, since?: string) {
  const parts = tables.map(
    ({ table }, at) =>
      `SELECT ${at} AS at, count(*)::int AS n, (count(*) FILTER (WHERE ${isRecent(since)}))::int AS recent
        FROM ${table} WHERE owner_id = ${ownerId}`,
  );
  return (await client.query<Count>(parts.join(' UNION ALL '))).rows.toSorted((a, b) => a.at - b.at);
}

const hashOf = ({ columns }: OwnerTable) =>
  `hashtextextended(ROW(${columns.map((column) => `t.${quote(column)}`).join(', ')})::text, 0)`;

/** Tables of which the two clusters hold something else, by number and content. */
export async function listDifferent({ from, to, ownerId }: Way, tables: OwnerTable[]): Promise<string[]> {
  type Row = { table: string; n: number; hash: string };
  const text = tables
    .map(
      (
        table,
      ) => `SELECT '${table.table}' AS table, count(*)::int AS n, coalesce(sum(${hashOf(table)}::numeric), 0)::text AS hash
        FROM ${table.table} t WHERE owner_id = ${ownerId}`,
    )
    .join(' UNION ALL ');
  const [here, there] = await Promise.all([from.query<Row>(text), to.query<Row>(text)]);
  const wanted = new Map(here.rows.map(({ table, n, hash }) => [table, `${n} ${hash}`]));
  return there.rows.filter(({ table, n, hash }) => wanted.get(table) !== `${n} ${hash}`).map(({ table }) => table);
}

/** Rows that the target holds of each table: there are no other writers, so they are counted once. */
export type Held = Map<string, number>;

/**
 * Copies what is new or changed, deletes what is gone, and compares what it wrote, row by row, and the numbers of all tables. Answers the
 * number of copied rows.
 */
export async function copyChanges(way: Way, tables: OwnerTable[], held: Held): Promise<number> {
  const { from, to, ownerId, since } = way;
  if (!held.size) for (const { at, n } of await countRows(to, tables, ownerId)) held.set(tables[at]?.table ?? '', n);
  let copied = 0;
  for (const { at, n, recent } of await countRows(from, tables, ownerId, since)) {
    const table = tables[at];
    if (!table || (!recent && n === held.get(table.table))) continue;
    const written = await copyTable(way, table, { wanted: n, found: held.get(table.table) ?? 0 });
    held.set(table.table, n);
    copied += written;
  }
  return copied;
}

async function copyTable(way: Way, table: OwnerTable, { wanted, found }: { wanted: number; found: number }) {
  const { to, ownerId, since } = way;
  const columns = table.columns.map(quote).join(', ');
  const fits = table.key.map((value) => `t.${quote(value)} = s.${quote(value)}`).join(' AND ');
  const chosen = `FROM ${table.table} t WHERE owner_id = ${ownerId}`;
  await stage(way, `stage`, {
    table,
    columns: `${columns}, ${hashOf(table)} AS row_hash`,
    chosen: `${chosen} AND ${isRecent(since)}`,
  });
  const count = async (text: string) =>
    (await to.query<{ n: number }>(`SELECT count(*)::int AS n ${text}`)).rows[0]?.n ?? 0;
  const added = await count(`FROM stage s WHERE NOT EXISTS (SELECT 1 FROM ${table.table} t WHERE ${fits})`);
  let held = found + added;
  // What is gone goes first: a new row may have taken its place in a unique index.
  if (held !== wanted) {
    await stage(way, 'present', { table, columns: table.key.map(quote).join(', '), chosen });
    const gone = await to.query(
      `DELETE FROM ${table.table} t WHERE owner_id = ${ownerId} AND NOT EXISTS (SELECT 1 FROM present s WHERE ${fits})`,
    );
    held -= gone.rowCount ?? 0;
    await to.query('DROP TABLE present');
  }
  if (held !== wanted) throw new Error(`${table.table} has ${held} rows instead of ${wanted}`);
  await to.query(`DELETE FROM ${table.table} t USING stage s WHERE ${fits}`);
  const { rowCount } = await to.query(
    `INSERT INTO ${table.table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM stage`,
  );
  const same = await count(`FROM ${table.table} t JOIN stage s ON ${fits} WHERE s.row_hash = ${hashOf(table)}`);
  if (same !== rowCount) throw new Error(`${table.table} arrived otherwise than it was sent`);
  await to.query('DROP TABLE stage');
  return same;
}

type Staged = { table: OwnerTable; columns: string; chosen: string };

async function stage({ from, to }: Way, name: string, { table, columns, chosen }: Staged): Promise<void> {
  await to.query(`CREATE TEMP TABLE ${name} ON COMMIT DROP AS SELECT ${columns} FROM ${table.table} t WITH NO DATA`);
  await pipeline(copyOut(from, `COPY (SELECT ${columns} ${chosen}) TO STDOUT`), copyIn(to, `COPY ${name} FROM STDIN`));
  await to.query(`ANALYZE ${name}`);
}

/** Places that the source knows and the target does not: all owners share them. */
export async function copyPlaces({ from, to }: Way): Promise<void> {
  for (const table of ['country', 'city']) {
    await to.query(`CREATE TEMP TABLE places ON COMMIT DROP AS SELECT * FROM ${table} WITH NO DATA`);
    await pipeline(copyOut(from, `COPY (SELECT * FROM ${table}) TO STDOUT`), copyIn(to, 'COPY places FROM STDIN'));
    await to.query(`INSERT INTO ${table} SELECT * FROM places ON CONFLICT DO NOTHING`);
    await to.query('DROP TABLE places');
  }
}

/** Numbers that the target draws later are above all that the source drew. */
export async function raiseSequences({ from, to }: Way): Promise<void> {
  type Sequence = { name: string; last: string | null };
  const { rows } = await from.query<Sequence>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname IN ('public', '${testSchema}') AND last_value IS NOT NULL`,
  );
  const parts = rows.map(({ name, last }) => `setval('${name}', greatest(${last}, (SELECT last_value FROM ${name})))`);
  if (parts.length) await to.query(`SELECT ${parts.join(', ')}`);
}

/** Deletes an owner's rows; with `reachable` its hostnames and name stay, by which the first cell leads to another. */
export async function deleteOwner(client: AnyClient, ownerId: number, reachable: boolean): Promise<void> {
  for (const { table } of await listOwnerTables(client))
    if (!reachable || !['public.owner', 'public.hostname'].includes(table))
      await client.query(`DELETE FROM ${table} WHERE owner_id = ${ownerId}`);
  await client.query(`DELETE FROM moving_job WHERE owner_id = ${ownerId}`);
}

const waits = `j.data ->> 'ownerId' = $1 AND j.state < 'completed'`;

/** Jobs that wait or run, to be done by the target: one that runs cannot write any more, and is begun again there. */
export async function copyJobs({ from, to, ownerId }: Way): Promise<number> {
  const { rows } = await from.query<{ id: string; name: string; job: string }>(
    `SELECT j.id, j.name, (to_jsonb(j) || CASE WHEN j.state = 'active' THEN
        '{"state": "retry", "started_on": null, "heartbeat_on": null}'::jsonb ELSE '{}' END)::text AS job FROM pgboss.job j WHERE ${waits}`,
    [String(ownerId)],
  );
  const names = await to.query<{ name: string }>('SELECT name FROM pgboss.queue');
  const lacks = rows.find(({ name }) => !names.rows.some((queue) => queue.name === name));
  if (lacks) throw new Error('No process of this version has worked in the target cell yet: start them first');
  for (const { id, job } of rows)
    await to.query('INSERT INTO moving_job (owner_id, job_id, job) VALUES ($1, $2, $3)', [ownerId, id, job]);
  return rows.length;
}

/** From this commit on the source never serves the owner again, unless it moves back. */
export async function leaveCell(from: AnyClient, ownerId: number, cell: string, revision: number): Promise<void> {
  await from.query('BEGIN');
  await from.query(
    `INSERT INTO owner_away (owner_id, state, cell, revision) VALUES ($1, 'moved', $2, $3)
      ON CONFLICT (owner_id) DO UPDATE SET state = 'moved', cell = excluded.cell, revision = excluded.revision, since = now()`,
    [ownerId, cell, revision],
  );
  await from.query(`DELETE FROM pgboss.job j WHERE ${waits}`, [String(ownerId)]);
  await from.query('COMMIT');
}

/** No request reads the rows that are about to come; what is there of an earlier stay is not read already. */
export async function expectOwner(to: AnyClient, ownerId: number, cell: string, revision: number): Promise<void> {
  await to.query(
    `INSERT INTO owner_away (owner_id, state, cell, revision) VALUES ($1, 'arriving', $2, $3)
      ON CONFLICT (owner_id) DO UPDATE SET state = 'arriving', cell = excluded.cell, revision = excluded.revision, since = now()`,
    [ownerId, cell, revision],
  );
}

export async function findOwnerRow(client: AnyClient, ownerId: number) {
  const { rows } = await client.query<{ name: string; is_house: boolean }>(
    'SELECT name, is_house FROM owner WHERE owner_id = $1',
    [ownerId],
  );
  return rows[0];
}

/** Where the directory has an owner, and under which revision. */
export async function findDirectoryRow(first: AnyClient, ownerId: number) {
  const { rows } = await first.query<{ cell: string; revision: number }>(
    'SELECT cell, revision FROM owner_cell WHERE owner_id = $1',
    [ownerId],
  );
  return rows[0];
}
