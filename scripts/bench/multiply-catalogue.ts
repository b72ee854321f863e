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

/** Constraints, indexes and triggers are as before at the end; only the checking of each row is saved. */
export async function multiplyCatalogue(ownerUrl: string, { times, days }: Copies): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL app.owner_id = '0'; SET LOCAL maintenance_work_mem = '1GB'`);
    const restore = await takeAway(client);
    const steps = await findSteps(client);
    for (let copy = 1; copy < times; copy += 1)
      for (const table of tables) await copyTable(client, table, { copy, days }, steps);
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
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', t.relname, c.conname) AS drop,
        format('ALTER TABLE %I ADD CONSTRAINT %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)) AS restore, 2 AS place
      FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
      WHERE c.contype = 'f' AND t.relnamespace = 'public'::regnamespace AND t.relname = ANY($1)
    UNION ALL SELECT format('DROP INDEX %I', i.relname), pg_get_indexdef(i.oid), 1
      FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      WHERE t.relnamespace = 'public'::regnamespace AND t.relname = ANY($1) AND NOT x.indisunique
    UNION ALL SELECT format('ALTER TABLE %I DISABLE TRIGGER USER', n), format('ALTER TABLE %I ENABLE TRIGGER USER', n), 3
      FROM unnest($1::text[]) n
    ORDER BY place`,
    [tables],
  );
  for (const { drop } of rows) await client.query(drop);
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

/** From the first copy of each row, which is the loaded one. */
async function copyTable(
  client: pg.Client,
  table: string,
  { copy, days }: { copy: number; days: number },
  steps: Map<string, number>,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => {
    if (name === 'key' && table === 'product') return `key || '-copy-${copy}'`;
    return steps.has(name) ? `${name} + ${copy * (steps.get(name) ?? 0)}` : `"${name}"`;
  });
  const [id = ''] = names.filter((name) => steps.has(name));
  const limits = [`${id} < ${steps.get(id)}`];
  const soon = `play_on < (SELECT min(play_on) FROM departure) + ${days} OR play_on = '${openDay}'`;
  if (names.includes('play_on')) limits.push(`(${soon})`);
  else if (names.includes('departure_id'))
    limits.push(`departure_id IN (SELECT departure_id FROM departure WHERE ${soon})`);
  await client.query(
    `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(', ')})
      SELECT ${values.join(', ')} FROM ${table} WHERE ${limits.join(' AND ')} ORDER BY ${id}`,
  );
}
