// The only way to change an order's status (rules §7): by an action of the table, guarded on the old status, with an event
// and the new roll-up. Runs inside the caller's transaction, after the order's row was locked.
import { Refusal } from '../../domain/errors.ts';
import {
  type Actor,
  type OrderAction,
  type OrderActionName,
  type OrderStatusCode,
  orderActions,
  rollUpStatus,
} from '../../domain/order-status.ts';
import type { Owner } from '../platform/db.ts';
import { moveStatus, recordMove } from './order.sql.ts';

export type ActedBy = { actor: Actor; name: string; why?: string };

/** Moves every sub-order that the action applies to, or the named one. Refuses actionNotAllowed when none applies or the actor may not. */
export async function changeStatus(
  owner: Owner,
  orderNo: string,
  action: OrderActionName,
  to: OrderStatusCode,
  by: ActedBy,
  subOrderNo: string | null = null,
): Promise<OrderStatusCode> {
  const row: OrderAction = orderActions[action];
  if (!row.by.includes(by.actor) || !row.to.includes(to)) throw new Refusal('actionNotAllowed');
  const lines = await moveStatus(owner, orderNo, row.from, to, subOrderNo);
  const was = lines.find((line) => line.was !== null)?.was;
  if (!was) throw new Refusal('actionNotAllowed');
  const status = rollUpStatus(lines.map((line) => line.status));
  // The history ends at the order's current status: a line's move is recorded with the resulting roll-up.
  const event = { action, actor: by.actor, actorName: by.name, from: was, to: status, why: by.why, subOrderNo };
  await recordMove(owner, orderNo, event);
  return status;
}
