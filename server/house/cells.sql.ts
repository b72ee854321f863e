// Where owners live, for the portal's admins (decision 0580): what the first cell's directory says, what a cell has of owners that it does
// not serve, and an owner that begins in another cell than the first.
import { moverLock } from '../platform/cells/guard.sql.ts';
import type { Database } from '../platform/db.ts';
import { firstRow, type House, inHouseTransaction, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

/** Owners of each cell that has some; `first` is the cell of those that never moved. */
export function countOwnersByCell(house: House, first: string) {
  return rows(
    house,
    sql<{ cell: string; owners: number }>`SELECT coalesce(c.cell, ${first}) AS cell, count(*)::int AS owners
      FROM owner o LEFT JOIN owner_cell c USING (owner_id) WHERE NOT o.is_house GROUP BY 1`,
  );
}

export function listOwnerCells(house: House, ownerIds: number[]) {
  return rows(
    house,
    sql<{
      owner_id: number;
      cell: string;
    }>`SELECT owner_id, cell FROM owner_cell WHERE owner_id = ANY(${ownerIds}::bigint[])`,
  );
}

/** Owners that a command moves at this moment: it holds their lock in the first cell. */
export async function listRunningMoves(house: House): Promise<number[]> {
  const found = await rows(
    house,
    sql<{
      owner_id: number;
    }>`SELECT l.objid::bigint AS owner_id FROM pg_locks l JOIN pg_database d ON d.oid = l.database
      WHERE l.locktype = 'advisory' AND l.classid = ${moverLock}::bigint AND l.granted AND d.datname = current_database()`,
  );
  return found.map((row) => row.owner_id);
}

export type CopyRow = { owner_id: number; state: 'arriving' | 'moved'; holds: boolean };

/** Which of these owners a cell does not serve, and whether it holds rows of theirs. */
export function listCopies({ house }: Database, ownerIds: number[]): Promise<CopyRow[]> {
  return inHouseTransaction(house, async (trx) => {
    await sql`SELECT set_config('app.moving', 'on', true)`.execute(trx);
    return rows(
      trx,
      sql<CopyRow>`SELECT w.owner_id, w.state, EXISTS (SELECT 1 FROM account a WHERE a.owner_id = w.owner_id) AS holds
        FROM owner_away w WHERE w.owner_id = ANY(${ownerIds}::bigint[])`,
    );
  });
}

/** Which of a cell's owners an admin of theirs has entered. */
export async function listEntered({ house }: Database, ownerIds: number[]): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT DISTINCT a.owner_id FROM account a WHERE a.owner_id = ANY(${ownerIds}::bigint[])
      AND a.kind = 'staff' AND 'admin' = ANY(a.roles) AND a.password_hash IS NOT NULL`,
  );
  return found.map((row) => row.owner_id);
}

/** Whether this cell has rows of the owner that no request reads: an opening did not reach its end. Forgets a copy that was deleted. */
export async function findCopy(owner: OwnerTrx): Promise<boolean> {
  await sql`DELETE FROM owner_away WHERE owner_id = ${owner.id} AND state = 'moved'`.execute(owner);
  const row = await firstRow(owner, sql<{ n: number }>`SELECT 1 AS n FROM owner_away WHERE owner_id = ${owner.id}`);
  return row !== undefined;
}

/** From its commit on, this cell sends the owner to the other one (decision 0492). The last of its statements here. */
export async function leaveToCell(owner: OwnerTrx, cell: string): Promise<void> {
  await sql`INSERT INTO owner_away (owner_id, state, cell, revision) VALUES (${owner.id}, 'moved', ${cell}, 1)`.execute(
    owner,
  );
}

/** No request reads what was written here, and its jobs wait, until the first cell sends the owner here. Its last statement. */
export async function awaitFirstCell(owner: OwnerTrx, first: string): Promise<void> {
  await sql`WITH waiting AS (DELETE FROM pgboss.job WHERE data ->> 'ownerId' = ${String(owner.id)} RETURNING *)
    INSERT INTO moving_job (owner_id, job_id, job) SELECT ${owner.id}, w.id, to_jsonb(w) FROM waiting w`.execute(owner);
  await sql`INSERT INTO owner_away (owner_id, state, cell, revision) VALUES (${owner.id}, 'arriving', ${first}, 1)`.execute(
    owner,
  );
}

/** What the first cell's list shows of an owner that lives elsewhere. */
export async function noteClosed(house: House, of: Owner, why: string | null): Promise<void> {
  await sql`UPDATE owner SET closed_at = CASE WHEN ${why}::text IS NULL THEN NULL ELSE now() END, closed_reason = ${why}
    WHERE owner_id = ${of.id}`.execute(house);
}
