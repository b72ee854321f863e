// Several sign-ups of one address may wait (decision 0007). Which of them its reader typed is known by its password (decision 0779).
import { firstRow, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import type { SignUpRow } from '../sign-up.sql.ts';

export type WaitingSignUp = Pick<SignUpRow, 'sign_up_id' | 'email' | 'password_hash'>;

/** The sign-up of a link that would still be spent. */
const ofLink = (owner: Owner, hash: Buffer) => sql`SELECT l.email FROM sign_up l
  WHERE l.owner_id = ${owner.id} AND l.token_hash = ${hash} AND l.used_at IS NULL AND l.token_expires_at > now()`;

/** The newest of the address that a valid link was mailed to; none for another link. Decides nothing: the caller who goes on spends it. */
export function listWaiting(owner: Owner, hash: Buffer, most: number): Promise<WaitingSignUp[]> {
  return rows(
    owner,
    sql<WaitingSignUp>`SELECT s.sign_up_id, s.email, s.password_hash FROM sign_up s
      WHERE s.owner_id = ${owner.id} AND s.email = (${ofLink(owner, hash)}) AND s.used_at IS NULL
      ORDER BY s.sign_up_id DESC LIMIT ${most}`,
  );
}

/** Whether another sign-up of the address waits beside this one. */
export async function hasOthersWaiting(
  owner: Owner,
  { email, sign_up_id: id }: Pick<SignUpRow, 'email' | 'sign_up_id'>,
): Promise<boolean> {
  const other = sql`SELECT 1 FROM sign_up WHERE owner_id = ${owner.id} AND email = ${email} AND used_at IS NULL
    AND sign_up_id <> ${id}::bigint LIMIT 1`;
  return (await firstRow(owner, other)) !== undefined;
}

/**
 * Spends the link with every sign-up of its address and returns the chosen one; undefined when the link or the sign-up was used meanwhile.
 * They are locked in one order, so that two links of one address wait for each other.
 */
export async function spendWaiting(
  owner: OwnerTrx,
  hash: Buffer,
  { sign_up_id: id, email }: WaitingSignUp,
): Promise<SignUpRow | undefined> {
  await sql`SELECT 1 FROM sign_up WHERE owner_id = ${owner.id} AND email = ${email} AND used_at IS NULL
    ORDER BY sign_up_id FOR UPDATE`.execute(owner);
  const spent = await rows(
    owner,
    sql<SignUpRow>`UPDATE sign_up SET used_at = now()
      WHERE owner_id = ${owner.id} AND email = (${ofLink(owner, hash)}) AND used_at IS NULL
      RETURNING sign_up_id, email, registrant, data, password_hash, language, agreement_version`,
  );
  return spent.find((row) => row.sign_up_id === id);
}
