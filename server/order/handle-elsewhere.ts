// Orders that came through an agent's own system are handled there (§1): in the portal they are read, not paid, changed or cancelled.
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import type { OrderRow } from './read.sql.ts';

/** For buyers; the owner's staff is not bound by it. */
export function isElsewhere({ byApp }: Context, { source }: Pick<OrderRow, 'source'>): boolean {
  return source !== 0 && !byApp;
}

/** Refuses handledElsewhere. */
export function refuseElsewhere(context: Context, order: Pick<OrderRow, 'source'>): void {
  if (isElsewhere(context, order)) throw new Refusal('handledElsewhere');
}
