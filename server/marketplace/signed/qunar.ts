// Qunar's orders of tickets, as public implementations agree on them (decision 0462): hold before payment, pay, ask, and the notice that
// Qunar paid back. A resourceId is a SKU, with the session behind it. Never tried against the real one.
import { z } from '../../../contract/call.ts';
import { isDay } from '../../../domain/dates.ts';
import { limits } from '../../../domain/limits.ts';
import { money } from '../../../domain/money.ts';
import type { OctoAsking } from '../../octo/route.ts';
import {
  cancelPlaces,
  claimReference,
  confirmPlaces,
  type FoundBooking,
  findBookedReference,
  findChannelBooking,
  holdForChannel,
  judgeEnd,
  showChannelBooking,
} from '../channel-order.ts';
import { chooseSkus, isSameWish } from './choose-skus.ts';
import { readGuest } from './read-guest.ts';

/** 13001 an order that is not there · 1 everything else that we do not allow. */
export class QunarProblem extends Error {
  readonly code: string;

  constructor(code: '13001' | '1', message: string) {
    super(message);
    this.code = code;
  }
}

const holdMinutes = 30;
const text = z.string().max(200).nullish();
const whole = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const quantity = whole.refine((count) => count >= 1 && count <= 99);
const ours = z.string().max(40);

export const qunarInputs = {
  create: z.object({
    orderInfo: z.object({
      orderId: z.string().min(1).max(limits.agentReferenceLength),
      product: z.object({ resourceId: z.string().min(1).max(40), visitDate: z.string().refine((day) => isDay(day)) }),
      contactPerson: z.object({ name: text, mobile: text, email: text }),
      orderQuantity: quantity,
      /** In fen, of all of it. */
      orderPrice: whole.nullish().catch(null),
    }),
  }),
  pay: z.object({ orderInfo: z.object({ partnerOrderId: ours }) }),
  ask: z.object({ partnerOrderId: ours }),
  refunded: z.object({ orderInfo: z.object({ partnerorderId: ours, refundQuantity: quantity }) }),
};
type Input<Name extends keyof typeof qunarInputs> = z.output<(typeof qunarInputs)[Name]>;

const statuses: Record<FoundBooking['status'], string> = {
  ...{ ON_HOLD: 'PREPAY_ORDER_NOT_PAYED', PENDING: 'PREPAY_ORDER_PRINTING', CONFIRMED: 'PREPAY_ORDER_PRINT_SUCCESS' },
  ...{ REDEEMED: 'PREPAY_ORDER_PRINT_SUCCESS', CANCELLED: 'PREPAY_ORDER_CANCEL', EXPIRED: 'PREPAY_ORDER_CANCEL' },
  REJECTED: 'PREPAY_ORDER_CANCEL',
};
const isLive = ({ status }: FoundBooking) => statuses[status] !== 'PREPAY_ORDER_CANCEL';

const answerFor = (orderNo: string, status: FoundBooking['status']) => ({
  partnerorderId: orderNo,
  orderStatus: statuses[status],
});

const anotherOrder = () => new QunarProblem('1', 'This orderId belongs to another order');

/** The same orderId gets the same order as long as it was not given up. */
export async function createForQunar(asking: OctoAsking, { orderInfo }: Input<'create'>) {
  const { orderId: reference, product, contactPerson, orderQuantity, orderPrice } = orderInfo;
  const before = await findBookedReference(asking, reference);
  const wish = { ref: product.resourceId, on: product.visitDate, quantity: orderQuantity };
  if (before && isLive(before)) {
    if (!isSameWish(before.row, [wish])) throw anotherOrder();
    return answerFor(before.row.order_no, before.status);
  }
  const { offer, place, units } = await chooseSkus(asking, [wish]);
  const { guest, notes } = readGuest({ lead: contactPerson, locale: 'zh-CN' });
  const held = await holdForChannel(asking, { offer, place, units, reference, minutes: holdMinutes, guest, notes });
  const orderNo = held?.supplierReference;
  const platformPrice = orderPrice == null ? null : money(orderPrice, 'CNY');
  if (!orderNo || !(await claimReference(asking, { reference, orderNo, platformPrice }))) throw anotherOrder();
  return answerFor(orderNo, 'ON_HOLD');
}

async function open(asking: OctoAsking, orderNo: string): Promise<FoundBooking> {
  const found = await findChannelBooking(asking, orderNo);
  if (!found) throw new QunarProblem('13001', 'The order does not exist');
  return found;
}

export async function payForQunar(asking: OctoAsking, { orderInfo: { partnerOrderId } }: Input<'pay'>) {
  const found = await open(asking, partnerOrderId);
  if (found.status === 'ON_HOLD') await confirmPlaces(asking, found.row.uuid);
  else if (!isLive(found)) throw new QunarProblem('1', 'The places are not held any more');
  // Our vouchers go to the traveller by ourselves.
  return { ...answerFor(partnerOrderId, 'CONFIRMED'), eticketNo: '' };
}

export async function askForQunar(asking: OctoAsking, { partnerOrderId }: Input<'ask'>) {
  const { row, status } = await open(asking, partnerOrderId);
  const { unitItems } = await showChannelBooking(asking, row.uuid);
  const useQuantity = unitItems.filter(({ utcRedeemedAt }) => utcRedeemedAt !== null).length;
  return { ...answerFor(partnerOrderId, status), orderQuantity: unitItems.length, useQuantity };
}

/** All of it; for a part of it a person asks us. */
export async function endForQunar(asking: OctoAsking, { orderInfo }: Input<'refunded'>) {
  const { partnerorderId: orderNo, refundQuantity } = orderInfo;
  const found = await open(asking, orderNo);
  const end = judgeEnd(asking, found);
  if (end === 'redeemed' || end === 'past') throw new QunarProblem('1', 'The order was used');
  if (end === 'open') {
    if (refundQuantity !== found.row.units.length)
      throw new QunarProblem('1', 'Only all of an order can be cancelled here');
    const { cancellable } = await showChannelBooking(asking, found.row.uuid);
    if (!cancellable) throw new QunarProblem('1', 'The policy does not allow it any more');
    await cancelPlaces(asking, found.row.uuid);
  }
  return answerFor(orderNo, 'CANCELLED');
}
