// The lines of an order of which something is left: none that ended, or that was cancelled whole.
import { isEnded } from '../../../domain/order-status.ts';
import type { LineOfOrder } from '../read.sql.ts';

export const listStanding = (lines: readonly LineOfOrder[]): LineOfOrder[] =>
  lines.filter((line) => line.cancelled_quantity < line.quantity && !isEnded(line.status));
