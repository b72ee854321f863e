// A job's row as a part of the statement that causes it: one round trip for both, and the queue's tables remain the queue's affair.
import { sql } from '../db.ts';

type Statement = { text: string; values: unknown[] };
/** What the queue runs its statements on. */
type Catcher = { executeSql(text: string, values?: unknown[]): Promise<{ rows: { id: string }[] }> };
/** What the queue runs for one job: its only value is a list with the job, as JSON. */
export type JobPart = { text: string; list: string };

/** Jobs of one queue as one statement that a WITH may contain. */
export function queueJobs(parts: (JobPart | undefined)[]): ReturnType<typeof sql> {
  const jobs = parts.filter((part) => part !== undefined);
  const [first] = jobs;
  if (!first) return sql`SELECT 1`;
  if (jobs.some(({ text }) => text !== first.text))
    throw new Error('the queue writes these jobs by different statements');
  const list = `[${jobs.map((job) => job.list.trim().slice(1, -1)).join()}]`;
  return sql.join(
    first.text.split(/\$1\b/).map((text) => sql.raw(text)),
    sql`${list}`,
  );
}

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
  const list = statement?.values[0];
  // A statement that notifies begins with WITH, and a writing WITH is allowed only at the top of a statement.
  if (
    !statement ||
    more.length ||
    !/^\s*INSERT\b/i.test(statement.text) ||
    statement.values.length !== 1 ||
    !isList(list)
  )
    throw new Error('the queue writes a job otherwise than by one INSERT with one list');
  return { text: statement.text, list };
}

const isList = (value: unknown): value is string => typeof value === 'string' && /^\s*\[.*\]\s*$/s.test(value);
