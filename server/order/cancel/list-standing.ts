// The lines of an order of which something is left: none that ended, or that was cancelled whole.
import { isEnded } from '../../../domain/order-status.ts';
import type { LineOfOrder } from '../read.sql.ts';

export const listStanding = (lines: readonly LineOfOrder[]): LineOfOrder[] =>
  lines.filter((line) => line.cancelled_quantity < line.quantity && !isEnded(line.status));

/** The line that takes place first of those that stand, or of all where none does: an order's row gives its day. */
export function findNext(lines: readonly LineOfOrder[]): LineOfOrder | undefined {
  const standing = listStanding(lines);
  const of = (line: LineOfOrder) => line.play_on + line.session;
  const [next] = (standing.length ? standing : lines).toSorted((a, b) => of(a).localeCompare(of(b)));
  return next;
}
