// Money in the back office (decisions §10, role finance): ways to pay (§3), whose keys go in and never come out again; payments with what
// led to them, refunds for a person, differences from what gateways say, and promo codes.
import { currency, day, done, money, nothing, recordId, z } from './call.ts';

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const listed = { total: z.int(), page: z.int(), pages: z.int() };
const paymentNo = z.string().regex(/^[A-Za-z0-9]{4,60}$/);
const refundNo = z.string().regex(/^[\w:.-]{4,120}$/);
const channel = z.string().regex(/^\w{1,20}$/);
const minute = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);

const payment = z.object({
  paymentNo: z.string(),
  /** Null for money without an order: a recharge of the deposit. */
  orderNo: z.string().nullable(),
  supplement: z.string().nullable(),
  recharge: z.string().nullable(),
  channel: z.string(),
  partnerName: z.string(),
  status: z.int(),
  amount: money,
  fee: money,
  /** Given back, and about to be. */
  refunded: money,
  refunding: money,
  /** What became of the money; null as long as none came. */
  outcome: z.enum(['applied', 'overpaid', 'late']).nullable(),
  reason: z.string(),
  providerRef: z.string(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
});

const refund = z.object({
  refundNo: z.string(),
  paymentNo: z.string(),
  orderNo: z.string().nullable(),
  channel: z.string(),
  partnerName: z.string(),
  amount: money,
  reason: z.string(),
  /** manual and failed wait for a person; again: failed, and asked for anew under another number. */
  state: z.enum(['manual', 'failed', 'again', 'processing', 'done']),
  /** Moved by a person, not by the channel. */
  byHand: z.boolean(),
  tries: z.int(),
  problem: z.string(),
  reference: z.string(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
});

export const refundQueues = ['manual', 'failed', 'processing', 'done'] as const;

/** What one side says of a line. */
const side = z.object({ ref: z.string(), amount: money.nullable(), status: z.int().nullable() }).nullable();

const difference = z.object({
  id: z.string(),
  channel: z.string(),
  day,
  kind: z.enum(['missingHere', 'missingThere', 'amount', 'state']),
  of: z.enum(['payment', 'refund']),
  ref: z.string(),
  /** Our payment, where there is one. */
  paymentNo: z.string().nullable(),
  ours: side,
  theirs: side,
  state: z.enum(['open', 'explained']),
  note: z.string(),
  decidedBy: z.string(),
  at: z.string(),
});

const run = z.object({
  channel: z.string(),
  day,
  state: z.enum(['running', 'done', 'failed']),
  at: z.string(),
  listed: z.int(),
  added: z.int(),
  problem: z.string(),
});

const coupon = z.object({
  code: z.string(),
  /** 1 fixed amount, 2 percent, 3 fixed above a minimum, 4 percent above a minimum (§3). */
  type: z.int(),
  amount: money.nullable(),
  percent: z.string().nullable(),
  minimum: money.nullable(),
  most: money.nullable(),
  currency,
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  useLimit: z.int().nullable(),
  userLimit: z.int().nullable(),
  /** Orders that are paid, orders that still wait for money, and what the paid ones got off. */
  used: z.int(),
  held: z.int(),
  given: money,
  /** Null: all products. */
  products: z.int().nullable(),
  state: z.enum(['on', 'planned', 'over', 'usedUp']),
  revision: z.string(),
});

const product = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string(),
  picture: z.object({ src: z.string(), colour: z.string(), alt: z.string() }),
  onShelf: z.boolean(),
});

const code = z.string().max(40);
const revision = z.string().max(40);

const options = z.record(z.string().max(60), z.unknown());

const channelRow = z.object({
  channel: z.string(),
  active: z.boolean(),
  /** Percent that the buyer pays on top, as decimal text. */
  feePercent: z.string(),
  /** Whether the fee goes back with a partial refund. */
  feeRefundable: z.boolean(),
  /** What is paid in; null: the order's currency, or the nearest that the channel takes. */
  currency: currency.nullable(),
  /** Null: any. */
  currencies: z.array(currency).nullable(),
  options,
  keys: z.array(z.object({ name: z.string(), required: z.boolean(), set: z.boolean() })),
  /** Every required key is set: it may be switched on. */
  ready: z.boolean(),
  /** Where the channel is to send its notices; null for money inside the house. */
  notifyUrl: z.string().nullable(),
  /** 0 for a way that was never set up. */
  revision: z.int(),
});

export const financeCalls = {
  consoleChannels: { input: nothing, output: z.object({ list: z.array(channelRow) }) },
  /** Keys left out or empty stay as they are. */
  consoleChannelSave: {
    input: z.strictObject({
      channel: z.string().max(20),
      active: z.boolean(),
      feePercent: z.string().max(12),
      feeRefundable: z.boolean(),
      currency: currency.nullable().default(null),
      options: options.default({}),
      keys: z.record(z.string().max(60), z.string().max(8000)).default({}),
      revision: z.int(),
    }),
    output: z.object({ revision: z.int() }),
  },
  consolePayments: {
    input: z.strictObject({
      status: z.enum(['101', '102', '103', '104', 'trouble']).optional(),
      channel: channel.optional(),
      from: day.optional(),
      to: day.optional(),
      order: z.string().max(20).default(''),
      query: z.string().max(80).default(''),
      page,
    }),
    output: z.object({ ...listed, zone: z.string(), channels: z.array(z.string()), list: z.array(payment) }),
  },
  consolePayment: {
    input: z.strictObject({ id: paymentNo }),
    output: z.object({
      payment,
      /** Every attempt for the same thing, this one too, the oldest first. */
      attempts: z.array(payment),
      notices: z.array(
        z.object({
          eventId: z.string(),
          state: z.enum(['pending', 'applied', 'refused']),
          reason: z.string(),
          at: z.string(),
        }),
      ),
      refunds: z.array(refund),
      zone: z.string(),
    }),
  },
  consoleRefunds: {
    input: z.strictObject({ state: z.enum(refundQueues).default('manual'), page }),
    output: z.object({
      ...listed,
      zone: z.string(),
      counts: z.object({ manual: z.int(), failed: z.int(), processing: z.int() }),
      list: z.array(refund),
    }),
  },
  /** A person moved the money. Refuses changedMeanwhile, actionNotAllowed, refundTooMuch, invalidInput by field. */
  consoleRefundDone: {
    input: z.strictObject({ id: refundNo, reference: z.string().max(120), reason: z.string().max(1000) }),
    output: done,
  },
  /** Asks the channel once more, under a new number. Refuses changedMeanwhile, actionNotAllowed, refundTooMuch. */
  consoleRefundAgain: { input: z.strictObject({ id: refundNo }), output: z.object({ refundNo: z.string() }) },
  consoleDifferences: {
    input: z.strictObject({
      state: z.enum(['open', 'explained']).default('open'),
      channel: channel.optional(),
      kind: z.enum(['missingHere', 'missingThere', 'amount', 'state']).optional(),
      page,
    }),
    output: z.object({
      ...listed,
      zone: z.string(),
      /** Channels whose gateway has a list. */
      channels: z.array(z.string()),
      today: day,
      runs: z.array(run),
      list: z.array(difference),
    }),
  },
  /** Refuses changedMeanwhile when it was closed before, invalidInput without words. */
  consoleDifferenceClose: { input: z.strictObject({ id: recordId, note: z.string().max(1000) }), output: done },
  /** Compares now. `running`: somebody else is at it. Refuses channelNotOffered, invalidInput for a day too far away. */
  consoleReconcile: { input: z.strictObject({ channel, day }), output: run },
  /** When each key of a way to pay was last set by a person; keys that came with the house have no date. */
  consoleChannelDates: {
    input: nothing,
    output: z.object({
      zone: z.string(),
      list: z.array(z.object({ channel: z.string(), key: z.string(), at: z.string() })),
    }),
  },
  consoleCoupons: {
    input: z.strictObject({
      query: z.string().max(40).default(''),
      state: z.enum(['on', 'planned', 'over', 'usedUp']).optional(),
      page,
    }),
    output: z.object({ ...listed, zone: z.string(), list: z.array(coupon) }),
  },
  /** Without a known code: what a new one starts from. */
  consoleCoupon: {
    input: z.strictObject({ code: code.default('') }),
    output: z.object({
      coupon: coupon.nullable(),
      scope: z.array(product),
      currencies: z.array(currency),
      zone: z.string(),
    }),
  },
  /** Without `revision` a new code. Refuses invalidInput by field, changedMeanwhile. */
  consoleCouponSave: {
    input: z.strictObject({
      code,
      revision: revision.optional(),
      type: z.int().min(1).max(4),
      /** For types 1 and 3 in minor units, for 2 and 4 decimal text. */
      amountMinor: z.int().nullable(),
      percent: z.string().max(8).nullable(),
      minimumMinor: z.int().nullable(),
      mostMinor: z.int().nullable(),
      currency,
      startsAt: minute.nullable(),
      endsAt: minute.nullable(),
      useLimit: z.int().nullable(),
      userLimit: z.int().nullable(),
      /** Null: all products. */
      productIds: z.array(recordId).max(200).nullable(),
    }),
    output: z.object({ code: z.string(), revision: z.string() }),
  },
  /** Its window ends now; orders that hold a use keep it. Refuses changedMeanwhile. */
  consoleCouponOff: { input: z.strictObject({ code, revision }), output: done },
};
