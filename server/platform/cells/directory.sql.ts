// Where owners live, as the first cell knows it, and the last step of a move.
import type { AnyClient } from '../database/open-connection.ts';
import { firstRow, type House, rows, sql } from '../db.ts';

export type HostCell = { host: string; owner_id: number; cell: string; revision: number };

/** Changes with every move. */
export async function findDirectorySign(first: House): Promise<string> {
  const row = await firstRow(
    first,
    sql<{ sign: string }>`SELECT count(*) || '.' || coalesce(sum(revision), 0) AS sign FROM owner_cell`,
  );
  return row?.sign ?? '';
}

/** Hosts of owners that have lived in another cell than the first. */
export function listHostCells(first: House): Promise<HostCell[]> {
  return rows(
    first,
    sql<HostCell>`SELECT h.host, c.owner_id, c.cell, c.revision FROM owner_cell c JOIN hostname h USING (owner_id)`,
  );
}

/** All owners of the installation: the first cell has the names of those in others, too. */
export async function listKnownOwners(first: House): Promise<number[]> {
  const found = await rows(first, sql<{ owner_id: number }>`SELECT owner_id FROM owner ORDER BY owner_id`);
  return found.map((row) => row.owner_id);
}

/** Where a cell says that the owner went; undefined while it serves the owner, or never had it. */
export async function findAway(cell: AnyClient, ownerId: number) {
  const { rows } = await cell.query<{ state: 'arriving' | 'moved'; cell: string; revision: number }>(
    'SELECT state, cell, revision FROM owner_away WHERE owner_id = $1',
    [ownerId],
  );
  return rows[0];
}

/** The owner arrived: its jobs enter the queue, and from this commit on it is served here. Does nothing a second time. */
export async function letIn(target: AnyClient, ownerId: number, revision: number): Promise<void> {
  await target.query('BEGIN');
  try {
    const arrived = await target.query(
      `DELETE FROM owner_away WHERE owner_id = $1 AND state = 'arriving' AND revision = $2`,
      [ownerId, revision],
    );
    if (arrived.rowCount) {
      await target.query(
        `INSERT INTO pgboss.job SELECT (jsonb_populate_record(NULL::pgboss.job, m.job)).*
          FROM moving_job m WHERE m.owner_id = $1`,
        [ownerId],
      );
      await target.query('DELETE FROM moving_job WHERE owner_id = $1', [ownerId]);
    }
    await target.query('COMMIT');
  } catch (error) {
    await target.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** An older revision never overwrites a newer one. */
export async function writeDirectory(first: AnyClient, ownerId: number, cell: string, revision: number): Promise<void> {
  await first.query(
    `INSERT INTO owner_cell (owner_id, cell, revision) VALUES ($1, $2, $3)
      ON CONFLICT (owner_id) DO UPDATE SET cell = excluded.cell, revision = excluded.revision, since = now()
      WHERE owner_cell.revision < excluded.revision`,
    [ownerId, cell, revision],
  );
}
