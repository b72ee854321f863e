// What staff read of the changes of an order's details (§4): who changed what, from what to what.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import { listOrderChanges } from './changes.sql.ts';

export async function showChanges(
  { owner }: Context,
  { id }: ParsedInputOf<'consoleOrderChanges'>,
): Promise<OutputOf<'consoleOrderChanges'>> {
  if (!(await findOrder(owner, id, everyOrder()))) throw new NotHere();
  const list = await listOrderChanges(owner, id);
  return {
    list: list.map((row) => ({
      id: String(row.change_id),
      by: row.actor,
      name: row.actor_name,
      at: row.at.toISOString(),
      changes: row.changes,
    })),
  };
}
