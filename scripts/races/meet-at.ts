// Two acts that meet right before their first write to one table, or their first lock of a row of it: whatever both have read until then,
// they have read before the other wrote. Chance rarely brings two requests so close.
import type { Stage } from './pair.ts';

/** SHARE stops what writes; EXCLUSIVE also what locks rows. Neither stops what only reads. */
export const modes = ['SHARE', 'EXCLUSIVE'] as const;
export type Place = { table: string; mode: (typeof modes)[number] };

/** Most time for the second act to arrive where the first one waits, and for either to arrive. */
const patience = { second: 400, first: 2500 };

export async function listTables(stage: Stage): Promise<string[]> {
  const rows = await stage.read<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** `waited`: how many acts came to the place. */
export async function meetAt<Answer>(stage: Stage, { table, mode }: Place, meet: () => Promise<Answer>) {
  const client = await stage.books.pool.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
    const meeting = meet();
    const waited = await awaitBoth(stage, table, meeting);
    await client.query('COMMIT');
    return { answer: await meeting, waited };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function awaitBoth(stage: Stage, table: string, meeting: Promise<unknown>): Promise<number> {
  let isOver = false;
  meeting
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  const begun = Date.now();
  let first = 0;
  for (;;) {
    const [row] = await stage.read<{ n: number }>(
      'SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND relation = $1::regclass',
      [table],
    );
    const waiting = row?.n ?? 0;
    const now = Date.now();
    if (waiting) first ||= now;
    if (isOver || waiting > 1 || (first && now - first > patience.second) || now - begun > patience.first)
      return waiting;
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
}
