// Sources from which an account was opened successfully, for 90 days: tries from there do not count against the common limit. Only a
// mark under the server's secret key is stored, so that the table reveals no address.
import type { Context } from '../platform/context.ts';
import { firstRow, type Sql, sql } from '../platform/db.ts';

type Here = Pick<Context, 'vault' | 'source' | 'site'>;
const markOf = ({ vault, source, site }: Here, accountId: number) =>
  vault.mark(source, `known source ${site.ownerId} ${accountId}`);

/** After a right password or code, or a link that was followed out of a mailbox. */
export async function rememberSource(db: Sql, here: Here, accountId: number): Promise<void> {
  await sql`INSERT INTO known_source (owner_id, account_id, mark) VALUES (${here.site.ownerId}, ${accountId}, ${markOf(here, accountId)})
    ON CONFLICT (owner_id, account_id, mark) DO UPDATE SET seen_at = now()`.execute(db);
}

/** The same work for an account that there is not (`accountId` 0). */
export async function isKnownSource(db: Sql, here: Here, accountId: number): Promise<boolean> {
  const row = await firstRow(
    db,
    sql`SELECT 1 FROM known_source WHERE owner_id = ${here.site.ownerId} AND account_id = ${accountId}
      AND mark = ${markOf(here, accountId)} AND seen_at > now() - interval '90 days'`,
  );
  return row !== undefined;
}
