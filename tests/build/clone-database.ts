// A database of its own for a test that starts processes instead of a house in its own process.
import pg from 'pg';
import { inject } from 'vitest';
import { dropDatabase, urlFor } from './set-up-database.ts';

let count = 0;

/** `url` is how processes connect, `ownerUrl` how tests look behind them. */
export type ClonedDatabase = { url: string; ownerUrl: string; drop(): Promise<void> };

export async function cloneDatabase(): Promise<ClonedDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `${inject('template')}_${process.pid}_p${count++}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject('template')}`);
  await admin.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  return {
    url: urlFor(inject('runtimeUrl'), name),
    ownerUrl: urlFor(serverUrl, name),
    async drop() {
      await dropDatabase(admin, name);
      await admin.end();
    },
  };
}
