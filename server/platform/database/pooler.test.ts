// Behind PgBouncer in transaction mode connections change hands after each transaction: no owner ever sees or changes another's rows.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { thorough } from '../../../tests/build/how-thorough.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { urlFor } from '../../../tests/build/set-up-database.ts';
import { hasPooler, type Pooler, startPooler } from '../../../tests/build/start-pooler.ts';
import { type Database, inTransaction, type Owner, openPool, rows, sql } from '../db.ts';
import { isOutage } from './detect-outage.ts';

const statements = thorough ? 200_000 : 4000;
const askers = 40;
/** At some 700 statements a second or more. */
const longest = thorough ? 300_000 : 60_000;

describe.skipIf(!hasPooler())('two owners behind a pooler with four connections', () => {
  let test: TestHouse;
  let pooler: Pooler;
  let url: string;
  let name: string;

  beforeAll(async () => {
    test = await openTestHouse();
    pooler = await startPooler(inject('runtimeUrl'), 4);
    name = /\/(\w+)\?/.exec(test.databaseUrl)?.[1] ?? '';
    url = `${urlFor(pooler.url, name)}?application_name=pooled`;
  });
  afterAll(async () => {
    await pooler.stop();
    await test.close();
  });

  /** One statement in one of the ways that the installation uses; answers whose rows it saw. */
  async function ask(owner: Owner, turn: number): Promise<number[]> {
    const seen = sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM product WHERE ${turn}::int >= 0`;
    if (turn % 7 === 0) await rows(owner, sql`SELECT 1 / (${turn}::int - ${turn}::int)`).catch(judge);
    if (turn % 5 === 0)
      return inTransaction(owner, async (inside) => {
        // Neither sees the other's, and neither can write them.
        await rows(inside, sql`UPDATE owner SET name = name WHERE ${turn}::int >= 0`);
        return (await rows(inside, seen)).map((row) => row.owner_id);
      });
    return (await rows(owner, seen)).map((row) => row.owner_id);
  }
  const judge = (error: unknown) => {
    if (!isOutage(error) && (error as { code?: string }).code !== '22012') throw error;
  };

  /** How often an owner saw something else than its own rows, while connections of the pooler are ended at random. */
  async function countLeaks(database: Pick<Database, 'forOwner'>): Promise<{ answered: number; leaks: number }> {
    const admin = new pg.Pool({ connectionString: urlFor(inject('serverUrl'), name), max: 1 });
    let left = statements;
    const found = { answered: 0, leaks: 0 };
    const work = async (owner: Owner) => {
      while (left-- > 0) {
        const ids = await ask(owner, left).catch(judge);
        if (!ids) continue;
        found.answered += 1;
        if (ids.length !== 1 || ids[0] !== owner.id) found.leaks += 1;
        if (left % 500 === 0)
          await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'pooled' ORDER BY random() LIMIT 1`);
      }
    };
    const all = Array.from({ length: askers }, (_, index) => work(database.forOwner((index % 2) + 1)));
    await Promise.all(all).finally(() => admin.end());
    return found;
  }

  it('see their own rows only, in statements alone, in transactions and after errors', {
    timeout: longest,
  }, async () => {
    const database = openPool(test.databaseUrl, askers, { hurried: true, pooler: { url, prepares: false } });
    try {
      const { answered, leaks } = await countLeaks(database);
      expect(leaks).toBe(0);
      expect(answered).toBeGreaterThan(statements * 0.9);
    } finally {
      await database.close();
    }
  });

  it('would see each other’s if a connection were taken for one’s own', async () => {
    const clients = await Promise.all(
      Array.from({ length: askers }, async (_, index) => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        return { client, ownerId: (index % 2) + 1 };
      }),
    );
    const counts = clients.map(async ({ client, ownerId }) => {
      let leaks = 0;
      for (let turn = 0; turn < 20; turn += 1) {
        await client.query(`SET app.owner_id = '${ownerId}'`);
        const { rows } = await client.query<{ owner_id: number }>('SELECT DISTINCT owner_id FROM product');
        if (rows.length !== 1 || rows[0]?.owner_id !== ownerId) leaks += 1;
      }
      await client.end();
      return leaks;
    });
    expect((await Promise.all(counts)).reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  });
});
