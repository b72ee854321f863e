// An owner's settings of wallets: the keys are sealed, the facts may be shown.
import { firstRow, type Owner, rows, sql } from '../../platform/db.ts';

export type AppleFacts = { passType: string; team: string; endsOn: string };
export type GoogleFacts = { issuerId: string; account: string };
export type WalletRow =
  | { kind: 'apple'; facts: AppleFacts; sealed: string }
  | { kind: 'google'; facts: GoogleFacts; sealed: string };
export type WalletKind = WalletRow['kind'];

export function listWallets(owner: Owner): Promise<WalletRow[]> {
  return rows(
    owner,
    sql<WalletRow>`SELECT kind, facts, sealed FROM wallet_setting WHERE owner_id = ${owner.id} ORDER BY kind`,
  );
}

export async function writeWallet(owner: Owner, { kind, facts, sealed }: WalletRow): Promise<void> {
  await sql`INSERT INTO wallet_setting (owner_id, kind, facts, sealed)
    VALUES (${owner.id}, ${kind}, ${JSON.stringify(facts)}::jsonb, ${sealed})
    ON CONFLICT (owner_id, kind) DO UPDATE SET facts = excluded.facts, sealed = excluded.sealed, saved_at = now()`.execute(
    owner,
  );
}

export async function deleteWallet(owner: Owner, kind: WalletKind): Promise<void> {
  await sql`DELETE FROM wallet_setting WHERE owner_id = ${owner.id} AND kind = ${kind}`.execute(owner);
}

export function findWallet(owner: Owner, kind: WalletKind): Promise<WalletRow | undefined> {
  return firstRow(
    owner,
    sql<WalletRow>`SELECT kind, facts, sealed FROM wallet_setting WHERE owner_id = ${owner.id} AND kind = ${kind}`,
  );
}
