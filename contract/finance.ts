// Money in the back office (rules §10, role finance): payments with their attempts, refunds that need a person, differences from the
// records of gateways.
import { paymentOutcomes } from '../domain/payment-status.ts';
import { day, done, exchange, money, nothing, recordId, z } from './call.ts';

const page = z.coerce.number().int().min(1).max(100_000).default(1);
const listed = { total: z.int(), page: z.int(), pages: z.int() };
const paymentNo = z.string().regex(/^[A-Za-z0-9]{4,60}$/);
const refundNo = z.string().regex(/^[\w:.-]{4,120}$/);
const channel = z.string().regex(/^\w{1,20}$/);

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
  exchange: exchange.nullable(),
  /** Refunded, and being refunded. */
  refunded: money,
  refunding: money,
  /** What the payment was used for; null until money arrives. */
  outcome: z.enum(paymentOutcomes).nullable(),
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
  /** The same in the currency of what was paid for, where that is another. */
  ordered: money.nullable(),
  reason: z.string(),
  /** manual and failed need a person; again: failed, then requested again under another number. */
  state: z.enum(['manual', 'failed', 'again', 'processing', 'done']),
  /** Moved by a person, not by the channel. */
  byHand: z.boolean(),
  tries: z.int(),
  problem: z.string(),
  reference: z.string(),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
});

const refundQueues = ['manual', 'failed', 'processing', 'done'] as const;

/** One side's record of a line. `named`: our number as the gateway has it, of a line that is missing here. */
const side = z
  .object({ ref: z.string(), amount: money.nullable(), status: z.int().nullable(), named: z.string().optional() })
  .nullable();

const difference = z.object({
  id: z.string(),
  channel: z.string(),
  day,
  kind: z.enum(['missingHere', 'missingThere', 'amount', 'state']),
  of: z.enum(['payment', 'refund']),
  ref: z.string(),
  /** The matching payment here, if there is one. */
  paymentNo: z.string().nullable(),
  ours: side,
  theirs: side,
  /** Of ours, where it was charged in another currency than that of what it is for. */
  exchange: exchange.nullable(),
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

export const financeCalls = {
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
      /** Every attempt for the same order or recharge, including this one, oldest first. */
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
  /** A person transferred the refund. Refuses changedMeanwhile, actionNotAllowed, refundTooMuch, invalidInput by field. */
  consoleRefundDone: {
    input: z.strictObject({ id: refundNo, reference: z.string().max(120), reason: z.string().max(1000) }),
    output: done,
  },
  /** Requests the refund from the channel again, under a new number. Refuses changedMeanwhile, actionNotAllowed, refundTooMuch. */
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
      /** Channels whose gateway offers a settlement list. */
      channels: z.array(z.string()),
      today: day,
      runs: z.array(run),
      list: z.array(difference),
    }),
  },
  /** Refuses changedMeanwhile when it is already closed, invalidInput without a text. */
  consoleDifferenceClose: { input: z.strictObject({ id: recordId, note: z.string().max(1000) }), output: done },
  /** Compares now. `running`: another comparison is running. Refuses channelNotOffered, invalidInput for a day out of range. */
  consoleReconcile: { input: z.strictObject({ channel, day }), output: run },
  /** When a person last set each key of a channel; keys from the seed have no date. */
  consoleChannelDates: {
    input: nothing,
    output: z.object({
      zone: z.string(),
      list: z.array(z.object({ channel: z.string(), key: z.string(), at: z.string() })),
    }),
  },
};
