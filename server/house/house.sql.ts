// The row of the installation among the owners, and its admins.
import { accountCode } from '../platform/database/status.sql.ts';
import { firstRow, type House, type OwnerTrx, sql } from '../platform/db.ts';

export function findHouse(house: House) {
  return firstRow(
    house,
    sql<{ owner_id: number; address: string | null }>`SELECT owner_id, address FROM owner WHERE is_house`,
  );
}

/** Of the back office of the installation, or else of the oldest open shop; no row if there is neither. */
export function findOpenAddress(house: House) {
  return firstRow(
    house,
    sql<{
      address: string | null;
    }>`SELECT address FROM owner WHERE closed_at IS NULL ORDER BY is_house DESC, owner_id LIMIT 1`,
  );
}

export async function nextOwnerId(house: House): Promise<number> {
  const row = await firstRow(house, sql<{ id: number }>`SELECT next_owner() AS id`);
  if (!row) throw new Error('no number for the house');
  return row.id;
}

/** Nothing is sold here, so its currency and zone only fill the row. */
export async function insertHouse(owner: OwnerTrx, { address, languages }: { address: string; languages: string[] }) {
  await sql`INSERT INTO owner (owner_id, code, name, currency, zone, languages, currencies, address, is_house)
    VALUES (${owner.id}, 'house', 'Kembara', 'USD', 'UTC', ${languages}, ARRAY['USD'], ${address}, true)`.execute(
    owner,
  );
}

export async function findDeskAccount(owner: OwnerTrx, email: string): Promise<number | undefined> {
  const row = await firstRow(
    owner,
    sql<{ account_id: number }>`SELECT account_id FROM account
      WHERE owner_id = ${owner.id} AND kind = 'staff' AND email = ${email} AND status = ${accountCode.normal}`,
  );
  return row?.account_id;
}
