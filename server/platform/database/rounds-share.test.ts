// Rounds that have many things to write at once, or that wait for rows, leave connections to requests (security rule 73).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { type Database, inLane, openPool, sql } from '../db.ts';
import { jobNames } from '../jobs.ts';
import { makeLog } from '../log.ts';
import type { Room, RoomParts } from '../room.ts';
import { workJobs } from '../work-jobs.ts';

let test: TestHouse;
let database: Database;
beforeAll(async () => {
  test = await openTestHouse();
  database = openPool(test.databaseUrl, 20, { hurried: true });
});
afterAll(async () => {
  await database.close();
  await test.close();
});

it('a request is answered at once while a round has more statements under way than there are connections', async () => {
  let begun = 0;
  const waiting: Promise<unknown>[] = [];
  const room = {
    jobs: () => ({
      queue: Object.fromEntries(jobNames.map((name) => [name, async () => undefined])),
      rounds: [
        {
          everyMilliseconds: 60_000,
          atStart: true,
          // As settleDue does: what is begun goes on after the round.
          run: async () => {
            for (const id of Array.from({ length: 40 }, (_, nth) => 1 + (nth % 2))) {
              begun += 1;
              waiting.push(sql`SELECT pg_sleep(1)`.execute(database.forOwner(id)));
            }
          },
        },
      ],
    }),
  } as unknown as Room;
  const parts = { config: { role: 'both' }, jobs: { work: async () => undefined }, log: makeLog('silent'), database };
  const stop = await workJobs(parts as unknown as RoomParts, [room], () => false);
  await expect.poll(() => begun).toBe(40);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const began = performance.now();
  await inLane('productDetail', false, () => sql`SELECT 1`.execute(database.forOwner(1)));
  expect(performance.now() - began).toBeLessThan(500);
  await stop();
  // None of them is lost.
  const ends = await Promise.allSettled(waiting);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
});
