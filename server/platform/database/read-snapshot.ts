// Reads of one moment: what another transaction commits meanwhile is in none of them, or was in all.
import type { Owner } from '../db.ts';

/** Runs `work`, which only reads: all its statements see the database as its first one did. An open transaction is joined as it is. */
export function inSnapshot<Result>(owner: Owner, work: (owner: Owner) => Promise<Result>): Promise<Result> {
  if (owner.joins) return work(owner);
  return owner.pool
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => work({ ...owner, statements: trx, joins: true, getExecutor: () => trx.getExecutor() }));
}
