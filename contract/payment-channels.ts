// Payment channels (§3); their keys can be set but never read back (rules §10, role finance).
import { currency, nothing, z } from './call.ts';

const options = z.record(z.string().max(60), z.unknown());

const channelRow = z.object({
  channel: z.string(),
  active: z.boolean(),
  /** Percent that the buyer pays on top, as decimal text. */
  feePercent: z.string(),
  /** Whether the fee goes back with a partial refund. */
  feeRefundable: z.boolean(),
  /** The paying currency; null: the order's currency, or the first that the channel takes. */
  currency: currency.nullable(),
  /** Null: any. */
  currencies: z.array(currency).nullable(),
  options,
  keys: z.array(z.object({ name: z.string(), required: z.boolean(), set: z.boolean() })),
  /** Every required key is set, so it may be switched on. */
  ready: z.boolean(),
  /** Where the channel sends its notices; null for deposit and credit. */
  notifyUrl: z.string().nullable(),
  /** 0 for a channel that was never set up. */
  revision: z.int(),
});

export const paymentChannelsCalls = {
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
