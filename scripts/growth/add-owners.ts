// Owners without visitors: the rows that the portal's screens write for a new shop, without products. They cost what an idle owner costs.
import type { Database } from '../../server/platform/db.ts';

/** Tables of which a new shop has rows, and the columns that are unique over all owners. */
const copied: [table: string, columns: Record<string, string>][] = [
  ['owner', { code: `'m' || n`, name: `'Model ' || n` }],
  ['hostname', { host: `'m' || n || '.model.test'` }],
  ['web_setting', {}],
  ['channel_setting', {}],
  ['agreement', { token: `t.token || n` }],
];
/** Above all numbers that the demo took. */
const firstNumber = 100_000;

export async function addOwners(database: Database, from: number, wanted: number): Promise<void> {
  if (wanted <= from) return;
  const client = await database.pool.connect();
  try {
    await client.query(`SET app.owner_id = '0'`);
    for (const [table, changed] of copied) {
      const { rows } = await client.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
        [table],
      );
      const values = rows.map(({ name }) =>
        name === 'owner_id' ? `${firstNumber} + n` : (changed[name] ?? `t.${name}`),
      );
      // One hostname for each; of the rest everything that the first owner has.
      const all = `SELECT * FROM ${table} WHERE owner_id = 1${table === 'hostname' ? ' LIMIT 1' : ''}`;
      await client.query(`INSERT INTO ${table} (${rows.map(({ name }) => name).join(', ')}) OVERRIDING SYSTEM VALUE
        SELECT ${values.join(', ')} FROM (${all}) t, generate_series(${from}, ${wanted - 1}) n`);
    }
    await client.query('VACUUM (ANALYZE) owner, hostname, web_setting, channel_setting, agreement');
  } finally {
    client.release(true);
  }
}
