// What people and machines do to a database.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { listServer, signalAll } from '../soak/list-processes.ts';

type Place = { data: string; adminUrl: (database: string) => string };
export type Disaster = { name: string; plant(place: Place): Promise<void> };

const run = (name: string, sql: string, database = 'kembara'): Disaster => ({
  name,
  async plant({ adminUrl }) {
    const client = new pg.Client({ connectionString: adminUrl(database) });
    await client.connect();
    await client.query(sql);
    await client.end();
  },
});

export const disasters: Disaster[] = [
  run('orders emptied', 'TRUNCATE purchase CASCADE'),
  run('stock set to nothing sold', 'UPDATE departure SET sold = 0, held = 0'),
  run('ledger dropped', 'DROP TABLE ledger_entry CASCADE'),
  run('database dropped', 'DROP DATABASE kembara WITH (FORCE)', 'postgres'),
  {
    name: 'disk lost',
    async plant({ data }) {
      signalAll(listServer(data), 'SIGKILL');
      for (const part of ['base', 'global', 'pg_wal', 'postmaster.pid'])
        rmSync(join(data, part), { recursive: true, force: true });
    },
  },
];
