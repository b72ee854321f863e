// Deposit, credit line and recharges (§2 uc balance, §7 pay, decisions §8): figures, the statement that adds up to them, paying in,
// and the owner's changes with four eyes. Below them the exchange rates.
import { dealTypes, ledgerKinds } from '../domain/payment-status.ts';
import { currency, day, done, money, nothing, queryNumber, recordId, z } from './call.ts';

const kind = z.enum(ledgerKinds);
const dealType = z.coerce
  .number()
  .int()
  .refine((one) => dealTypes.some((known) => known === one));
const pageSize = z.coerce
  .number()
  .int()
  .refine((one) => [10, 20, 50].includes(one));
const page = z.coerce.number().int().min(1).max(100_000).default(1);

const figures = z.object({
  currency,
  deposit: money,
  /** Null without a credit line. `used` is what is to be settled; a gift may leave more than the line. */
  credit: z.object({ limit: money, used: money, left: money }).nullable(),
  /** What the main account chose; null: the house's own levels. */
  warnBelow: money.nullable(),
  depositLow: z.boolean(),
  creditLow: z.boolean(),
});

/** What of a statement is shown. Days are those of the owner's zone, both included. */
const filters = {
  dealType: dealType.optional(),
  kind: kind.optional(),
  channel: z.string().max(40).optional(),
  from: day.optional(),
  to: day.optional(),
};
export const statementFilters = z.strictObject(filters);

const entry = z.object({
  id: z.string(),
  at: z.string(),
  dealType: z.int(),
  kind,
  /** How it was paid or paid in; null for changes by the owner. */
  channel: z.string().nullable(),
  /** Signed; for deal types 5 and 6 what the credit line changed by. */
  amount: money,
  /** Deposit, or credit that was left, after this. */
  after: money,
  /** Of orders that the reader may see. */
  orderNo: z.string().nullable(),
  /** The number of a payment, refund, recharge or adjustment. */
  reference: z.string(),
  note: z.string(),
});

const statement = z.object({
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  list: z.array(entry),
  /** In and out of what the filters let through, per account. */
  sums: z.array(z.object({ kind, incoming: money, outgoing: money })),
  /** Channels that occur, for the filter. */
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
  /** Asked for by the reader, who may withdraw but not approve it. */
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

const channelOffer = z.object({ channel: z.string(), feePercent: z.string(), fee: money, payable: money });

/** 0 processing, 1 successful, 2 failed (§3). */
const rechargeStatus = z.union([z.literal(0), z.literal(1), z.literal(2)]);

/** Minor units of the owner's currency; judged with words of its own. */
const amountMinor = z.int();

export const moneyCalls = {
  /** What paying in an amount (minor units of the owner's currency) would cost by each channel. */
  cashier: {
    input: z.strictObject({ amount: queryNumber.default(0) }),
    output: z.object({ amount: money, least: money, most: money, channels: z.array(channelOffer) }),
  },
  cashierInfo: {
    input: z.strictObject({ channel: z.string().max(40), amount: amountMinor }),
    output: z.object({
      rechargeNo: z.string(),
      status: rechargeStatus,
      redirectUrl: z.string().nullable(),
      qr: z.string().nullable(),
      form: z.object({ action: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
      expiresAt: z.string().nullable(),
    }),
  },
  rechargeResult: {
    input: z.strictObject({ id: z.string().regex(/^[A-Z0-9]{8,24}$/) }),
    output: z.object({ status: rechargeStatus, amount: money, reason: z.string() }),
  },
  bill: {
    input: z.strictObject({ ...filters, page, size: pageSize.default(20) }),
    output: statement.extend({
      figures,
      /** Paying in and setting the warning level are the main account's. */
      main: z.boolean(),
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
      size: pageSize.default(20),
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
    input: z.strictObject({ id: recordId, ...filters, page, size: pageSize.default(20) }),
    output: statement.extend({
      id: z.string(),
      name: z.string(),
      frozen: z.boolean(),
      figures,
      /** There is credit to pay with, but the owner does not offer that way to pay. */
      creditOff: z.boolean(),
      adjustments: z.array(adjustment),
      /** Above this a second person approves; null: never. */
      fourEyes: money.nullable(),
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
    input: z.strictObject({ page, size: pageSize.default(20) }),
    output: z.object({ total: z.int(), page: z.int(), pages: z.int(), list: z.array(adjustment), zone: z.string() }),
  },
  consoleAdjustmentDecide: {
    input: z.strictObject({ id: recordId, approve: z.boolean(), reason: z.string().max(500).default('') }),
    output: done,
  },
};

// The owner’s exchange rates (§9 currency, decisions §10): the table, its margin, and whether it follows the feed.

const source = z.enum(['hand', 'feed']);
const age = z.enum(['ok', 'warn', 'blocked']);

const row = z.object({
  currency,
  /** Units of the owner's currency for one unit, the margin included where it follows the feed; null for none. */
  rate: z.string().nullable(),
  source,
  on: day.nullable(),
  /** Rates by hand are always ok. */
  age,
  /** What the feed gives without the margin. */
  reference: z.object({ rate: z.string(), on: day, age }).nullable(),
  /** Customers may choose it. */
  offered: z.boolean(),
  /** Products are sold in it: it needs a rate. */
  selling: z.boolean(),
});

export const rateCalls = {
  consoleRates: {
    input: nothing,
    output: z.object({
      revision: z.int(),
      currency,
      feed: z.boolean(),
      /** Hundredths of a percent. */
      margin: z.int(),
      /** The newest day of the feed, and whether it has the owner's currency. */
      feedDay: day.nullable(),
      feedAge: age.nullable(),
      feedHasOwn: z.boolean(),
      list: z.array(row),
    }),
  },
  /** Currencies left out stay as they are; an empty rate by hand takes the currency off the table. */
  consoleRatesSave: {
    input: z.strictObject({
      revision: z.int(),
      feed: z.boolean(),
      margin: z.int(),
      rates: z.array(z.strictObject({ currency, source, rate: z.string().max(30).default('') })).max(100),
    }),
    output: z.object({ revision: z.int() }),
  },
  /** Asks the feed now. `added` counts rates that were not known, `changed` the owner's rates that moved. */
  consoleRatesFetch: { input: nothing, output: z.object({ day, added: z.int(), changed: z.int() }) },
};
