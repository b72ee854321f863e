// The owner's exchange rates (§9 currency, rules §10): the table, its margin, and whether it follows the feed.
import { currency, day, nothing, z } from './call.ts';

// The owner’s exchange rates (§9 currency, rules §10): the table, its margin, and whether it follows the feed.

const source = z.enum(['hand', 'feed']);
const age = z.enum(['ok', 'warn', 'blocked']);

const row = z.object({
  currency,
  /** Units of the owner's currency for one unit, including the margin where it follows the feed; null: no rate. */
  rate: z.string().nullable(),
  source,
  on: day.nullable(),
  /** Manual rates are always ok. */
  age,
  /** The feed's rate without the margin. */
  reference: z.object({ rate: z.string(), on: day, age }).nullable(),
  /** Customers may choose it. */
  offered: z.boolean(),
  /** Products are sold in it: it needs a rate. */
  selling: z.boolean(),
});

export const siteRatesCalls = {
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
  /** Omitted currencies stay unchanged; an empty manual rate removes the currency from the table. */
  consoleRatesSave: {
    input: z.strictObject({
      revision: z.int(),
      feed: z.boolean(),
      margin: z.int(),
      rates: z.array(z.strictObject({ currency, source, rate: z.string().max(30).default('') })).max(100),
    }),
    output: z.object({ revision: z.int() }),
  },
  /** Fetches the feed now. `added` counts new rates, `changed` the owner's rates that moved. */
  consoleRatesFetch: { input: nothing, output: z.object({ day, added: z.int(), changed: z.int() }) },
};
