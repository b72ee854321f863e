// Accounts of staff (rules §10).
import { limits } from '../../domain/limits.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type StaffRow = {
  account_id: number;
  email: string;
  name: string;
  roles: string[];
  status: number;
  second_factor: boolean;
  password_set: boolean;
  last_login_at: Date | null;
  first_password_until: Date | null;
  revision: number;
  supplier_id: number | null;
  supplier_name: string | null;
};

const staffColumns = sql`account_id, email, name, roles, status, totp_sealed IS NOT NULL AS second_factor,
  password_hash IS NOT NULL AS password_set, last_login_at,
  first_password_until, revision, supplier_id,
  (SELECT c.name FROM supplier c WHERE c.owner_id = account.owner_id AND c.supplier_id = account.supplier_id) AS supplier_name`;

export function listStaffRows(owner: Owner) {
  return rows(
    owner,
    sql<StaffRow>`SELECT ${staffColumns} FROM account WHERE owner_id = ${owner.id} AND kind = 'staff'
      AND status <> ${accountCode.deleted} ORDER BY name`,
  );
}

export function listSupplierStaff(owner: Owner, supplierId: string) {
  return rows(
    owner,
    sql<StaffRow>`SELECT ${staffColumns} FROM account WHERE owner_id = ${owner.id} AND kind = 'staff'
      AND status <> ${accountCode.deleted} AND supplier_id = ${supplierId}::bigint ORDER BY name`,
  );
}

export function findStaff(owner: Owner, id: string): Promise<StaffRow | undefined> {
  return firstRow(
    owner,
    sql<StaffRow>`SELECT ${staffColumns} FROM account WHERE owner_id = ${owner.id} AND kind = 'staff' AND status <> ${accountCode.deleted}
      AND account_id = ${id}`,
  );
}

export type StaffChange = { email: string; name: string; roles: string[]; active: boolean };

/** A new account: of the owner, with a password that the portal made, or of a supplier, whose person chooses one by a mailed link. */
export async function insertStaff(
  owner: Owner,
  row: StaffChange,
  { language, hash, supplierId }: { language: string; hash: string | null; supplierId: string | null },
) {
  const made = await firstRow(
    owner,
    sql<{
      account_id: number;
    }>`INSERT INTO account (owner_id, kind, email, name, language, password_hash, roles, status, email_proved_at,
        supplier_id, first_password_until)
      VALUES (${owner.id}, 'staff', ${row.email}, ${row.name}, ${language}, ${hash}, ${row.roles}, ${row.active ? 1 : 0}, now(),
        ${supplierId}::bigint,
        CASE WHEN ${hash}::text IS NOT NULL THEN now() + make_interval(secs => ${limits.firstPasswordSeconds}) END) RETURNING account_id`,
  );
  return String(made?.account_id);
}

export async function changeStaff(owner: Owner, id: string, revision: number, row: StaffChange) {
  const count = await changed(
    owner,
    sql`UPDATE account SET email = ${row.email}, name = ${row.name}, roles = ${row.roles}, status = ${row.active ? 1 : 0},
        revision = revision + 1
      WHERE owner_id = ${owner.id} AND kind = 'staff' AND account_id = ${id} AND revision = ${revision}`,
  );
  if (count === 1 && !row.active)
    await sql`DELETE FROM login_session WHERE owner_id = ${owner.id} AND account_id = ${id}`.execute(owner);
  return count;
}

/** The account has no password until its person chooses one by a mailed link. */
export async function dropPassword(owner: Owner, id: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account SET password_hash = NULL, first_password_until = NULL, revision = revision + 1
      WHERE owner_id = ${owner.id} AND kind = 'staff' AND account_id = ${id} AND status = ${accountCode.normal}`,
  );
}

/** The installation made the account's current password: it is replaced at the first sign-in and expires. */
export async function limitFirstPassword(owner: Owner, id: number): Promise<void> {
  await sql`UPDATE account SET first_password_until = now() + make_interval(secs => ${limits.firstPasswordSeconds})
    WHERE owner_id = ${owner.id} AND kind = 'staff' AND account_id = ${id}`.execute(owner);
}

/** Counts active administrators under a lock, so that two cannot take each other's rights at once. */
export async function countAdmins(owner: Owner): Promise<number> {
  const list = await rows(
    owner,
    sql<{ account_id: number }>`SELECT account_id FROM account
      WHERE owner_id = ${owner.id} AND kind = 'staff' AND status = ${accountCode.normal} AND 'admin' = ANY(roles)
      ORDER BY account_id FOR UPDATE`,
  );
  return list.length;
}
