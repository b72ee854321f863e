// What a voucher's line allows at the gate: valid, used, over or cancelled; due today; redeemable now.
import type { VoucherState } from '../../../contract/export.ts';
import { openDay, todayIn } from '../../../domain/dates.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import type { LineOfOrder } from '../read.sql.ts';
import { mayBeUsed } from '../show-order.ts';

type Judged = Pick<
  LineOfOrder,
  | 'status'
  | 'quantity'
  | 'cancelled_quantity'
  | 'asked_quantity'
  | 'redeemed_at'
  | 'terms'
  | 'play_on'
  | 'until_on'
  | 'valid_until'
>;

export function stateOf(line: Judged, now: Date): VoucherState {
  if (!mayBeUsed(line)) return line.status === OrderStatus.cancelling ? 'cancelling' : 'cancelled';
  if (line.redeemed_at) return 'used';
  const last = line.valid_until ?? line.until_on ?? line.play_on;
  const over = line.status === OrderStatus.completed || todayIn(line.terms.zone, now.getTime()) > last;
  return over ? 'over' : 'valid';
}

/** The voucher's own day, one of a stay, or any within the validity of an open ticket. */
export function isDueToday(line: Judged, now: Date): boolean {
  const today = todayIn(line.terms.zone, now.getTime());
  const first = line.play_on === openDay ? today : line.play_on;
  return today >= first && today <= (line.valid_until ?? line.until_on ?? line.play_on);
}

/** Whether it is let in today by our own code: neither used nor over, nor held back for money, nor let in by a code of its supplier. */
export function isRedeemableNow(
  line: Judged & Pick<LineOfOrder, 'held_back' | 'supplier_codes' | 'voucher_code'>,
  now: Date,
): boolean {
  const isOurs = line.voucher_code !== null && !line.held_back && line.supplier_codes === null;
  return isOurs && stateOf(line, now) === 'valid' && isDueToday(line, now);
}
