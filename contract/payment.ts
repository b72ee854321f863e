// Paying an order or an additional payment of it (§7 order payInfo, paying, isPaySuccess).

import { certainties, toChannelName } from '../domain/pay-channels.ts';
import { transferStates } from '../domain/transfer-rules.ts';
import { currency, done, exchange, money, orderNo, shown, z } from './call.ts';
import { orderRow, subOrder } from './order.ts';
import { cancelApplication, cancelRequest, supplement, supplementNo } from './order-changes.ts';

const payChannel = z.object({
  channel: z.string(),
  /** Why it cannot be used now, for example a low balance; null when it can. */
  blocked: z.string().nullable(),
  /** The least or most that the owner takes by it, where `blocked` says that. */
  limit: money.nullable(),
  fee: money,
  payable: money,
  /** Where `payable` is not in the order's currency: what it is there, without the fee, and the rate. */
  exchange: exchange.nullable(),
  /** Deposit: the balance before paying. */
  balance: money.nullable(),
  /** Deposit and credit that do not cover what is due: the most of it that they pay (`paying` with `share`); else null. */
  share: money.nullable(),
  /** Requires the cardholder's e-mail and telephone first: `paying` takes `cardholder`. */
  cardholder: z.boolean(),
  /** How long after the buyer paid the money is certain: at once, within minutes, or one to two working days. */
  certain: z.enum(certainties),
  /** It failed several times in the last minutes: it is listed last, and another may be faster. */
  trouble: z.boolean(),
});

/** Of a card: e-mail and telephone, never data of the card itself. */
export const cardholder = z.strictObject({ email: z.string().max(200), phone: z.string().max(60) });

/** The code from the channel's app that identifies the payer, and our state that travelled with it. */
export const appEntry = z.strictObject({ code: z.string().max(512), state: z.string().max(128) });

/** Parameters for the script of the channel's app. */
export const appClient = z.record(z.string(), z.string());

/** The order, or one of its additional payments. */
const due = z.strictObject({ id: orderNo, supplement: supplementNo.optional() });

/** Of an order whose owner lets it be paid in parts: its first part alone (decision 0380). */
const part = z.boolean().optional();

/** A way to pay, by its name or by its number in §3. */
export const payWay = z.union([z.string().max(20), z.int()]).transform(toChannelName);

export const paymentCalls = {
  payInfo: {
    input: due.extend({
      /** Of an order whose owner lets it be paid in parts: its first part alone (decision 0380). */
      part: z.enum(['true']).optional(),
      /** The currency that amounts are shown in, and paid in where the way takes it; the visitor's where it is missing. */
      currency: currency.optional(),
      /** Only this way to pay: `deposit`, `credit`, or another of `channels`. */
      accountType: payWay.optional(),
    }),
    output: z.object({
      order: orderRow,
      /** The additional payment asked about, if any; the channels' prices are for it. */
      supplement: supplement.nullable(),
      lines: z.array(subOrder),
      /** '' where the order has none. */
      promoCode: z.string(),
      shown,
      secondsLeft: z.int(),
      channels: z.array(payChannel),
      /** What is paid now: without what shares hold. */
      due: money,
      /** Shares of the price that a balance or a gift card paid, until the rest comes (decision 0408). */
      shares: z.array(
        z.object({
          channel: z.string(),
          /** Of the order's price. */
          amount: money,
          /** What was taken for it, in the currency of the balance or the card. */
          paid: money,
          /** The last letters of a gift card's code, and what is left on it. */
          ending: z.string().nullable(),
          left: money.nullable(),
        }),
      ),
      /** Buyers may type the code of a gift card. */
      giftCards: z.boolean(),
      /** State of a bank transfer that was started and has not ended; null when there is none. */
      transfer: z.enum(transferStates).nullable(),
    }),
  },
  paying: {
    input: z.strictObject({
      id: orderNo,
      supplement: supplementNo.optional(),
      part,
      channel: payWay,
      /**
       * Deposit, credit or a gift card pay a part of what is due, in minor units of the order's currency: this much, or all that is there.
       * It is held until the rest was paid another way.
       */
      share: z.strictObject({ amountMinor: z.int().min(1).optional() }).optional(),
      /** Of a gift card, for the channel `giftCard`. */
      code: z.string().max(40).optional(),
      /** For channels that require it (payInfo). The card itself is typed at the channel and never sent here. */
      cardholder: cardholder.optional(),
      /** The currency that the buyer sees, as in payInfo. */
      currency: currency.optional(),
      /** The payable amount the buyer saw: a difference is refused with 200203. */
      seen: money.optional(),
      /** The code from the channel's app (payEntry), while no payment is started there. */
      entry: appEntry.optional(),
    }),
    output: z.object({
      paymentNo: z.string(),
      /** 103 paid; 102 the buyer continues elsewhere; 101 a share was paid and the rest of the price is open. */
      status: z.int(),
      /** Where the buyer continues, or null when deposit or credit paid. */
      redirectUrl: z.string().nullable(),
      /** QR code as an SVG data URL that opens the same page on a phone, or null. */
      qr: z.string().nullable(),
      /** What the page at `redirectUrl` posts to the channel, for programs that have pages of their own. */
      form: z.object({ action: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
      client: appClient.nullable(),
      expiresAt: z.string().nullable(),
    }),
  },
  /** Gives back what shares hold of an order that is not paid. */
  shareBack: { input: z.strictObject({ id: orderNo }), output: done },
  payEntry: {
    input: z.strictObject({ id: orderNo, supplement: supplementNo.optional(), part, channel: payWay }),
    output: z.object({
      /** Where the channel's app identifies the payer before `paying`, with the way back; null when `paying` is next. */
      redirectUrl: z.string().nullable(),
    }),
  },
  isPaySuccess: {
    input: due,
    output: z.object({
      payStatus: z.int(),
      status: z.int(),
      paid: z.boolean(),
      /** Whether it can still be paid: not once it is paid, closed or withdrawn. */
      open: z.boolean(),
      late: z.boolean(),
      reason: z.string(),
      channel: z.string().nullable(),
      /** The newest attempt: another one than the buyer's was begun elsewhere, which ended the buyer's. */
      paymentNo: z.string().nullable(),
    }),
  },
  /**
   * An unpaid order is withdrawn as a whole; a line that waits for confirmation is cancelled with everything back; for a confirmed one
   * a request is made. `refundNum` is the quantity of one line, which only an order with one line need not name; without both,
   * everything. Returns the order's status.
   * `seenRefund` is the sum of `given` that calculateRefund named, or null for an order that was not paid yet: with another one now it
   * refuses priceChanged, or actionNotAllowed for an order that was paid meanwhile. Left out, nothing is compared.
   * Answered here because an attempt to pay that its buyer left is ended at its channel first (decision 0739).
   * A repeat under the same Idempotency-Key changes nothing; without one each call counts (decision 0831).
   */
  cancelOrder: {
    input: z.strictObject({ orderNo, ...cancelApplication, seenRefund: money.nullable().optional() }),
    output: z.object({ status: z.int(), requests: z.array(cancelRequest) }),
  },
  /** An additional payment is not asked for any more; an open attempt to pay it is ended at its channel first. */
  consoleSupplementWithdraw: { input: z.strictObject({ id: orderNo, supplementNo }), output: z.object({}) },
};
