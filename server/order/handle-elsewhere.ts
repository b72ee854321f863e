// Orders from an agent's system are handled there (§1): in the portal they can be read, but not paid, changed or cancelled.
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import type { OrderRow } from './read.sql.ts';

/** Applies to buyers; the owner's staff may still act. */
export function isElsewhere({ byApp }: Context, { source }: Pick<OrderRow, 'source'>): boolean {
  return source !== 0 && !byApp;
}

/** Refuses handledElsewhere. */
export function refuseElsewhere(context: Context, order: Pick<OrderRow, 'source'>): void {
  if (isElsewhere(context, order)) throw new Refusal('handledElsewhere');
}
