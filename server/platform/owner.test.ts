// The owner's handle (decision 0140): its rows alone, inside a transaction the same owner, a job with the commit, joined transactions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import {
  changed,
  type Database,
  firstRow,
  inTransaction,
  joinTransaction,
  notPrepared,
  type Owner,
  onlyIf,
  openPool,
  rows,
  sql,
} from './db.ts';
import { type RunningJobs, startJobs } from './jobs.ts';
import { makeLog } from './log.ts';

let test: TestHouse;
let database: Database;
let jobs: RunningJobs;

beforeAll(async () => {
  test = await openTestHouse();
  database = openPool(test.databaseUrl, 6);
  jobs = await startJobs(test.databaseUrl, makeLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  await test.close();
});

const rename = (owner: Owner, name: string) => changed(owner, sql`UPDATE owner SET name = ${name}`);
const nameOf = async (owner: Owner) => (await firstRow(owner, sql<{ name: string }>`SELECT name FROM owner`))?.name;

describe('an owner', () => {
  it('is the same object at each call, and no owner has the id of all', () => {
    expect(database.forOwner(1)).toBe(database.forOwner(1));
    expect(database.forOwner(1)).not.toBe(database.forOwner(2));
    for (const id of [0, -1, 1.5]) expect(() => database.forOwner(id)).toThrow('not an owner');
  });

  it('sees its rows alone, without a predicate and in a transaction too', async () => {
    const ids = (owner: Owner) => rows(owner, sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM product`);
    for (const id of [1, 2]) {
      const owner = database.forOwner(id);
      expect(await ids(owner)).toEqual([{ owner_id: id }]);
      expect(await inTransaction(owner, ids)).toEqual([{ owner_id: id }]);
    }
  });

  it('is in a transaction the same owner: nothing of it stays after an error', async () => {
    const owner = database.forOwner(1);
    const before = await nameOf(owner);
    const failing = inTransaction(owner, async (inside) => {
      expect([inside.id, inside.pool]).toEqual([owner.id, owner.pool]);
      expect(await rename(inside, 'Inside')).toBe(1);
      expect([await nameOf(inside), await nameOf(owner)]).toEqual(['Inside', before]);
      throw new Error('back');
    });
    await expect(failing).rejects.toThrow('back');
    expect(await nameOf(owner)).toBe(before);
  });

  it('begins no transaction inside of one by mistake', async () => {
    const nested = inTransaction(database.forOwner(1), (owner) => inTransaction(owner, async () => 'ran'));
    await expect(nested).rejects.toThrow('transaction');
  });

  it('joins use cases to one transaction: what the inner one wrote goes with the outer one', async () => {
    const owner = database.forOwner(1);
    const before = await nameOf(owner);
    const useCase = (joined: Owner) => inTransaction(joined, (inside) => rename(inside, 'Joined'));
    const failing = inTransaction(owner, async (outer) => {
      expect(await useCase(joinTransaction(outer))).toBe(1);
      expect([await nameOf(outer), await nameOf(owner)]).toEqual(['Joined', before]);
      throw new Error('back');
    });
    await expect(failing).rejects.toThrow('back');
    expect(await nameOf(owner)).toBe(before);
  });

  it('begins the whole transaction again when a joined part met a deadlock', async () => {
    let tries = 0;
    const done = await inTransaction(database.forOwner(1), async (outer) => {
      tries += 1;
      await inTransaction(joinTransaction(outer), async (inside) => {
        if (tries === 1) await rows(inside, sql`DO $$ BEGIN RAISE deadlock_detected; END $$`);
      });
      return nameOf(outer);
    });
    expect([tries, done]).toEqual([2, await nameOf(database.forOwner(1))]);
  });

  it('is written into its jobs, which are queued by the commit alone', async () => {
    const owner = database.forOwner(2);
    const queue = (name: string, fails: boolean) =>
      inTransaction(owner, async (inside) => {
        await jobs.send(inside, 'refund.run', { refundNo: name });
        if (fails) throw new Error('back');
      });
    await queue('KEPT', false);
    await expect(queue('LOST', true)).rejects.toThrow('back');
    const found = await rows(
      test.database.house,
      sql<{ data: unknown }>`SELECT data FROM pgboss.job WHERE data ->> 'refundNo' IN ('KEPT', 'LOST')`,
    );
    expect(found).toEqual([{ data: { refundNo: 'KEPT', ownerId: 2 } }]);
  });
});

it('statements of lists with open filters are not prepared, others are', async () => {
  const single = openPool(test.databaseUrl, 1);
  try {
    const owner = single.forOwner(1);
    await rows(owner, sql`SELECT ${'plain'}::text AS kind`);
    await rows(owner, sql`SELECT ${'open'}::text AS kind WHERE ${notPrepared} ${onlyIf(null, sql`false`)}`);
    const prepared = await rows(owner, sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`);
    expect(prepared.map(({ statement }) => statement)).toEqual(['SELECT $1::text AS kind']);
  } finally {
    await single.close();
  }
});
