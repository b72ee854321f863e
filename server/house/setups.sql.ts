// Owners that are being set up: rows of the installation (decision 0315).
import type { SetupSteps } from '../../contract/house.ts';
import { changed, firstRow, type Owner, type OwnerTrx, sql } from '../platform/db.ts';

export type SetupRow = {
  setup_id: number;
  new_owner_id: number;
  steps: SetupSteps;
  revision: number;
  begun_by: string;
};

const columns = sql`setup_id, new_owner_id, steps, revision, begun_by`;

export function findSetup(house: Owner, id: string): Promise<SetupRow | undefined> {
  return firstRow(
    house,
    sql<SetupRow>`SELECT ${columns} FROM owner_setup WHERE owner_id = ${house.id} AND setup_id = ${id}::bigint`,
  );
}

/** Locks it until the end of the transaction. */
export function lockSetup(house: OwnerTrx, id: string): Promise<SetupRow | undefined> {
  return firstRow(
    house,
    sql<SetupRow>`SELECT ${columns} FROM owner_setup WHERE owner_id = ${house.id} AND setup_id = ${id}::bigint FOR UPDATE`,
  );
}

/** Begins one; the new owner's number is set aside. */
export async function insertSetup(house: Owner, steps: SetupSteps, begunBy: string): Promise<string> {
  const row = await firstRow(
    house,
    sql<{ id: string }>`INSERT INTO owner_setup (owner_id, new_owner_id, steps, begun_by)
      VALUES (${house.id}, next_owner(), ${JSON.stringify(steps)}::jsonb, ${begunBy})
      RETURNING setup_id::text AS id`,
  );
  if (!row) throw new Error('a new owner was not begun');
  return row.id;
}

/** 1 when written; 0 when changed since `revision`. */
export function writeSteps(house: OwnerTrx, id: string, revision: number, steps: SetupSteps): Promise<number> {
  return changed(
    house,
    sql`UPDATE owner_setup SET steps = steps || ${JSON.stringify(steps)}::jsonb, revision = revision + 1, saved_at = now()
      WHERE owner_id = ${house.id} AND setup_id = ${id}::bigint AND revision = ${revision}`,
  );
}

export function deleteSetup(house: OwnerTrx, id: string): Promise<number> {
  return changed(house, sql`DELETE FROM owner_setup WHERE owner_id = ${house.id} AND setup_id = ${id}::bigint`);
}
