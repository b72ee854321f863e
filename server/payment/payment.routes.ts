// Calls about paying (§7 order payInfo, paying, isPaySuccess) and the address for the channels' notices.

import type { OutputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder } from '../order/read.sql.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import type { Room } from '../platform/room.ts';
import { askChannel } from './ask-channel.ts';
import { balanceCalls } from './balance/balance.routes.ts';
import { cancelAbandoned } from './cancel/cancel-abandoned.ts';
import { withdrawAbandoned } from './cancel/withdraw-abandoned.ts';
import { enterApp } from './enter-app.ts';
import { giftCardCalls } from './gift-card/gift-card.routes.ts';
import { type Due, findDue } from './pay-supplement.ts';
import { paymentJobs } from './payment.jobs.ts';
import { claimPoll, findLatestPayment, type PaymentRow } from './payment.sql.ts';
import { answerNotice } from './receive-notice.ts';
import { returnBuyer } from './return-buyer.ts';
import { saveChannel, showChannels } from './save-channels.ts';
import { tryChannel } from './setting/try-channel.ts';
import { takeSharesBack } from './share/take-back.ts';
import { showForm } from './show-form.ts';
import { showPayInfo } from './show-pay-info.ts';
import { startPayment } from './start-payment.ts';
import { enterESim } from './supply/enter-esim.ts';
import { isFromSupply } from './supply/plan-supply.ts';
import { showSupplyPlans } from './supply/show-plans.ts';
import { showSupplyBalance } from './supply/watch-balance.ts';
import { transferCalls, transferFiles } from './transfer/transfer.routes.ts';

const calls = {
  ...balanceCalls,
  ...transferCalls,
  ...giftCardCalls,
  paying: startPayment,
  cancelOrder: cancelAbandoned,
  consoleSupplementWithdraw: withdrawAbandoned,
  shareBack: takeSharesBack,
  payEntry: enterApp,
  consoleChannels: showChannels,
  consoleChannelSave: saveChannel,
  consoleChannelTry: tryChannel,
  consoleChannelBalance: showSupplyBalance,
  consoleSupplyPlans: showSupplyPlans,
  consoleESimSave: enterESim,
  payInfo: showPayInfo,
  async isPaySuccess(context, { id, supplement }) {
    const { owner } = context;
    const before = await findOrder(owner, id, limitVisibility(context));
    if (!before) throw new NotHere();
    const latest = await findLatestPayment(owner, id, supplement);
    if (latest?.live && (await claimPoll(owner, latest.payment_no, 5)) === 1) {
      await askChannel(context, latest.payment_no, false);
    }
    const order = await findOrder(owner, id, limitVisibility(context));
    const payment = await findLatestPayment(owner, id, supplement);
    if (!order) throw new NotHere();
    const due = await findDue(owner, order, { supplement });
    if (due.supplement) return showSupplementState(due, payment);
    return {
      payStatus: order.pay_status,
      status: order.status,
      paid: order.pay_status === PaymentStatus.paid,
      open: order.status === OrderStatus.unpaid,
      late: payment?.outcome === 'late',
      reason: sayReason(context, payment),
      channel: payment?.channel ?? null,
      paymentNo: payment?.payment_no ?? null,
    };
  },
} satisfies Partial<Handlers>;

export const paymentRoom = {
  calls,
  files: {
    ...transferFiles,
    paymentReturn: { answer: returnBuyer, takes: 'bytes', mostBytes: 65_536 },
    paymentReturnByLink: returnBuyer,
    paymentForm: showForm,
    paymentNotice: { answer: answerNotice, takes: 'bytes', mostBytes: 65_536 },
  },
  jobs: paymentJobs,
} satisfies Room;

/** What a supplier says is for the owner's staff. */
function sayReason({ visitor }: Context, payment: PaymentRow | undefined): string {
  if (!payment || (isFromSupply(payment.channel) && !visitor?.actingStaff)) return '';
  return payment.reason;
}

/** An additional payment's state in the terms of payments: its attempts hold its only status. */
function showSupplementState({ status, supplement }: Due, payment: PaymentRow | undefined): OutputOf<'isPaySuccess'> {
  const paid = supplement?.state === 'paid';
  return {
    payStatus: paid ? PaymentStatus.paid : (payment?.status ?? PaymentStatus.pending),
    status,
    paid,
    open: supplement?.state === 'open',
    late: payment?.outcome === 'late',
    reason: payment?.reason ?? '',
    channel: payment?.channel ?? null,
    paymentNo: payment?.payment_no ?? null,
  };
}
