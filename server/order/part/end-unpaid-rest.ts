// The rest of an order was not paid in time, and its owner's rule cancels (decision 0380): its remaining lines end as after an approved
// request, with the fees of its refund rules, or with all that was paid where the owner retains it. Safe to run on several processes.

import { money, spreadMoney } from '../../../domain/money.ts';
import { givenWhenMissed, splitGiven } from '../../../domain/open-payments.ts';
import { isEnded, OrderStatus } from '../../../domain/order-status.ts';
import { giveBackCoupon } from '../../marketing/marketing.sql.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import type { Ended } from '../../platform/jobs.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import { endLine } from '../cancel/end-line.ts';
import { addUp } from '../cancel/end-order.ts';
import { quoteLine } from '../cancel/quote-line.ts';
import { insertRequest } from '../cancel.sql.ts';
import type { ClockRound } from '../clock/complete-orders.ts';
import { type LineOfOrder, listLines, listStatuses, lockOrder, type OrderRow } from '../read.sql.ts';
import { endSupplements } from '../supplement/add-supplement.ts';
import { isLapsed, listLapsed } from './rest.sql.ts';

const batch = 100;

/** Returns the number of cancelled orders. */
export async function endUnpaidRests({ house, forOwner, jobs, now }: ClockRound): Promise<number> {
  return workThrough(await listLapsed(house, now, batch), ({ owner_id: ownerId, order_no: orderNo }) =>
    inTransaction(forOwner(ownerId), async (owner) => {
      const order = await lockOrder(owner, orderNo);
      // It may have been paid, moved or cancelled while this round waited for the row.
      if (!order || !(await isLapsed(owner, orderNo, now))) return 0;
      await endOrder(owner, { jobs, now }, order);
      return 1;
    }),
  );
}

async function endOrder(owner: OwnerTrx, settling: Pick<ClockRound, 'jobs' | 'now'>, order: OrderRow): Promise<void> {
  const { order_no: orderNo, currency, part, rest } = order;
  const all = await listLines(owner, [orderNo]);
  const lines = all.filter(({ status }) => status === OrderStatus.pending || status === OrderStatus.confirmed);
  const quotes = lines.map((line) => quoteLine(line, line.quantity - line.cancelled_quantity, settling.now));
  const sum = (pick: (quote: (typeof quotes)[number]) => number) =>
    quotes.reduce((minor, quote) => minor + pick(quote), 0);
  const shares = quotes.map((quote) => quote.shareMinor);
  const shareMinor = sum((quote) => quote.shareMinor);
  const openMinor = rest?.minor ?? 0;
  const givenMinor = givenWhenMissed(
    shareMinor,
    sum((quote) => quote.feeMinor),
    openMinor,
    part?.keeps ?? false,
  );
  const { refundMinor } = splitGiven(givenMinor, openMinor);
  const retainedMinor = Math.max(0, shareMinor - openMinor - refundMinor);
  const returned = spreadMoney(money(givenMinor, currency), shares);
  const refunds = spreadMoney(money(refundMinor, currency), shares);
  const retained = spreadMoney(money(retainedMinor, currency), shares);
  const parts: Ended[] = [];
  for (const [at, line] of lines.entries()) {
    const amounts = {
      returned: returned[at]?.amountMinor ?? 0,
      refund: refunds[at]?.amountMinor ?? 0,
      keptMinor: retained[at]?.amountMinor ?? 0,
    };
    parts.push(await endOne(owner, settling, line, shares[at] ?? 0, amounts));
  }
  const back = await endIfNothingStands(owner, settling.jobs, order);
  const confirmed = lines.filter(({ status }) => status === OrderStatus.confirmed);
  const ended = confirmed.map((line) => line.sub_order_no);
  const over = addUp(parts, back);
  await settling.jobs.send(owner, 'order.changed', { orderNo, occasion: 'restMissed', ended, over });
}

/**
 * Beside what ended a line may stand that was used, or one that waits for a decision: what is open of the rest, the promo code and the
 * additional payments of the whole order are that line's then.
 */
async function endIfNothingStands(owner: OwnerTrx, jobs: ClockRound['jobs'], { order_no: orderNo, part }: OrderRow) {
  if (!(await listStatuses(owner, orderNo)).every(isEnded)) return [];
  await giveBackCoupon(owner, orderNo);
  return endSupplements(owner, jobs, orderNo, { give: part?.keeps ? 'nothing' : 'share', reason: 'lapse' });
}

type Amounts = { returned: number; refund: number; keptMinor: number };

/** The retained amount stays on record, as for any cancellation. */
async function endOne(
  owner: OwnerTrx,
  settling: Pick<ClockRound, 'jobs' | 'now'>,
  line: LineOfOrder,
  shareMinor: number,
  { returned, refund, keptMinor: retained }: Amounts,
): Promise<Ended> {
  const quantity = line.quantity - line.cancelled_quantity;
  const request = {
    orderNo: line.order_no,
    subOrderNo: line.sub_order_no,
    quantity,
    applier: 2,
    askedBy: '',
    remark: '',
    wasConfirmed: line.status !== OrderStatus.pending,
  } as const;
  await insertRequest(owner, { ...request, refundMinor: refund, feeMinor: retained, result: 1, rejectReason: null });
  return endLine(owner, settling, line, { quantity, shareMinor, refundMinor: returned }, 'lapse', {
    actor: 'clock',
    name: '',
  });
}
