// Changes to a placed order. Cancelling (§4, §7 order): the quote, the request, its result, the
// owner's decisions. Additional payments (§3: extra time, price difference, freight).
import { openKinds, supplementKinds } from '../domain/open-payments.ts';
import { day, exchange, money, orderNo, recordId, session, z } from './call.ts';
import { refundWays } from './choices.ts';

/** A step of the history; `amount` where money was asked for or came. */
export const orderEvent = z.object({
  at: z.string(),
  action: z.string(),
  actor: z.string(),
  actorName: z.string(),
  subOrderNo: z.string().nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  amount: money.nullable(),
  why: z.string(),
});

/** What the buyer can do with a gift card now; null for other ways. */
const giftCardState = z.object({ blocked: z.boolean(), endsOn: z.string().nullable() }).nullable();

export const orderRefund = z.object({
  amount: money,
  /** The same in the order's currency, where it went back in another. */
  ordered: money.nullable(),
  status: z.int(),
  channel: z.string(),
  /** The last letters of a gift card. */
  ending: z.string().nullable(),
  card: giftCardState,
  /** What a person wrote, or the name of one of the shop's own reasons (domain/refund-reasons.ts). */
  reason: z.string(),
  at: z.string(),
  settledAt: z.string().nullable(),
});

/**
 * What pays an order, in the sequence in which refunds take it back; `left` has not gone back yet. Both in the order's currency.
 * `charge`: what the channel took for it, in its own, `fee` included, and whether the fee goes back with what is cancelled (decision 0830).
 */
export const orderPaidBy = z.object({
  channel: z.string(),
  ending: z.string().nullable(),
  ...{ amount: money, left: money },
  charge: z.object({ amount: money, fee: money, left: money, feeBack: z.boolean() }),
  card: giftCardState,
});

/** `ending`: the last letters of a gift card. */
export const orderCharge = z.object({ channel: z.string(), ending: z.string().nullable(), amount: money, exchange });

const subOrderNo = z.string().regex(/^[A-Z0-9]{8,20}-\d{1,3}$/);
/** A limit in days, or in hours before the start. */
const rules = z.array(
  z.object({ daysBefore: z.int().nullable(), hoursBefore: z.int().nullable(), feePercent: z.int() }),
);
/** The last free day, and the instant on it where the limit is in hours; both null where nothing is free. */
export const freeUntil = { freeUntil: day.nullable(), freeUntilAt: z.string().nullable() };

/** What an order agreed to about paying in parts (decision 0380); `until` by the owner's clock. */
export const agreedPart = z.object({
  first: money,
  rest: money,
  until: day,
  missed: z.enum(['staff', 'cancel']),
  keeps: z.boolean(),
  voucher: z.boolean(),
});

/** What is still to be paid of one that was paid in part. */
export const openRest = z.object({
  supplementNo: z.string(),
  amount: money,
  /** The last day to pay, by the owner's clock, and the instant at which it is over. */
  until: day,
  dueAt: z.string(),
  missed: z.enum(['staff', 'cancel']),
  voucher: z.boolean(),
});

const quote = z.object({
  subOrderNo: z.string(),
  quantity: z.int(),
  /** The part of the line's price that was paid for this quantity. */
  share: money,
  feePercent: z.int(),
  fee: money,
  /** Money that comes back: what cancelling is worth, less what was still to be paid and falls away. */
  refund: money,
  /**
   * By which ways `refund` goes back, where nothing of additional payments comes with it: what comes, in the currency that was charged,
   * to the cent; what of it is the channel's fee, and the fee of this part that stays.
   */
  ways: z.array(
    z.object({ channel: z.string(), ending: z.string().nullable(), back: money, feeBack: money, feeStays: money }),
  ),
  /** What cancelling is worth before that, and what is still to be paid of the whole order (decision 0380). */
  given: money,
  open: money,
  /**
   * `left`: of additional payments of the whole order. Once nothing of the order is left, as much of them comes back as of its price
   * (decision 0742). `share`: what of that price was cancelled before; `fee`: what was kept of it.
   */
  added: z.object({ left: money, share: money, fee: money }),
  daysLeft: z.int(),
  /** Whether a request is needed, or the line is cancelled at once. */
  needsApproval: z.boolean(),
  /** False: the policy refunds nothing any more; a request is refused with reason 4. */
  cancellable: z.boolean(),
});

export const cancelRequest = z.object({
  id: z.string(),
  orderNo: z.string(),
  subOrderNo: z.string(),
  productName: z.string(),
  quantity: z.int(),
  /** 1 distributor, 2 owner, 3 supplier; as a status 4001, 4002, 4003. */
  applier: z.int(),
  askedBy: z.string(),
  remark: z.string(),
  refund: money,
  fee: money,
  /** While it waits: what is still to be paid of the order, which falls away before anything of `refund` comes back (decision 0380). */
  open: money,
  /** While it waits: what is left of additional payments of the whole order, as in the quote. */
  added: money,
  /** 0 processing, 1 successful, 2 failed. */
  result: z.int(),
  rejectReason: z.int().nullable(),
  rejectText: z.string(),
  at: z.string(),
  decidedAt: z.string().nullable(),
});

/** What to cancel: a line, or a quantity of it. */
export const cancelApplication = {
  subOrderNo: subOrderNo.optional(),
  refundNum: z.int().min(1).max(999).optional(),
  remark: z.string().max(2000).default(''),
};

/** The order's number, "S" and a count. */
export const supplementNo = z.string().regex(/^[A-Z0-9]{8,20}S\d{1,3}$/);

export const supplement = z.object({
  supplementNo: z.string(),
  kind: z.enum(openKinds),
  amount: money,
  reason: z.string(),
  state: z.enum(['open', 'paid', 'withdrawn']),
  at: z.string(),
  paidAt: z.string().nullable(),
  /** Of the rest of an order: until when it is to be paid. */
  dueAt: z.string().nullable(),
});

export const orderChangesCalls = {
  calculateRefund: { input: z.strictObject({ subOrderNo, refundNum: z.number() }), output: quote },
  cancelRules: {
    input: z.strictObject({ id: z.union([subOrderNo, orderNo]) }),
    output: z.object({ rules, playOn: day, startsAt: session, zone: z.string(), ...freeUntil }),
  },
  cancelRequests: { input: z.strictObject({ query: orderNo }), output: z.object({ list: z.array(cancelRequest) }) },
  consoleCancels: {
    input: z.strictObject({
      result: z.coerce.number().int().min(0).max(2).default(0),
      /** Who asked: 1 distributor, 2 owner, 3 supplier. */
      applier: z.coerce.number().int().min(1).max(3).optional(),
      orderNo: orderNo.optional(),
      page: z.coerce.number().int().min(1).max(1000).default(1),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      zone: z.string(),
      list: z.array(
        cancelRequest.extend({
          ...{ partnerName: z.string(), playOn: day, status: z.int() },
          /** Of one that waits: by which ways a refund would go. */
          paidBy: z.array(orderPaidBy),
        }),
      ),
    }),
  },
  /** What cancelling a quantity of a line for a buyer would give back by the policy now. */
  consoleCancelQuote: {
    input: z.strictObject({ id: orderNo, subOrderNo, refundNum: z.coerce.number().int().min(1).max(999) }),
    output: quote,
  },
  /**
   * The owner cancels for a partner or a supplier, and gives everything back, what the policy gives, or an amount up to what was paid for
   * the one line that is named.
   */
  consoleCancelApply: {
    input: z.strictObject({
      id: orderNo,
      ...cancelApplication,
      remark: z.string().max(2000),
      refund: z.enum(refundWays).default('full'),
      refundMinor: z.int().min(0).optional(),
    }),
    output: z.object({ status: z.int(), requests: z.array(cancelRequest) }),
  },
  /** Rejecting requires a reason 1–4 and a text; approving may refund more than the policy does, up to the full share. */
  consoleCancelDecide: {
    input: z.strictObject({
      id: recordId,
      approve: z.boolean(),
      refundMinor: z.int().min(0).optional(),
      reason: z.int().min(1).max(4).optional(),
      text: z.string().max(1000).default(''),
    }),
    output: z.object({ status: z.int() }),
  },
  consoleSupplementAdd: {
    input: z.strictObject({
      id: orderNo,
      kind: z.enum(supplementKinds),
      /** In the order's selling currency. */
      amountMinor: z.int().min(0).max(9_000_000_000_000),
      reason: z.string().max(1000),
    }),
    output: z.object({ supplementNo: z.string() }),
  },
  /** Another last day to pay the rest of an order, by the owner's clock. Reminders begin again. */
  consoleRestMove: {
    input: z.strictObject({ id: orderNo, until: day, reason: z.string().max(1000) }),
    output: z.object({}),
  },
};

/** An eSIM that came for an order (decision 0375), with all that installing it takes. */
export const eSim = z.object({
  iccid: z.string(),
  /** Null where the supplier did not say for which line it is. */
  subOrderNo: z.string().nullable(),
  /** What its QR code says, for typing it in by hand: LPA:1$address$code. */
  activation: z.string(),
  /** The code as an SVG data URL. */
  qr: z.string(),
  confirmationCode: z.string(),
  apn: z.string(),
  pin: z.string(),
  puk: z.string(),
  phone: z.string(),
  /** As the supplier writes it. */
  validUntil: z.string(),
});
