// What an account's person saw, ticked or hid once (§7 useronboarding): words, each once.
import { firstRow, type Owner, sql } from '../../platform/db.ts';

export async function listMarks(owner: Owner, accountId: number): Promise<string[]> {
  const found = sql<{ onboarding: string[] }>`SELECT onboarding FROM account
    WHERE owner_id = ${owner.id} AND account_id = ${accountId}`;
  return (await firstRow(owner, found))?.onboarding ?? [];
}

export async function addMark(owner: Owner, accountId: number, mark: string): Promise<void> {
  await sql`UPDATE account SET onboarding = array_append(onboarding, ${mark})
    WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND NOT onboarding @> ARRAY[${mark}::text]
      AND cardinality(onboarding) < 50`.execute(owner);
}

export async function removeMark(owner: Owner, accountId: number, mark: string): Promise<void> {
  await sql`UPDATE account SET onboarding = array_remove(onboarding, ${mark})
    WHERE owner_id = ${owner.id} AND account_id = ${accountId}`.execute(owner);
}
