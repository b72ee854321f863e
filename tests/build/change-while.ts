// A change in the middle of reading, for answers that must be of one moment.
import { inHouseTransaction, sql } from '../../server/platform/db.ts';
import { until } from './open-gateway.ts';
import type { TestHouse } from './open-house.ts';

export type HouseTrx = Parameters<Parameters<typeof inHouseTransaction>[1]>[0];
type Change = { table: string; change(trx: HouseTrx): Promise<unknown> };

/** The answer of `read`, which waits for `table` while `change` happens. */
export async function changeWhile<Answer>(
  { database }: TestHouse,
  { table, change }: Change,
  read: () => Promise<Answer>,
): Promise<Answer> {
  const countWaiting = async () => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(database.house);
    return rows[0]?.n ?? 0;
  };
  // Within a list, so that the transaction does not wait for the answer, which waits for the transaction.
  const [answer] = await inHouseTransaction(database.house, async (trx): Promise<[Promise<Answer>]> => {
    await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const reading = read();
    await until(countWaiting, (waiting) => waiting > 0);
    await change(trx);
    return [reading];
  });
  return answer;
}
