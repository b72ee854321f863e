// Ways to pay in the back office (§3 pay channels, decisions §10): switched on and off, with fee, currency, options and keys. Keys
// go in and never come out again: only the names of those that are set.
import { currency, nothing, z } from './call.ts';

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

export const paymentCalls = {
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
};
