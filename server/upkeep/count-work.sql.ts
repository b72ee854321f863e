// Waiting and stuck work of the whole house, for monitoring. Each statement reads few rows: from partial indexes, from small tables,
// and from the queue's own counts.

import { refundCode } from '../platform/database/status.sql.ts';
import { firstRow, type House, rows, sql } from '../platform/db.ts';

export type QueueCount = { name: string; waiting: number; dead: number; oldest: number };

/** `oldest`: age in seconds of the eldest job that waits, for its first turn or for another. */
export function countJobQueues(house: House): Promise<QueueCount[]> {
  return rows(
    house,
    sql<QueueCount>`SELECT q.name, q.failed_count::int AS dead, coalesce(w.waiting, 0)::int AS waiting,
        coalesce(extract(epoch FROM now() - w.eldest), 0)::float8 AS oldest
      FROM pgboss.queue q LEFT JOIN (SELECT name, count(*) AS waiting, min(created_on) AS eldest FROM pgboss.job
        WHERE state < 'active' AND NOT blocked GROUP BY name) w ON w.name = q.name WHERE NOT starts_with(q.name, '__')`,
  );
}

export type StuckCount = {
  payments: number;
  refunds: number;
  hooks_paused: number;
  hooks_failing: number;
  archive_failing: number;
  standbys: number;
  size: number;
};

export async function countStuck(house: House): Promise<StuckCount | undefined> {
  return firstRow(
    house,
    sql<StuckCount>`SELECT
      (SELECT count(*)::int FROM payment WHERE live AND channel <> 'offline'
        AND coalesce(expires_at, created_at + interval '2 hours') < now() - interval '5 minutes') AS payments,
      (SELECT count(*)::int FROM refund WHERE status = ${refundCode.processing} AND NOT manual
        AND created_at < now() - interval '15 minutes') AS refunds,
      (SELECT count(*)::int FROM hook WHERE state = 'dead') AS hooks_paused,
      (SELECT count(*)::int FROM hook WHERE state = 'live' AND failing_since < now() - interval '15 minutes') AS hooks_failing,
      (SELECT (last_failed_time > coalesce(last_archived_time, '-infinity'))::int FROM pg_stat_archiver) AS archive_failing,
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys,
      pg_database_size(current_database())::float8 AS size`,
  );
}
