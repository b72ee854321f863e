// Deposit, credit line and recharges (§2 uc balance, §7 pay, rules §8): figures, the statement behind them, recharging,
// and the owner's adjustments with a second person's approval.
import { certainties } from '../domain/pay-channels.ts';
import { dealTypes, ledgerKinds } from '../domain/payment-status.ts';
import { transferStates } from '../domain/transfer-rules.ts';
import { currency, day, done, exchange, money, queryNumber, recordId, searched, z } from './call.ts';
import { appClient, appEntry, cardholder, payWay } from './payment.ts';

const kind = z.enum(ledgerKinds);

const dealType = z.coerce
  .number()
  .int()
  .refine((value) => dealTypes.some((known) => known === value))
  .meta({ enum: dealTypes });

const page = z.coerce.number().int().min(1).max(100_000).default(1);

const figures = z.object({
  currency,
  deposit: money,
  /** Null without a credit line. `used` is the amount to settle; a gift may leave more than the line. */
  credit: z.object({ limit: money, used: money, left: money }).nullable(),
  /** The level set by the main account; null: the default levels. */
  warnBelow: money.nullable(),
  depositLow: z.boolean(),
  creditLow: z.boolean(),
});

/** Filters of a statement. Days are in the owner's time zone, both included; `channel` is a name or a number of §3. */
const filters = {
  dealType: dealType.optional(),
  kind: kind.optional(),
  channel: z.string().max(40).optional(),
  from: day.optional(),
  to: day.optional(),
};

export const statementExport = z.strictObject({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv') });

const entry = z.object({
  id: z.string(),
  at: z.string(),
  dealType: z.int(),
  kind,
  /** The payment method; null for changes by the owner. */
  channel: z.string().nullable(),
  /** Signed; for deal types 5 and 6 what the credit line changed by. */
  amount: money,
  /** In the other currency: of the order that was paid or got money back, or what was charged for a top-up. Null where it is the same. */
  other: money.nullable(),
  /** Deposit, or remaining credit, after this. */
  after: money,
  /** Of orders that the reader may see. */
  orderNo: z.string().nullable(),
  /** The number of a payment, refund, recharge or adjustment; '' of an order that the reader may not see. */
  reference: z.string(),
  note: z.string(),
});

const statement = z.object({
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  list: z.array(entry),
  /** Totals in and out of the filtered entries, per account. */
  sums: z.array(z.object({ kind, incoming: money, outgoing: money })),
  /** Channels that occur in the statement, for the filter. */
  channels: z.array(z.string()),
  zone: z.string(),
});

const adjustment = z.object({
  id: z.string(),
  partnerId: z.string(),
  partnerName: z.string(),
  dealType: z.int(),
  amount: money,
  reason: z.string(),
  state: z.enum(['waiting', 'done', 'refused']),
  askedBy: z.string(),
  /** Requested by the reader, who may withdraw but not approve it. */
  own: z.boolean(),
  decidedBy: z.string(),
  at: z.string(),
  decidedAt: z.string().nullable(),
});

const balanceRow = z.object({
  id: z.string(),
  name: z.string(),
  mainEmail: z.string(),
  frozen: z.boolean(),
  deposit: money,
  credit: z.object({ limit: money, used: money, left: money }).nullable(),
  low: z.boolean(),
  waiting: z.int(),
});

const channelOffer = z.object({
  channel: z.string(),
  feePercent: z.string(),
  fee: money,
  payable: money,
  /** Requires the cardholder's e-mail and telephone first: `cashierInfo` takes `cardholder` (§5 Visa card). */
  cardholder: z.boolean(),
  /** As in payInfo. */
  certain: z.enum(certainties),
  trouble: z.boolean(),
  /** Both amounts and the rate, where it is charged in another currency than the deposit's. */
  exchange: exchange.nullable(),
});

/** 0 processing, 1 successful, 2 failed (§3). */
const rechargeStatus = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Minor units of the owner's currency; validated in the use case with a specific message. */
const amountMinor = z.int();

/** `waiting`: above the owner's limit for one person, another has to release it; `over`: its last day has passed. */
const cardState = z.enum(['open', 'waiting', 'blocked', 'over', 'empty']);

const giftCard = z.object({
  id: z.string(),
  /** The last letters of the code; the whole is shown once. */
  ending: z.string(),
  value: money,
  balance: money,
  endsOn: day.nullable(),
  state: cardState,
  /** Blocked, whatever else it is. */
  blocked: z.boolean(),
  /** Of a blocked card, unless it was blocked before this was noted. */
  block: z.object({ why: z.string(), by: z.string(), at: z.string() }).nullable(),
  /** It waits, and the caller issued it: another person releases it. */
  own: z.boolean(),
  waits: z.boolean(),
  uses: z.int(),
  ...{ note: z.string(), issuedBy: z.string(), at: z.string() },
});

export const paymentBalanceCalls = {
  /** What a recharge (minor units of the owner's currency) would cost by each channel. */
  cashier: {
    input: z.strictObject({ amount: queryNumber.default(0) }),
    output: z.object({ amount: money, least: money, most: money, channels: z.array(channelOffer) }),
  },
  cashierInfo: {
    input: z.strictObject({
      channel: payWay,
      amount: amountMinor,
      cardholder: cardholder.optional(),
      /** The code from the channel's app (cashierEntry). */
      entry: appEntry.optional(),
    }),
    output: z.object({
      rechargeNo: z.string(),
      status: rechargeStatus,
      redirectUrl: z.string().nullable(),
      qr: z.string().nullable(),
      form: z.object({ action: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
      client: appClient.nullable(),
      expiresAt: z.string().nullable(),
    }),
  },
  cashierEntry: {
    input: z.strictObject({ channel: payWay, amount: amountMinor }),
    output: z.object({
      /** Where the channel's app identifies the payer before `cashierInfo`, with the way back; null when `cashierInfo` is next. */
      redirectUrl: z.string().nullable(),
    }),
  },
  rechargeResult: {
    input: z.strictObject({ id: z.string().regex(/^[A-Z0-9]{8,24}$/) }),
    output: z.object({ status: rechargeStatus, amount: money, reason: z.string() }),
  },
  bill: {
    input: z.strictObject({ ...filters, page, size: searched.size }),
    output: statement.extend({
      figures,
      /** Only the main account may recharge and set the warning level. */
      main: z.boolean(),
      /** Bank transfers that are under way, for the main account; each has a page of its own. */
      transfers: z.array(
        z.object({ rechargeNo: z.string(), amount: money, state: z.enum(transferStates), at: z.string() }),
      ),
    }),
  },
  balanceWarning: {
    input: z.strictObject({ levelMinor: amountMinor.nullable() }),
    output: done,
  },
  consoleBalances: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      only: z.enum(['low', 'credit', 'waiting']).optional(),
      page,
      size: searched.size,
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      waiting: z.int(),
      list: z.array(balanceRow),
    }),
  },
  consoleBalance: {
    input: z.strictObject({ id: recordId, ...filters, page, size: searched.size }),
    output: statement.extend({
      id: z.string(),
      name: z.string(),
      frozen: z.boolean(),
      /** Whom to write about the account: the settlement contact, else the one for orders. */
      contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
      figures,
      /** There is credit to pay with, but the owner does not offer that channel. */
      creditOff: z.boolean(),
      adjustments: z.array(adjustment),
      /** Above this a second person approves, null: never; `alone`, the caller's own changes of a day, counts with it (decision 0721). */
      fourEyes: money.nullable(),
      alone: money,
    }),
  },
  consoleAdjust: {
    input: z.strictObject({
      id: recordId,
      dealType: z.int(),
      amountMinor,
      reason: z.string().max(500),
    }),
    output: z.object({ id: z.string(), state: z.enum(['waiting', 'done']) }),
  },
  consoleAdjustments: {
    input: z.strictObject({ page, size: searched.size }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), list: z.array(adjustment), zone: z.string() }),
  },
  consoleAdjustmentDecide: {
    input: z.strictObject({ id: recordId, approve: z.boolean(), reason: z.string().max(500).default('') }),
    output: done,
  },
  consoleGiftCards: {
    input: z.strictObject({ query: z.string().max(60).default(''), state: cardState.optional(), page }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      zone: z.string(),
      list: z.array(giftCard),
      /** What the owner owes to the holders of cards, by currency. */
      owed: z.array(z.object({ amount: money, cards: z.int() })),
      currencies: z.array(currency),
      /** Above this total of a person and a day, in the owner's currency, another person releases what was issued; null: never. */
      fourEyes: money.nullable(),
      /** Buyers can pay with cards. */
      offered: z.boolean(),
    }),
  },
  consoleGiftCard: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      card: giftCard,
      zone: z.string(),
      uses: z.array(
        z.object({
          orderNo: z.string(),
          at: z.string(),
          amount: money,
          /** What came back to the card. */
          returned: money,
          /** It is held until the rest of the order's price comes. */
          held: z.boolean(),
        }),
      ),
    }),
  },
  /** The codes are in this answer alone, and in that to a repeat under the same Idempotency-Key. Refuses invalidInput by field. */
  consoleGiftCardIssue: {
    input: z.strictObject({
      valueMinor: z.int(),
      currency,
      count: z.int(),
      endsOn: day.nullable(),
      note: z.string().max(100),
    }),
    output: z.object({ codes: z.array(z.string()), waits: z.boolean() }),
  },
  /** Refuses changedMeanwhile, ownAdjustment for a release by the person who issued the card. */
  consoleGiftCardMove: {
    input: z.strictObject({
      id: recordId,
      act: z.enum(['block', 'unblock', 'release']),
      reason: z.string().max(500).default(''),
    }),
    output: z.object({ state: cardState }),
  },
};
