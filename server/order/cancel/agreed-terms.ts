// The terms that a line was sold under, and what its buyer may do by them.
import { type RefundRule, rulesInForce, termsAt, type UseTime } from '../../../domain/cancellation.ts';
import { openDay } from '../../../domain/dates.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import type { LineOfOrder } from '../read.sql.ts';

/** The rules that a line was sold under, and when it is used. */
export function agreedTerms({ terms, ...line }: LineOfOrder): { rules: RefundRule[]; use: UseTime } {
  const { refundRules = null, freeCancelDays, zone } = terms;
  const use = { lastDay: line.valid_until ?? line.play_on, startsAt: line.session || (terms.checkIn ?? ''), zone };
  return { rules: rulesInForce({ refundRules, freeCancelDays }), use };
}

/** Whether its buyer may move it (decision 0709), as far as the line says: no one confirmed it, and cancelling it would keep nothing. */
export function isMovedFreely(line: LineOfOrder, now: Date): boolean {
  const isUnused = line.redeemed_at === null && line.sent_at === null;
  const isPlain = line.status === OrderStatus.confirmed && line.play_on !== openDay && line.terms.instant;
  const { rules, use } = agreedTerms(line);
  return isUnused && isPlain && !line.oversold && termsAt(rules, use, now.getTime()).feePercent === 0;
}
