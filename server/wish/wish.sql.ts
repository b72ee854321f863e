// The products on an account's wish list.
import { type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

/** Locks the account's list until the end of the transaction. */
export async function lockWishes(owner: OwnerTrx, accountId: number): Promise<void> {
  await sql`SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId} FOR NO KEY UPDATE`.execute(
    owner,
  );
}

/** Those that are products of the shop; the first is the newest. */
export async function insertWishes(owner: OwnerTrx, accountId: number, ids: string[], now: Date): Promise<void> {
  await sql`INSERT INTO wish (owner_id, account_id, product_id, created_at)
    SELECT p.owner_id, ${accountId}::bigint, p.product_id, ${now}::timestamptz - w.place * interval '1 millisecond'
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY w(product_id, place)
    JOIN product p ON p.owner_id = ${owner.id} AND p.product_id = w.product_id AND p.state <> 'draft'
    ON CONFLICT (owner_id, account_id, product_id) DO NOTHING`.execute(owner);
}

export async function deleteWishes(owner: OwnerTrx, accountId: number, ids: string[]): Promise<void> {
  await sql`DELETE FROM wish WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND product_id = ANY(${ids}::bigint[])`.execute(
    owner,
  );
}

/** Only the newest stay. */
export async function trimWishes(owner: OwnerTrx, accountId: number, most: number): Promise<void> {
  await sql`DELETE FROM wish w USING (SELECT product_id FROM wish WHERE owner_id = ${owner.id} AND account_id = ${accountId}
      ORDER BY created_at DESC, product_id OFFSET ${most}) old
    WHERE w.owner_id = ${owner.id} AND w.account_id = ${accountId} AND w.product_id = old.product_id`.execute(owner);
}

export async function listWishes(owner: Owner, accountId: number): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{
      id: string;
    }>`SELECT product_id::text AS id FROM wish WHERE owner_id = ${owner.id} AND account_id = ${accountId}
      ORDER BY created_at DESC, product_id`,
  );
  return found.map(({ id }) => id);
}
