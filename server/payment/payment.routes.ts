// Calls about paying (§7 order payInfo, paying, isPaySuccess) and the address for the channels' notices.

import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { isOfferedChannel, traitsOf } from '../../domain/pay-channels.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { refuseElsewhere } from '../order/handle-elsewhere.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, listLines, type OrderRow } from '../order/read.sql.ts';
import { showLine, showRow } from '../order/show-order.ts';
import { showSupplement } from '../order/supplement/add-supplement.ts';
import type { Handlers } from '../platform/bind.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { Room } from '../platform/room.ts';
import { findRates } from '../site/convert-shown.ts';
import { askChannel } from './ask-channel.ts';
import { balanceCalls } from './balance/balance.routes.ts';
import { availableOf } from './balance/move-money.ts';
import { type ChannelSetting, listChannels } from './channel.sql.ts';
import { fitsBuyer, hasTrouble, placeTroubled } from './choose-channels.ts';
import { enterApp } from './enter-app.ts';
import { listLedgers } from './ledger.sql.ts';
import { balanceRefusalOf } from './pay-from-deposit.ts';
import { type Due, findDue } from './pay-supplement.ts';
import { paymentJobs } from './payment.jobs.ts';
import { claimPoll, findLatestPayment, findLivePayment, type PaymentRow } from './payment.sql.ts';
import { judgeAmount, priceChannel } from './price-channel.ts';
import { answerNotice } from './receive-notice.ts';
import { returnBuyer } from './return-buyer.ts';
import { saveChannel, showChannels } from './save-channels.ts';
import { tryChannel } from './setting/try-channel.ts';
import { showForm } from './show-form.ts';
import { startPayment } from './start-payment.ts';
import { enterESim } from './supply/enter-esim.ts';
import { isFromSupply, planSupply } from './supply/plan-supply.ts';
import { showSupplyBalance } from './supply/watch-balance.ts';
import { offline } from './transfer/pay-offline.ts';
import { transferCalls, transferFiles } from './transfer/transfer.routes.ts';
import { findTransfer } from './transfer/transfer.sql.ts';

const calls = {
  ...balanceCalls,
  ...transferCalls,
  paying: startPayment,
  payEntry: enterApp,
  consoleChannels: showChannels,
  consoleChannelSave: saveChannel,
  consoleChannelTry: tryChannel,
  consoleChannelBalance: showSupplyBalance,
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
    if (due.supplement) return tellSupplement(due, payment);
    return {
      payStatus: order.pay_status,
      status: order.status,
      paid: order.pay_status === PaymentStatus.paid,
      late: payment?.outcome === 'late',
      reason: sayReason(context, payment),
      channel: payment?.channel ?? null,
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
function tellSupplement({ status, supplement }: Due, payment: PaymentRow | undefined): OutputOf<'isPaySuccess'> {
  const paid = supplement?.state === 'paid';
  return {
    payStatus: paid ? PaymentStatus.paid : (payment?.status ?? PaymentStatus.pending),
    status,
    paid,
    late: payment?.outcome === 'late',
    reason: payment?.reason ?? '',
    channel: payment?.channel ?? null,
  };
}

async function showPayInfo(
  context: Context,
  { id, supplement, part, currency = context.currency, accountType }: ParsedInputOf<'payInfo'>,
): Promise<OutputOf<'payInfo'>> {
  const { owner, now } = context;
  const order = await findOrder(owner, id, limitVisibility(context));
  if (!order) throw new NotHere();
  refuseElsewhere(context, order);
  const due = await findDue(owner, order, { supplement, part: part === 'true' && order.part !== null });
  const live = await findLivePayment(owner, id, supplement);
  const [lines, rates, channels, transfer] = await Promise.all([
    listLines(owner, [id]),
    findRates(context),
    listOffers(context, due),
    live?.channel === offline ? findTransfer(owner, live.payment_no) : undefined,
  ]);
  const row = showRow(order, lines, context);
  const rate = rates.rate(row.payable.currency, currency);
  return {
    order: row,
    supplement: due.supplement && showSupplement(due.supplement, row.payable.currency),
    lines: lines.map((line) => showLine(line, row.payable.currency, context)),
    shown: rate ? { currency, rate } : { currency: row.payable.currency, rate: '1' },
    secondsLeft: order.pay_by ? Math.max(0, Math.floor((order.pay_by.getTime() - now.getTime()) / 1000)) : 0,
    channels: channels.filter(({ channel }) => !accountType || channel === accountType),
    transfer: transfer?.state ?? null,
  };
}

/** The channels this buyer may use for this order; deposit and credit are listed for partners who have them, or with a reason. */
async function listOffers(context: Context, order: Due): Promise<OutputOf<'payInfo'>['channels']> {
  const { owner, site } = context;
  const buyer = buyerOf(context);
  const ledgers = buyer.verAuthFlag ? await listLedgers(owner, buyer.partnerId, site.currency) : [];
  const offers: OutputOf<'payInfo'>['channels'] = [];
  for (const setting of await listChannels(owner)) {
    if (!fitsBuyer(context, order.currency, setting)) continue;
    if (isFromSupply(setting.channel) && !(await planSupply(owner, order))) continue;
    try {
      const offer = await offerChannel(context, order, setting, ledgers);
      if (offer) offers.push(offer);
    } catch (error) {
      // One way whose settings cannot be read never hides the others.
      context.log.error({ err: error, channel: setting.channel }, 'a way to pay cannot be offered');
    }
  }
  return placeTroubled(offers);
}

type Ledgers = Awaited<ReturnType<typeof listLedgers>>;
type Offer = OutputOf<'payInfo'>['channels'][number];

async function offerChannel(
  context: Context,
  order: OrderRow,
  setting: ChannelSetting,
  ledgers: Ledgers,
): Promise<Offer | undefined> {
  const { channel } = setting;
  if (!isOfferedChannel(channel)) return undefined;
  const { outside, byTransfer, ownMoney, cardholder = false, currencies, certain = 'now' } = traitsOf(channel);
  const price = await priceChannel(context, order, setting);
  const trouble = hasTrouble(setting, context.now);
  const bare = { channel, cardholder, certain, trouble, limit: null, balance: null };
  if (!price) {
    // Listed with the reason: a buyer who looks for Alipay learns that it accepts yuan only.
    const due = money(order.payable_minor, order.currency);
    const why = { ...bare, blocked: 'currencyNotTaken', fee: money(0, due.currency), payable: due };
    return currencies === 'any' ? undefined : why;
  }
  const { fee, payable } = price;
  const own = ledgers.find((one) => one.kind === channel);
  if (ownMoney && order.payable_minor > 0 && !own) return undefined;
  const beyond = judgeAmount(context, order, setting);
  if (beyond) return { ...bare, blocked: beyond.refusal, limit: beyond.limit, fee, payable };
  if (ownMoney && order.payable_minor > 0 && own) {
    const blocked = availableOf(own) < payable.amountMinor ? balanceRefusalOf(own.kind, ledgers) : null;
    return { ...bare, blocked, fee, payable, balance: money(availableOf(own), context.site.currency) };
  }
  const free = order.payable_minor === 0 && (outside || byTransfer);
  return { ...bare, blocked: free ? 'zeroNotPayable' : null, fee, payable };
}
