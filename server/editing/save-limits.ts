// Limits of single SKUs, changed with the calendar in one transaction (rules §6, §10): never below what is held and sold of the SKU, and
// never overwriting a newer change.
import { Refusal } from '../../domain/errors.ts';
import type { OwnerTrx } from '../platform/db.ts';
import { lockCells } from './calendar.sql.ts';
import type { CellChange } from './judge-calendar.ts';
import { changeLimits, findLimits, type LimitCell, type LimitChange } from './sku-limits.sql.ts';

const keyOf = ({ on, session, sku }: LimitCell) => `${on} ${session} ${sku}`;

/** Refuses changedMeanwhile and capacityInUse with `data.cells`, and invalidInput where there is no departure. */
export async function saveLimits(owner: OwnerTrx, packageId: string, changes: CellChange[]): Promise<void> {
  const limitChanges = changes.flatMap(({ on, session, limits }) =>
    limits.map(
      (limit): LimitChange => ({ on, session, sku: limit.skuId, capacity: limit.capacity, was: limit.wasCapacity }),
    ),
  );
  // A limit that was unset and stays unset needs no write.
  const list = limitChanges.filter((change) => change.capacity !== null || change.was !== null);
  if (!list.length) return;
  // Includes departures created since the calendar's rows were locked.
  await lockCells(owner, packageId, [...new Set(list.map((change) => change.on))]);
  const done = new Set((await changeLimits(owner, packageId, list)).map(keyOf));
  const left = list.filter((change) => !done.has(keyOf(change)));
  if (!left.length) return;
  const now = new Map((await findLimits(owner, packageId, left)).map((row) => [keyOf(row), row]));
  const homeless = left.find((change) => !now.has(keyOf(change)) && change.was === null);
  if (homeless) {
    const at = changes.findIndex((change) => change.on === homeless.on && change.session === homeless.session);
    throw new Refusal('invalidInput', { fields: { [`changes.${at}.limits`]: { problem: 'choose' } } });
  }
  const showCell = (change: LimitChange) => {
    const row = now.get(keyOf(change));
    const { on, session, sku: skuId } = change;
    return { on, session, skuId, capacity: row?.capacity ?? null, inUse: row?.in_use ?? 0 };
  };
  const since = left.filter((change) => (now.get(keyOf(change))?.capacity ?? null) !== change.was);
  if (since.length) throw new Refusal('changedMeanwhile', { data: { cells: since.map(showCell) } });
  throw new Refusal('capacityInUse', { data: { cells: left.map(showCell) } });
}
