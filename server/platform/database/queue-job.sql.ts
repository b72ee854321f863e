// A job's row as a part of the statement that causes it: one round trip for both, and the queue's tables remain the queue's affair.
import { sql } from '../db.ts';

type Statement = { text: string; values: unknown[] };
/** What the queue runs its statements on. */
type Catcher = { executeSql(text: string, values?: unknown[]): Promise<{ rows: { id: string }[] }> };
/** A statement that may be part of a WITH. */
export type JobPart = ReturnType<typeof sql>;

/** Where nothing is queued. */
export const noJob: JobPart = sql`SELECT 1`;

/** What `send` would run, without running it. */
export async function catchStatement(send: (db: Catcher) => Promise<unknown>): Promise<JobPart> {
  const statements: Statement[] = [];
  await send({
    async executeSql(text, values = []) {
      statements.push({ text, values });
      return { rows: [{ id: '' }] };
    },
  });
  const [statement, ...more] = statements;
  // A statement that notifies begins with WITH, and a WITH that writes is only allowed at the top of a statement.
  if (!statement || more.length || !/^\s*INSERT\b/i.test(statement.text) || statement.values.length !== 1)
    throw new Error('the queue writes a job otherwise than by one INSERT with one value');
  return sql.join(
    statement.text.split(/\$1\b/).map((text) => sql.raw(text)),
    sql`${statement.values[0]}`,
  );
}
