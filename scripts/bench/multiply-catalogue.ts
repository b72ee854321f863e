// A catalogue of up to 5,000 products is loaded as a seed is; a larger one is that many times over, copied by the database itself, because
// loading takes some 50 ms a product.
import pg from 'pg';
import { openDay } from '../../domain/dates.ts';

/** The tables of a catalogue, each after those that it refers to. Everything else in a loaded database belongs to the shop or to people. */
const tables = [
  ...['product', 'product_search', 'product_version', 'product_area', 'add_on', 'package', 'sku', 'sku_price'],
  ...['departure', 'departure_sku'],
];
/** Whose numbers a copy moves on, and the table that gives them out. */
const numbered: Record<string, string> = {
  product_id: 'product',
  add_on_id: 'add_on',
  package_id: 'package',
  sku_id: 'sku',
  departure_id: 'departure',
};

/** How many days from the first one the copies have places; prices of later days are left out too. */
export type Copies = { times: number; days: number };

/** Constraints, indexes and triggers are as before at the end; they are built once, over all rows. */
export async function multiplyCatalogue(ownerUrl: string, { times, days }: Copies): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.owner_id = '0'; SET LOCAL maintenance_work_mem = '1GB'`);
    const steps = await findSteps(client);
    const names = new Map<string, string[]>();
    for (const table of tables) names.set(table, await setAside(client, table, days));
    const restore = await takeAway(client);
    for (const [table, columns] of names)
      for (let copy = 1; copy < times; copy += 1) await copyTable(client, { table, columns, copy }, steps);
    await client.query(`INSERT INTO package_session SELECT owner_id, package_id, session, max(play_on) FROM departure
      WHERE session <> '' GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING`);
    for (const statement of restore) await client.query(statement);
    for (const [column, table] of Object.entries(numbered))
      await client.query(
        `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), (SELECT max(${column}) FROM ${table}))`,
      );
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** Drops what would look at each new row, and answers the statements that bring it back. */
async function takeAway(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; restore: string }>(
    `WITH t AS (SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1))
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname) AS drop,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) AS restore,
        CASE c.contype WHEN 'f' THEN 3 ELSE 1 END AS place
      FROM pg_constraint c WHERE c.contype = 'f' AND (c.conrelid IN (SELECT oid FROM t) OR c.confrelid IN (SELECT oid FROM t))
        OR c.contype IN ('p', 'u', 'x') AND c.conrelid IN (SELECT oid FROM t)
    UNION ALL SELECT format('DROP INDEX %s', x.indexrelid::regclass), pg_get_indexdef(x.indexrelid), 2
      FROM pg_index x JOIN t ON t.oid = x.indrelid WHERE NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = x.indexrelid)
    UNION ALL SELECT format('ALTER TABLE %I DISABLE TRIGGER USER', relname), format('ALTER TABLE %I ENABLE TRIGGER USER', relname), 4 FROM t
    ORDER BY place`,
    [tables],
  );
  // A key goes after the references to it, and comes back before them.
  for (const { drop } of rows.toReversed()) await client.query(drop);
  return rows.map(({ restore }) => restore);
}

/** By how much the numbers of one copy are larger than those of the copy before. */
async function findSteps(client: pg.Client): Promise<Map<string, number>> {
  const steps = new Map<string, number>();
  for (const [column, table] of Object.entries(numbered)) {
    const { rows } = await client.query<{ most: string }>(`SELECT coalesce(max(${column}), 0) AS most FROM ${table}`);
    steps.set(column, Number(rows[0]?.most) + 1);
  }
  return steps;
}

const firstOf = (table: string) => `first_${table}`;

/** The rows that each copy repeats, in a table of the transaction's own. Answers their columns. */
async function setAside(client: pg.Client, table: string, days: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const soon = `play_on < (SELECT min(play_on) FROM departure) + ${days} OR play_on = '${openDay}'`;
  const limit = names.includes('play_on') ? soon : 'true';
  const ofDay = `departure_id IN (SELECT departure_id FROM departure WHERE ${soon})`;
  const isOfDay = names.includes('departure_id') && !names.includes('play_on');
  await client.query(`CREATE TEMP TABLE ${firstOf(table)} ON COMMIT DROP AS
    SELECT ${names.map((name) => `"${name}"`).join(', ')} FROM ${table} WHERE ${isOfDay ? ofDay : limit} ORDER BY 1, 2`);
  return names;
}

type Copied = { table: string; columns: string[]; copy: number };

async function copyTable(client: pg.Client, { table, columns, copy }: Copied, steps: Map<string, number>) {
  const values = columns.map((name) => {
    if (name === 'key' && table === 'product') return `key || '-copy-${copy}'`;
    return steps.has(name) ? `${name} + ${copy * (steps.get(name) ?? 0)}` : `"${name}"`;
  });
  await client.query(
    `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${values.join(', ')} FROM ${firstOf(table)}`,
  );
}
