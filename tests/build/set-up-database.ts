// Once per run: the tests' PostgreSQL, and a template database with the schema and a small catalogue that each test file clones.
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { SeedFile } from '../../contract/seed.ts';
import { root } from '../../scripts/open-database.ts';
import { hashPassword } from '../../server/account/hash-password.ts';
import { readConfig } from '../../server/platform/config.ts';
import { type Database, openPool, sql } from '../../server/platform/db.ts';
import { startPostgres } from '../../server/platform/own-database/start-postgres.ts';
import { prepareDatabase } from '../../server/platform/schema/prepare-database.ts';
import { makeVault, storeHouseKey } from '../../server/platform/vault.ts';
import { makeSecrets } from '../../server/site/open-secret.ts';
import { loadSeed } from '../../server/upkeep/load-seed.ts';
import { placeCluster } from './place-cluster.ts';
import { smallSeed } from './small-seed.ts';
import { startPooler } from './start-pooler.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    serverUrl: string;
    /** How houses under test connect: as the role that only reads and writes rows. */
    runtimeUrl: string;
    template: string;
    /** The same through a pooler in transaction mode; empty unless houses are to work through it (POOLER=1). */
    poolerUrl: string;
  }
}

/**
 * A server of its own that never waits for the disk: making and dropping a database for each file is a good part of what it does. Losing
 * power costs nothing but the run; tests of lost power have servers of their own, and so has the shop in .data/.
 */
const careless = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // The cluster may be in memory, and what it keeps for a crash would fill it.
  max_wal_size: '128MB',
  // No database lives long enough to be cleaned; and cleaning one holds up dropping it.
  autovacuum: 'off',
};

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = process.env.DATABASE_URL
    ? {
        url: process.env.DATABASE_URL,
        ownerUrl: process.env.DATABASE_OWNER_URL ?? process.env.DATABASE_URL,
        stop: async () => undefined,
      }
    : await startPostgres(placeCluster(root), () => undefined, careless);
  const template = `kembara_test_${process.pid}`;
  const admin = new pg.Client({ connectionString: postgres.ownerUrl });
  await admin.connect();
  await dropOldTests(admin);
  await admin.query(`CREATE DATABASE ${template}`);
  const ownerUrl = urlFor(postgres.ownerUrl, template);
  await prepareDatabase({ url: urlFor(postgres.url, template), ownerUrl }, () => undefined);
  const database = openPool(ownerUrl);
  const seed = smallSeed();
  await loadSeed(database, seed, () => undefined, new Date());
  await hashCheaply(database, seed);
  await makeKeys(database);
  await nameContacts(database);
  await database.close();
  project.provide('serverUrl', postgres.ownerUrl);
  project.provide('runtimeUrl', postgres.url);
  project.provide('template', template);
  const pooler = process.env.POOLER === '1' ? await startPooler(postgres.url) : undefined;
  project.provide('poolerUrl', pooler?.url ?? '');
  return async () => {
    await dropOldTests(admin, template);
    await admin.end();
    await pooler?.stop();
    await postgres.stop();
  };
}

/** Whom the tests' orders name as contact works at the agency: that person reads its prices, which its customers do not (decision 0791). */
async function nameContacts(database: Database): Promise<void> {
  const order = { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' };
  await sql`UPDATE partner SET contacts = ${JSON.stringify({ order })}::jsonb WHERE kind = 'corporate'`.execute(
    database.house,
  );
}

/** The people of the template sign in a thousand times in a run: their hashes cost next to nothing (decision 0172). */
async function hashCheaply(database: Database, { owners }: SeedFile): Promise<void> {
  const people = owners.flatMap(({ partners, staff }) => [...partners.flatMap(({ users }) => users), ...staff]);
  for (const { email, password } of people) {
    if (!password) continue;
    const hash = await hashPassword(password, { memory: 8, passes: 1 });
    await sql`UPDATE account SET password_hash = ${hash} WHERE email = ${email}`.execute(database.house);
  }
}

/** The keys that passwords are sealed with: each house would take a good part of a second to make them. */
async function makeKeys(database: Database): Promise<void> {
  const { houseKey, dataFolder } = readConfig({}, root);
  const secrets = makeSecrets(makeVault(storeHouseKey(houseKey, dataFolder)));
  for (const { owner_id } of (await sql<{ owner_id: number }>`SELECT owner_id FROM owner`.execute(database.house)).rows)
    await secrets.publicKeyOf(database.forOwner(owner_id));
}

/** Test databases of runs that are over; `own` ends the present run's. */
async function dropOldTests(admin: pg.Client, own?: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE 'kembara_test_%'`,
  );
  for (const { datname } of rows) {
    const pid = Number(datname.split('_')[2]);
    if (own ? datname.startsWith(own) : !isAlive(pid))
      await dropDatabase(admin, datname).catch((error: unknown) => {
        // What another run left over is not worth failing this one.
        if (own) throw error;
      });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function urlFor(url: string, database: string): string {
  return url.replace(/(@[^/?]*\/)[^?]*/, `$1${database}`);
}

/** A copy of the template for one test, over a connection of the owner. Copying files costs half of writing each page through the server. */
export async function copyTemplate(admin: pg.Client, template: string, name: string): Promise<void> {
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  // Rights on a database are not copied with it.
  await admin.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
}

/** The server's own cleaning may be at work in it, and only the server may end that: then again a moment later. */
export async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (tries === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
