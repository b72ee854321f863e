// Sources from which an account was opened successfully, for 90 days: tries from there do not count against the common limit. Only a
// mark under the server's secret key is stored, so that the table reveals no address.
import type { Context } from '../platform/context.ts';
import { firstRow, type Owner, sql } from '../platform/db.ts';

type Caller = Pick<Context, 'vault' | 'source'>;
const markOf = (owner: Owner, { vault, source }: Caller, accountId: number) =>
  vault.mark(source, `known source ${owner.id} ${accountId}`);

/** After a right password or code, or a link that was followed out of a mailbox. */
export async function rememberSource(owner: Owner, caller: Caller, accountId: number): Promise<void> {
  await sql`INSERT INTO known_source (owner_id, account_id, mark) VALUES (${owner.id}, ${accountId}, ${markOf(owner, caller, accountId)})
    ON CONFLICT (owner_id, account_id, mark) DO UPDATE SET seen_at = now()`.execute(owner);
}

/** Also asked with `accountId` 0, for an account that does not exist: the answer takes as long. */
export async function isKnownSource(owner: Owner, caller: Caller, accountId: number): Promise<boolean> {
  const row = await firstRow(
    owner,
    sql`SELECT 1 FROM known_source WHERE owner_id = ${owner.id} AND account_id = ${accountId}
      AND mark = ${markOf(owner, caller, accountId)} AND seen_at > now() - interval '90 days'`,
  );
  return row !== undefined;
}
