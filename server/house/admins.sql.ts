// Admins of the installation (decision 0335).
import type { Language } from '../../domain/languages.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import type { InvitedRow } from './owners.sql.ts';

type AdminRow = {
  account_id: number;
  name: string;
  email: string;
  language: Language;
  /** Whether a password was chosen. */
  entered: boolean;
  last_login_at: Date | null;
};

const columns = sql`account_id, name, email, language, password_hash IS NOT NULL AS entered, last_login_at`;
const isAdmin = sql`kind = 'staff' AND 'house' = ANY(roles) AND status = ${accountCode.normal}`;

export function listAdmins(house: Owner): Promise<AdminRow[]> {
  return rows(
    house,
    sql<AdminRow>`SELECT ${columns} FROM account WHERE owner_id = ${house.id} AND ${isAdmin} ORDER BY name, account_id`,
  );
}

export function findAdmin(house: Owner, id: string): Promise<AdminRow | undefined> {
  return firstRow(
    house,
    sql<AdminRow>`SELECT ${columns} FROM account
      WHERE owner_id = ${house.id} AND account_id = ${id}::bigint AND ${isAdmin}`,
  );
}

/** The account of an address that is invited and has no password yet, now with this name; undefined when there is none. */
export async function renameInvited(house: OwnerTrx, to: Omit<InvitedRow, 'account_id'>): Promise<number | undefined> {
  const row = await firstRow(
    house,
    sql<{ account_id: number }>`UPDATE account SET name = ${to.name}, language = ${to.language}, revision = revision + 1
      WHERE owner_id = ${house.id} AND email = ${to.email} AND ${isAdmin} AND password_hash IS NULL RETURNING account_id`,
  );
  return row?.account_id;
}

/** 0 when no other admin with a password would be left: they are locked and counted by the statement that takes the right away. */
export function deleteAdmin(house: OwnerTrx, id: number): Promise<number> {
  return changed(
    house,
    sql`WITH able AS (SELECT account_id FROM account
        WHERE owner_id = ${house.id} AND ${isAdmin} AND password_hash IS NOT NULL ORDER BY account_id FOR UPDATE)
      UPDATE account SET status = ${accountCode.deleted}, revision = revision + 1
        WHERE owner_id = ${house.id} AND account_id = ${id} AND ${isAdmin}
          AND (SELECT count(*) FROM able WHERE account_id <> ${id}) > 0`,
  );
}
