// Deals at GetYourGuide (decision 0692): read from it, created and ended there by an admin.
import { dealRules, gygDealTypes } from '../domain/marketplace/gyg-deals.ts';
import { day, z } from './call.ts';

/** At GetYourGuide, as it lists it; null for what it does not say. */
const gygDeal = z.object({
  id: z.string(),
  name: z.string(),
  from: z.string(),
  to: z.string(),
  type: z.enum(gygDealTypes).nullable(),
  percent: z.number(),
  mostPlaces: z.number().nullable(),
  noticeDays: z.number().nullable(),
});
/** How a request to it ended: '' where it took it, else refused, key, silent or odd, with its code and its own words. */
const gygEnd = z.object({ problem: z.string(), code: z.string(), text: z.string() });
const gygRef = z.string().max(60);

export const dealCalls = {
  /** The deals of one product that GetYourGuide sells, read from it, and the products. `problem` as in gygEnd. */
  consoleGygDeals: {
    input: z.strictObject({ ref: gygRef.default('') }),
    output: z.object({
      products: z.array(z.object({ ref: z.string(), name: z.string() })),
      /** Whose deals these are: the first product where none was named; '' where there is none. */
      ref: z.string(),
      /** In the shop's time zone. */
      today: day,
      deals: z.array(gygDeal),
      problem: z.string(),
      code: z.string(),
    }),
  },
  /** Refuses by field days that are over, a notice that its kind does not have, and figures out of range. */
  consoleGygDealCreate: {
    input: z.strictObject({
      ref: gygRef.min(1),
      name: z.string().max(dealRules.nameLength),
      ...{ from: day, to: day },
      percent: z.number(),
      mostPlaces: z.int(),
      type: z.enum(gygDealTypes),
      noticeDays: z.int(),
    }),
    output: gygEnd,
  },
  consoleGygDealEnd: {
    input: z.strictObject({ ref: gygRef.min(1), id: z.string().regex(/^\d{1,19}$/) }),
    output: gygEnd,
  },
};
