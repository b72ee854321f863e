// A separate database for a test that starts processes instead of an instance in its own process.
import pg from 'pg';
import { inject } from 'vitest';
import { copyTemplate, dropDatabase, urlFor } from './set-up-database.ts';

let count = 0;

/** `url` is how processes connect, `ownerUrl` how tests look behind them. */
export type ClonedDatabase = { url: string; ownerUrl: string; drop(): Promise<void> };

export async function cloneDatabase(): Promise<ClonedDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `${inject('template')}_${process.pid}_p${count++}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await copyTemplate(admin, inject('template'), name);
  return {
    url: urlFor(inject('runtimeUrl'), name),
    ownerUrl: urlFor(serverUrl, name),
    async drop() {
      await dropDatabase(admin, name);
      await admin.end();
    },
  };
}
