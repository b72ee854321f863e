// R2 and R3: what the same driver reaches against the same PostgreSQL with the smallest statements that could do the work.
import pg from 'pg';
import { type Load, runLoad } from './run-load.ts';

const keys = 10_000;

/** Tables of the references, in a run's copy of the database. */
export async function prepareDriver(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`DROP TABLE IF EXISTS bench_row, bench_stock, bench_order, bench_line, bench_event;
    CREATE TABLE bench_row (id int PRIMARY KEY, words text NOT NULL);
    INSERT INTO bench_row SELECT n, repeat('word ', 20) FROM generate_series(1, ${keys}) n;
    CREATE TABLE bench_stock (id int PRIMARY KEY, capacity int NOT NULL, held int NOT NULL) WITH (fillfactor = 70);
    INSERT INTO bench_stock SELECT n, 1000000000, 0 FROM generate_series(1, ${keys}) n;
    CREATE TABLE bench_order (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, amount int NOT NULL);
    CREATE TABLE bench_line (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL, stock_id int NOT NULL);
    CREATE TABLE bench_event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_id bigint NOT NULL, action text NOT NULL)`);
  await client.query('VACUUM (ANALYZE) bench_row, bench_stock');
  await client.end();
}

/** One prepared select by primary key, another key each time. */
export function runSelects(ownerUrl: string, clients: number, seconds: number): Promise<Load> {
  return runClients(ownerUrl, clients, seconds, async (client, turn) => {
    const { rows } = await client.query({
      name: 'select',
      text: 'SELECT id, words FROM bench_row WHERE id = $1',
      values: [1 + ((turn * 7919) % keys)],
    });
    if (rows.length !== 1) throw new Error('no row');
  });
}

/** The five statements of a minimal booking, prepared, between BEGIN and COMMIT; `spread` over many rows of stock or all on one. */
export function runBookings(ownerUrl: string, clients: number, seconds: number, spread: boolean): Promise<Load> {
  return runClients(ownerUrl, clients, seconds, async (client, turn) => {
    const stock = spread ? 1 + ((turn * 7919) % keys) : 1;
    await client.query('BEGIN');
    const taken = await client.query({
      name: 'take',
      text: 'UPDATE bench_stock SET held = held + 1 WHERE id = $1 AND held + 1 <= capacity',
      values: [stock],
    });
    const placed = await client.query<{ id: string }>({
      name: 'place',
      text: 'INSERT INTO bench_order (name, amount) VALUES ($1, $2) RETURNING id',
      values: ['Mei Tan', 100],
    });
    const id = placed.rows[0]?.id;
    await client.query({
      name: 'line',
      text: 'INSERT INTO bench_line (order_id, stock_id) VALUES ($1, $2)',
      values: [id, stock],
    });
    await client.query({
      name: 'event',
      text: 'INSERT INTO bench_event (order_id, action) VALUES ($1, $2)',
      values: [id, 'place'],
    });
    await client.query('COMMIT');
    if (taken.rowCount !== 1 || id === undefined) throw new Error('nothing was booked');
  });
}

type Step = (client: pg.Client, turn: number) => Promise<void>;

async function runClients(ownerUrl: string, clients: number, seconds: number, step: Step): Promise<Load> {
  const open = Array.from({ length: clients }, () => new pg.Client({ connectionString: ownerUrl }));
  // Its statement fails too, which is counted.
  for (const client of open) client.on('error', () => undefined);
  await Promise.all(open.map((client) => client.connect()));
  let turn = 0;
  const begin = (index: number) => () => {
    turn += 1;
    return step(open[index] as pg.Client, turn);
  };
  try {
    await runLoad({ clients, seconds: Math.min(1, seconds / 3) }, begin);
    return await runLoad({ clients, seconds }, begin);
  } finally {
    await Promise.all(open.map((client) => client.end()));
  }
}
