// The booking form that an account is filling in (decision 0465): the newest one, for a day.
import type { OutputOf } from '../../../contract/index.ts';
import { firstRow, type House, type Owner, sql } from '../../platform/db.ts';

export type DraftTyped = NonNullable<OutputOf<'bookingDraft'>['typed']>;

/** Another product's form takes the place of the one before. Nothing is written for what is no product. */
export async function insertDraft(
  owner: Owner,
  draft: { accountId: number; id: string; typed: DraftTyped; now: Date },
): Promise<void> {
  await sql`INSERT INTO booking_draft (owner_id, account_id, product_id, typed, saved_at)
    SELECT owner_id, ${draft.accountId}, product_id, ${JSON.stringify(draft.typed)}::jsonb, ${draft.now}::timestamptz FROM product
      WHERE owner_id = ${owner.id} AND product_id = ${draft.id}
    ON CONFLICT (owner_id, account_id) DO UPDATE SET product_id = EXCLUDED.product_id, typed = EXCLUDED.typed,
      saved_at = EXCLUDED.saved_at`.execute(owner);
}

export async function deleteDraft(owner: Owner, accountId: number, id: string): Promise<void> {
  await sql`DELETE FROM booking_draft WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND product_id = ${id}`.execute(
    owner,
  );
}

export function findDraft(
  owner: Owner,
  { accountId, id, now }: { accountId: number; id: string; now: Date },
): Promise<{ typed: DraftTyped } | undefined> {
  return firstRow(
    owner,
    sql<{
      typed: DraftTyped;
    }>`SELECT typed FROM booking_draft WHERE owner_id = ${owner.id} AND account_id = ${accountId}
      AND product_id = ${id} AND saved_at > ${now}::timestamptz - interval '1 day'`,
  );
}

/** Of all owners. */
export async function forgetDrafts(house: House, now: Date): Promise<void> {
  await sql`DELETE FROM booking_draft WHERE saved_at < ${now}::timestamptz - interval '1 day'`.execute(house);
}
