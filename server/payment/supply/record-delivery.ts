// The delivery of a supplier of data plans (decision 0375): eSIMs with their activation, or a parcel's number. Each is stored once; the
// buyer gets a mail with the voucher when a new one arrived.
import {
  assignESim,
  type ESimRow,
  findSupplied,
  insertESim,
  listPlans,
  markLineSent,
} from '../../order/delivery/esim.sql.ts';
import { insertEvent } from '../../order/order.sql.ts';
import { lockOrder } from '../../order/read.sql.ts';
import { withoutCounting } from '../../platform/database/limit-waiting.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Asking } from '../ask-channel.ts';
import type { ChannelConfig, Delivered, ESim } from '../channels/channel.ts';
import { channelOf, type OutsideChannel } from '../channels/index.ts';
import { findPayment, lockNotice, setNotice } from '../payment.sql.ts';

type Notified = { channel: OutsideChannel; eventId: string; paymentNo: string; delivered: Delivered };

/** Runs once for each notice; 'unknown' for a payment that is not here, 'again' for a parcel of an order that is not confirmed yet. */
export async function recordDelivery(
  { owner, jobs, clock }: Pick<Asking, 'owner' | 'jobs' | 'clock'>,
  { channel, eventId, paymentNo, delivered }: Notified,
): Promise<'unknown' | 'again' | 'done'> {
  return inTransaction(owner, async (owner) => {
    const row = await lockNotice(owner, channel, eventId);
    if (row?.state !== 'pending') return 'done';
    const payment = await findPayment(owner, paymentNo);
    if (payment?.channel !== channel || !payment.order_no) return 'unknown';
    const { order_no: orderNo } = payment;
    await lockOrder(owner, orderNo);
    const added = await storeESims(owner, { orderNo, paymentNo }, delivered.eSims.map(rowOf));
    if (added) await notifyOfESims(owner, jobs, orderNo, { actor: 'channel', actorName: channel });
    const { parcel } = delivered;
    if (parcel && !(await sendAll(owner, jobs, orderNo, { ...parcel, at: clock(), channel }))) return 'again';
    await setNotice(owner, channel, eventId, 'applied', '');
    return 'done';
  });
}

const rowOf = ({ iccid, activation, apn, pin, puk, phone, ...more }: ESim): ESimRow => ({
  ...{ iccid, activation, apn, pin, puk, phone, by_name: null },
  ...{ sub_order_no: more.subOrderNo, confirmation_code: more.confirmationCode, valid_until: more.validUntil },
});

/** Returns how many are new. One without a named line belongs to the only line if there is just one. */
export async function storeESims(
  owner: OwnerTrx,
  of: { orderNo: string; paymentNo: string },
  list: readonly ESimRow[],
): Promise<number> {
  const lines = await listPlans(owner, of.orderNo);
  const only = lines.length === 1 ? (lines[0]?.sub_order_no ?? null) : null;
  let count = 0;
  for (const row of list) {
    const named = lines.find((line) => line.sub_order_no === row.sub_order_no);
    count += await insertESim(owner, of, { ...row, sub_order_no: named?.sub_order_no ?? only });
  }
  return count;
}

export async function notifyOfESims(
  owner: OwnerTrx,
  jobs: Jobs,
  orderNo: string,
  by: { actor: string; actorName: string },
): Promise<void> {
  await insertEvent(owner, orderNo, { action: 'eSim', ...by });
  const { list } = await findSupplied(owner, orderNo);
  await jobs.send(owner, 'order.changed', { orderNo, occasion: `eSim:${list.length}` });
}

type Parcel = { carrier: string; trackingNumber: string; at: Date; channel: string };

/** Whether anything of it is on its way now. */
async function sendAll(owner: OwnerTrx, jobs: Jobs, orderNo: string, { channel, ...sent }: Parcel): Promise<boolean> {
  let any = false;
  for (const { sub_order_no: subOrderNo } of await listPlans(owner, orderNo)) {
    if ((await markLineSent(owner, subOrderNo, sent)) !== 1) continue;
    any = true;
    await insertEvent(owner, orderNo, { action: 'send', actor: 'channel', actorName: channel, subOrderNo });
    await jobs.send(owner, 'order.changed', { orderNo, occasion: `sent:${subOrderNo}@${sent.at.getTime()}` });
  }
  return any;
}

/** A notice need not say which of several lines an eSIM is for: the supplier is queried. Without an answer it stays with the order. */
export async function assignLines(
  { owner, clock, log }: Pick<Asking, 'owner' | 'clock' | 'log'>,
  channel: OutsideChannel,
  config: ChannelConfig,
  paymentNo: string,
): Promise<void> {
  const orderNo = (await findPayment(owner, paymentNo))?.order_no;
  const { supplier } = channelOf(channel);
  if (!orderNo || !supplier) return;
  if ((await findSupplied(owner, orderNo)).list.every((sim) => sim.sub_order_no)) return;
  try {
    const lines = await withoutCounting(() => supplier.lineOf(config, paymentNo, clock()));
    await inTransaction(owner, async (owner) => {
      for (const [iccid, subOrderNo] of lines) await assignESim(owner, orderNo, iccid, subOrderNo);
    });
  } catch (error) {
    log.warn({ err: error, paymentNo, channel }, 'a supplier did not say which line its eSIMs are for');
  }
}
