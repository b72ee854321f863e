// The database for a command: the caller's own by DATABASE_URL, else the house's PostgreSQL in .data/; migrated either way.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openPool } from '../server/platform/db.ts';
import { migrate } from '../server/platform/migrate.ts';
import { startPostgres } from '../server/platform/start-postgres.ts';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export type OpenDatabase = { url: string; embedded: boolean; database: Database; close(): Promise<void> };

export async function openDatabase(tell: (line: string) => void): Promise<OpenDatabase> {
  const own = process.env.DATABASE_URL;
  const postgres = own ? { url: own, stop: async () => undefined } : await startPostgres(root, tell);
  const database = openPool(postgres.url);
  const applied = await migrate(database.pool);
  if (applied.length) tell(`Schema brought forward: ${applied.join(', ')}`);
  return {
    url: postgres.url,
    embedded: !own,
    database,
    async close() {
      await database.close();
      await postgres.stop();
    },
  };
}
