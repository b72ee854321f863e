// Money has come for an additional payment (§3): the first payment settles it, a second or late one is refunded.
import type { OwnerTrx } from '../../platform/db.ts';
import { findSupplement, settleSupplementRow } from './supplement.sql.ts';

/** Runs in the payment's transaction, after the order's row was locked. The order's own state is not touched. */
export async function settleSupplement(
  owner: OwnerTrx,
  supplementNo: string,
): Promise<'applied' | 'overpaid' | 'late'> {
  if ((await settleSupplementRow(owner, supplementNo)) === 1) return 'applied';
  const row = await findSupplement(owner, supplementNo);
  if (!row) throw new Error(`no supplement ${supplementNo}`);
  return row.state === 'paid' ? 'overpaid' : 'late';
}
