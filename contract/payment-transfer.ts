// Paying by bank transfer (§4 offline payment, §7 offlinepay): instructions, vouchers, "payment completed", and the owner's queue.
import { transferRules, transferStates } from '../domain/transfer-rules.ts';
import { currency, day, exchange, money, orderNo, z } from './call.ts';
import { supplementNo } from './order-changes.ts';

/** `id`: an order, or a top-up of the deposit, whose number begins with R. */
const due = { id: orderNo, supplement: supplementNo.optional() };
const paymentNo = z.string().regex(/^[A-Za-z0-9]{8,60}$/);
const fileId = z.string().regex(/^[\w-]{16,60}$/);
const state = z.enum(transferStates);
const files = z.array(z.object({ fileId: z.string(), type: z.string(), bytes: z.int() }));

const account = z.object({ holder: z.string(), bank: z.string(), number: z.string(), swift: z.string() });

const transfer = z.object({
  paymentNo: z.string(),
  state,
  /** Whether vouchers, remark and currency may still be changed. */
  open: z.boolean(),
  payable: money,
  fee: money,
  exchange: exchange.nullable(),
  /** Its own and other currencies for the transfer, each with the order's price in it. A field of an account may be ''. */
  currencies: z.array(
    z.object({ payable: money, exchange: exchange.nullable(), account: account.nullable(), instructions: z.string() }),
  ),
  remark: z.string(),
  /** Why it was refused; '' otherwise. */
  reason: z.string(),
  files,
  /** When the order closes unless the transfer is submitted; null: never. */
  payBy: z.string().nullable(),
  submittedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  zone: z.string(),
});

const queued = z.object({
  paymentNo: z.string(),
  /** Null for a top-up of the deposit. */
  orderNo: orderNo.nullable(),
  rechargeNo: z.string().nullable(),
  supplement: z.string().nullable(),
  partnerName: z.string(),
  contactName: z.string(),
  amount: money,
  exchange: exchange.nullable(),
  /** Whether the attempt is still open; money for a closed one is late money. */
  live: z.boolean(),
  state,
  remark: z.string(),
  reason: z.string(),
  /** Why it was not found earlier, before it was sent in again or settled; the oldest first. */
  refusals: z.array(z.object({ reason: z.string(), at: z.string(), by: z.string() })),
  files,
  createdAt: z.string(),
  submittedAt: z.string().nullable(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string(),
  /** What finance found for a top-up. */
  received: z.object({ amount: money, reference: z.string(), on: z.string() }).nullable(),
});

export const transferFileQuery = z.object({ id: orderNo, supplement: supplementNo.optional() });

export const paymentTransferCalls = {
  offlineInfo: { input: z.strictObject(due), output: transfer },
  /** Another currency for the transfer; the payable amount is converted again. */
  offlineCurrency: { input: z.strictObject({ ...due, currency }), output: transfer },
  /** "Payment completed": requires at least one voucher. */
  offlineEvaluation: {
    input: z.strictObject({ ...due, remark: z.string().max(transferRules.remarkLength).default('') }),
    output: transfer,
  },
  /** A top-up, by the main account, until finance settled it; safe to repeat. */
  offlineWithdraw: { input: z.strictObject({ id: orderNo }), output: transfer },
  offlineFileDelete: { input: z.strictObject({ ...due, fileId }), output: transfer },
  consoleTransfers: {
    input: z.strictObject({
      /** Without it those that are submitted; with a query, of every state. */
      state: state.optional(),
      /** Of the number of an order, an additional payment or a top-up, of the bank's reference, a name or an e-mail address. */
      query: z.string().max(80).default(''),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
    }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), zone: z.string(), list: z.array(queued) }),
  },
  consoleTransferDecide: {
    input: z.strictObject({
      id: paymentNo,
      verified: z.boolean(),
      /** Required for a refusal; the buyer reads it. */
      reason: z.string().max(1000).default(''),
      /** Required to verify a top-up of the deposit: minor units of the transfer's currency, the bank's reference, the day. */
      received: z
        .strictObject({
          amountMinor: z.int(),
          reference: z.string().max(transferRules.referenceLength),
          on: z.union([z.literal(''), day]),
        })
        .optional(),
      /** The state on the screen; if it changed meanwhile, the call refuses with 200009. */
      seen: state,
    }),
    output: z.object({
      state,
      /** What happened to the money: the order took it, or it must be refunded. */
      outcome: z.enum(['applied', 'overpaid', 'late']).nullable(),
    }),
  },
};
