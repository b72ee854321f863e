// Requests that meet right before their first write to one table: chance rarely brings them so close.
import { inHouseTransaction, sql } from '../../server/platform/db.ts';
import type { TestHouse } from './open-house.ts';

/** Most milliseconds for the others to arrive where the first one waits. */
const patience = 1000;

/** Begun while nothing can be written to the table, and let go together; those that never write to it are not waited for. */
export async function atOneMoment<Answer>(
  { database: { house } }: TestHouse,
  table: string,
  count: number,
  begin: () => Promise<Answer>,
): Promise<Answer[]> {
  const countWaiting = async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks
      WHERE NOT granted AND relation = ${table}::regclass`.execute(house);
    return rows[0]?.n ?? 0;
  };
  const begun = await inHouseTransaction(house, async (trx) => {
    await sql`LOCK TABLE ${sql.table(table)} IN SHARE MODE`.execute(trx);
    const begun = Array.from({ length: count }, begin);
    const all = Promise.allSettled(begun).then(() => true);
    for (let tries = 0; tries < patience / 10; tries += 1) {
      if ((await countWaiting()) === count) break;
      if (await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 10, false))])) break;
    }
    return begun;
  });
  return Promise.all(begun);
}
