// Begins to pay an order (§7 paying): one live attempt per order. A repeat for the same way gets the same attempt; another
// way first gives the old attempt up at its channel. The provider is called between two short transactions.
import QRCode from 'qrcode';
import type { OutputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { addMoney, convertMoney, type Money, money, percentOf } from '../../domain/money.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { isOfferedChannel, type OfferedChannel, traitsOf } from '../../domain/pay-channels.ts';
import { PaymentStatus, paymentMoves } from '../../domain/payment-status.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, lockOrder, movePayStatus, type OrderRow } from '../order/order.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { makeLetters } from '../platform/make-ids.ts';
import { askChannel, configOf } from './ask-channel.ts';
import { ChannelRefused } from './channels/channel.ts';
import { type OutsideChannel, outsideChannels } from './channels/index.ts';
import { payFromDeposit } from './pay-from-deposit.ts';
import {
  type ChannelSetting,
  findLivePayment,
  findPayment,
  insertPayment,
  listChannels,
  markFailed,
  noteStarted,
  type PaymentRow,
} from './payment.sql.ts';

type Started = OutputOf<'paying'>;

/** What paying by a channel costs: fee and total in the order's currency, before conversion to the channel's. */
export function priceChannel(order: OrderRow, setting: ChannelSetting): { fee: Money; payable: Money } {
  const due = money(order.payable_minor, order.currency as Currency);
  const fee = percentOf(due, setting.fee_percent);
  return { fee, payable: addMoney(due, fee) };
}

export async function startPayment(
  context: Context,
  { id, channel }: { id: string; channel: string },
): Promise<Started> {
  const { db, site } = context;
  const order = await findOrder(db, site.ownerId, id, limitVisibility(context));
  if (!order) throw new NotHere();
  const setting = (await listChannels(db, site.ownerId)).find((one) => one.channel === channel);
  if (!setting || !isOfferedChannel(channel)) throw new Refusal('channelNotOffered');
  if (order.payable_minor === 0 && traitsOf(channel).outside) throw new Refusal('zeroNotPayable');
  const live = await findLivePayment(db, site.ownerId, id);
  if (live && live.channel !== channel) await giveUpFor(context, live);
  const attempt = live?.channel === channel ? live : await openAttempt(context, order, channel, setting);
  if (!traitsOf(channel).outside)
    return { paymentNo: attempt.payment_no, status: PaymentStatus.paid, redirectUrl: null, qr: null, expiresAt: null };
  return startOutside(context, order, attempt, setting, channel as OutsideChannel);
}

async function giveUpFor(context: Context, live: PaymentRow): Promise<void> {
  const told = await askChannel({ ...context, ownerId: context.site.ownerId }, live.payment_no, true);
  if (told === 'applied' || told === 'repeat') throw new Refusal('alreadyPaid');
  if (told !== 'failed') throw new Refusal('paymentUnderWay');
}

/** First transaction: the order must still wait for money in time; the attempt is written, or the deposit pays at once. */
async function openAttempt(
  context: Context,
  order: OrderRow,
  channel: OfferedChannel,
  setting: ChannelSetting,
): Promise<PaymentRow> {
  const { db, site } = context;
  const { fee, payable } = priceChannel(order, setting);
  return inTransaction(db, async (trx) => {
    const now = await lockOrder(trx, site.ownerId, order.order_no);
    if (now?.pay_status === PaymentStatus.paid) throw new Refusal('alreadyPaid');
    if (!now || now.status !== OrderStatus.unpaid || (now.pay_by && now.pay_by <= context.now))
      throw new Refusal('payDeadlinePassed');
    const raced = await findLivePayment(trx, site.ownerId, order.order_no);
    if (raced?.channel === channel) return raced;
    if (raced) throw new Refusal('paymentUnderWay');
    await movePayStatus(trx, site.ownerId, order.order_no, paymentMoves.start.from, paymentMoves.start.to);
    const paid = channel === 'deposit' ? toOwners(payable, order, context) : payable;
    const paymentNo = `${order.order_no}P${makeLetters(4)}`;
    const deadlineSeconds = now.pay_by
      ? Math.floor((now.pay_by.getTime() - context.now.getTime()) / 1000)
      : limits.payQrSeconds;
    await insertPayment(trx, site.ownerId, {
      paymentNo,
      orderNo: order.order_no,
      channel,
      currency: paid.currency,
      amountMinor: paid.amountMinor,
      feeMinor: fee.amountMinor,
      orderMinor: order.payable_minor,
      rate: paid.currency === order.currency ? '1' : order.rate,
      lifeSeconds: Math.max(30, Math.min(limits.payQrSeconds, deadlineSeconds)),
    });
    if (channel === 'deposit') await payFromDeposit(trx, context, paymentNo, paid);
    const written = await findPayment(trx, site.ownerId, paymentNo);
    if (!written) throw new Error(`payment ${paymentNo} was not written`);
    return written;
  });
}

/** Deposits are kept in the owner's currency; the order's own rate of its day converts once. */
function toOwners(amount: Money, order: OrderRow, { site }: Context): Money {
  return convertMoney(amount, site.currency, order.rate);
}

async function startOutside(
  context: Context,
  order: OrderRow,
  attempt: PaymentRow,
  setting: ChannelSetting,
  channel: OutsideChannel,
): Promise<Started> {
  const { db, site, origin, log } = context;
  const shape = (payUrl: string, qr: string): Started => ({
    paymentNo: attempt.payment_no,
    status: PaymentStatus.paying,
    redirectUrl: payUrl,
    qr,
    expiresAt: attempt.expires_at?.toISOString() ?? null,
  });
  if (attempt.pay_url) return shape(attempt.pay_url, await drawQr(attempt.pay_url));
  try {
    const started = await outsideChannels[channel].start(
      configOf(setting),
      {
        paymentNo: attempt.payment_no,
        amount: money(attempt.amount_minor, attempt.currency as Currency),
        description: `${site.ownerName} ${order.order_no}`,
        returnUrl: `${origin}/booking/complete?order=${order.order_no}`,
        notifyUrl: `${origin}/api/pay/notify/${channel}`,
        expiresAt: attempt.expires_at ?? new Date(context.now.getTime() + limits.payQrSeconds * 1000),
      },
      new Date(),
    );
    await noteStarted(db, site.ownerId, attempt.payment_no, started.providerRef, started.payUrl);
    return shape(started.payUrl, await drawQr(started.qrText));
  } catch (error) {
    if (!(error instanceof ChannelRefused)) {
      log.warn({ err: error, channel }, 'the channel gave no answer to a start; the attempt stays open');
      throw new Refusal('gatewaySilent');
    }
    log.error({ err: error, channel }, 'the channel refused a start');
    await inTransaction(db, async (trx) => {
      await lockOrder(trx, site.ownerId, order.order_no);
      await markFailed(trx, site.ownerId, attempt.payment_no, error.message);
      await movePayStatus(trx, site.ownerId, order.order_no, paymentMoves.fail.from, paymentMoves.fail.to);
    });
    throw new Refusal('channelNotOffered');
  }
}

async function drawQr(text: string): Promise<string> {
  const svg = await QRCode.toString(text, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
