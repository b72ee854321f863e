// Work in the background that failed for good, of one owner: rows of the job queue, which stay there for a week (decision 0725).
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import type { JobName } from '../platform/jobs.ts';

export type FailedJob = {
  id: string;
  name: JobName;
  data: Record<string, unknown>;
  tries: number;
  failed_at: Date;
  total: number;
};

/** Not of the test mode. Codes are asked for anew by who needs one. */
const ofOwner = (owner: Owner) =>
  sql`j.data ->> 'ownerId' = ${String(owner.id)} AND j.data -> 'isTest' IS NULL AND j.name <> 'code.mail'`;

/** The queue counts what failed every few seconds: where nothing did, none of its many rows is read. */
export function listFailedJobs(owner: Owner, { size, from }: { size: number; from: number }): Promise<FailedJob[]> {
  return rows(
    owner,
    sql<FailedJob>`SELECT j.id, j.name, j.data, j.retry_count + 1 AS tries, j.completed_on AS failed_at, (count(*) OVER ())::int AS total
      FROM pgboss.job j WHERE j.name = ANY(ARRAY(SELECT name FROM pgboss.queue WHERE failed_count > 0)) AND j.state = 'failed'
        AND ${ofOwner(owner)}
      ORDER BY j.completed_on DESC, j.id LIMIT ${size} OFFSET ${from}`,
  );
}

export function findJob(owner: Owner, id: string): Promise<Pick<FailedJob, 'name' | 'data'> | undefined> {
  return firstRow(
    owner,
    sql<
      Pick<FailedJob, 'name' | 'data'>
    >`SELECT j.name, j.data FROM pgboss.job j WHERE j.id = ${id}::uuid AND ${ofOwner(owner)}`,
  );
}

/** Once more, at once. 0 where it does not stand still any more. */
export function tryJobAgain(owner: OwnerTrx, id: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE pgboss.job j SET state = 'retry', retry_limit = j.retry_limit + 1, completed_on = NULL, start_after = now()
      WHERE j.id = ${id}::uuid AND j.state = 'failed' AND ${ofOwner(owner)}`,
  );
}
