// What a mail about an order is about beside the order, read when it is written: an occasion that is over by then gives no mail.
import type { BuyerOccasion } from '../../../domain/mail-occasions.ts';
import { money } from '../../../domain/money.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { listStanding } from '../../order/cancel/list-standing.ts';
import { bySupplier, findRequest, listRequests } from '../../order/cancel.sql.ts';
import { listDrivers, markDrivers } from '../../order/driver.sql.ts';
import { listCharges, listRefundCharges } from '../../order/list.sql.ts';
import { sumFees } from '../../order/part/paid-by.sql.ts';
import { type LineOfOrder, listEvents, type OrderRow } from '../../order/read.sql.ts';
import { hasVoucher } from '../../order/show-order.ts';
import { findSupplement } from '../../order/supplement/supplement.sql.ts';
import { findWhere } from '../../payment/transfer/say-where.ts';
import { findTransfer } from '../../payment/transfer/transfer.sql.ts';
import type { Owner } from '../../platform/db.ts';
import { findReviewAnswer } from '../../review/ask.sql.ts';
import type { About } from '../compose-order-mail.ts';
import { readDayToCome } from './describe-day.ts';
import { isOver } from './describe-lines.ts';

/** `mark`: what follows the occasion's name. `refundNos`: what a mail about refunds lists. */
type Subject = { owner: Owner; order: OrderRow; lines: LineOfOrder[]; mark: string; refundNos?: string[] };
type Find = (subject: Subject) => About | undefined | Promise<About | undefined>;

/** An order that was paid at once needs no payment request. */
const ofStatus =
  (status: number): Find =>
  ({ order }) =>
    order.status === status ? {} : undefined;

const ofSupplement =
  (state: 'open' | 'paid'): Find =>
  async ({ owner, order, mark }) => {
    const row = await findSupplement(owner, mark.split('@')[0] ?? '');
    if (row?.state !== state) return undefined;
    return { amount: money(row.amount_minor, order.currency), reason: row.reason, kind: row.kind };
  };

const withCharges: Find = async ({ owner, order }) => ({
  charges: (await listCharges(owner, [order.order_no])).get(order.order_no),
  fees: money(await sumFees(owner, order.order_no), order.currency),
});

const whyRejected: Find = async ({ owner, order }) => {
  const events = await listEvents(owner, order);
  return { reason: events.findLast((event) => event.action === 'reject')?.why };
};

/** Of a confirmation that was mailed before without vouchers. */
const freedMark = 'freed';

const finds: Partial<Record<BuyerOccasion | 'pickupWaits', Find>> = {
  placed: ofStatus(OrderStatus.unpaid),
  payReminder: ofStatus(OrderStatus.unpaid),
  expired: ofStatus(OrderStatus.closedForTimeout),
  pickupWaits: ({ order }) => (order.second_check === 'waiting' ? {} : undefined),
  async transferChosen({ owner, mark }) {
    const where = await findWhere(owner, mark);
    return where && { amount: where.amount, where };
  },
  async transferRefused({ owner, mark }) {
    const transfer = await findTransfer(owner, mark.split('@')[0] ?? '');
    return transfer?.state === 'refused' ? { reason: transfer.reason } : undefined;
  },
  async refunded({ owner, refundNos = [] }) {
    const refunds = await listRefundCharges(owner, refundNos);
    const [first] = refunds;
    if (!first) return undefined;
    const { channel, ending, card, reason: why } = first;
    const sum = (pick: (row: (typeof refunds)[number]) => number) => refunds.reduce((sum, row) => sum + pick(row), 0);
    const total = {
      ...first,
      amount_minor: sum((row) => row.amount_minor),
      order_minor: sum((row) => row.order_minor),
    };
    return {
      amount: money(total.amount_minor, first.currency),
      ...{ charges: first.currency === first.of_currency ? [] : [total], way: { channel, ending }, card, why },
      refunds: refunds.length > 1 ? refunds : [],
    };
  },
  ...{ supplement: ofSupplement('open'), supplementPaid: ofSupplement('paid'), restReminder: ofSupplement('open') },
  ...{ paid: withCharges, restPaid: withCharges },
  // The rest fell to nothing, and no line has a voucher by then: its confirmation brings it.
  confirmed: (subject) =>
    subject.mark === freedMark && !subject.lines.some(hasVoucher) ? undefined : withCharges(subject),
  async driver({ owner, lines, mark }) {
    const drivers = await listDriversOf(owner, lines);
    return drivers.length && markDrivers(drivers) === mark.split('.')[1] ? { drivers } : undefined;
  },
  async dayBefore({ owner, order, lines }) {
    const standing = listStanding(lines);
    // Cancelled since: no one travels.
    if (!standing.length) return undefined;
    return { drivers: await listDriversOf(owner, lines), day: await readDayToCome(owner, order, standing) };
  },
  reviewAnswered: ({ owner, mark }) => findReviewAnswer(owner, mark.split('@')[1] ?? ''),
  cancelAsked: async ({ owner, order }) => ({
    byProvider: (await listRequests(owner, order.order_no)).at(-1)?.applier === bySupplier,
  }),
  async cancelRejected({ owner, mark }) {
    const request = await findRequest(owner, mark || '0');
    // What the owner answers to its supplier is not for the buyer.
    return request?.applier === bySupplier ? { byProvider: true } : { reason: request?.reject_text };
  },
  // Before the order is confirmed there is no voucher; its own mail brings them then.
  eSim: ({ lines }) => (lines.some(hasVoucher) ? {} : undefined),
  rejected: whyRejected,
  cancelled: (subject) => (subject.mark.endsWith('.rejected') ? whyRejected(subject) : {}),
};

const listDriversOf = (owner: Owner, lines: LineOfOrder[]) =>
  listDrivers(
    owner,
    listStanding(lines).map((line) => line.sub_order_no),
  );

/** Undefined when the occasion is over before the mail is written. */
export async function findAbout(occasion: BuyerOccasion | 'pickupWaits', subject: Subject): Promise<About | undefined> {
  if (occasion !== 'pickupWaits' && isOver(occasion, subject.lines)) return undefined;
  const find = finds[occasion];
  return find ? find(subject) : {};
}
