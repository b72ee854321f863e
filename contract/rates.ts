// Exchange rates in the back office (§9 currency, decisions §10): the owner's table, its margin, and whether it follows the feed.
import { currency, day, nothing, z } from './call.ts';

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
