// Messages of the last minute to a platform that takes only so many (decision 0690): counted over all processes, under the lock of its
// account.
import { changed, inTransaction, type Owner, sql } from '../../platform/db.ts';
import type { PlaceLimits } from './place-port.ts';

type Turn = { source: number; ref: string };

/** False where the platform must not get another message now. */
export function takeTurn(owner: Owner, { source, ref }: Turn, { ofProduct, inAll }: PlaceLimits): Promise<boolean> {
  return inTransaction(owner, async (trx) => {
    await sql`SELECT 1 FROM channel_account WHERE owner_id = ${owner.id} AND source = ${source} FOR UPDATE`.execute(
      trx,
    );
    await sql`DELETE FROM channel_turn WHERE owner_id = ${owner.id} AND source = ${source}
      AND at <= clock_timestamp() - interval '1 minute'`.execute(trx);
    const taken = await changed(
      trx,
      sql`INSERT INTO channel_turn (owner_id, source, ref)
        SELECT ${owner.id}, ${source}, ${ref} FROM (SELECT count(*) AS all_of, count(*) FILTER (WHERE ref = ${ref}) AS own
          FROM channel_turn WHERE owner_id = ${owner.id} AND source = ${source}) n
        WHERE n.all_of < ${inAll} AND n.own < ${ofProduct}`,
    );
    return taken === 1;
  });
}
