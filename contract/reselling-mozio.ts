// Transfers that Mozio carries out (decision 0685): the account there, which packages it carries out, and what it offers.
import { currency, done, money, recordId, z } from './call.ts';

const typed = z.string().max(1000);
const place = z.string().max(250);
const problem = z.string();

export const mozioCalls = {
  consoleMozio: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      supplierName: z.string(),
      zone: z.string(),
      /** The site's, for a new tie. */
      currency,
      /** The supplier is connected in another way already. */
      taken: z.boolean(),
      /** Null: not connected. The key is never shown again. */
      link: z.object({ revision: z.int(), endpoint: z.string(), active: z.boolean(), problem }).nullable(),
      /** Of transfers: first those that Mozio carries out. */
      packages: z.array(
        z.object({
          packageId: z.string(),
          productId: z.string(),
          productName: z.string(),
          packageName: z.string(),
          state: z.enum(['draft', 'published', 'withdrawn']),
          skus: z.array(z.object({ id: z.string(), name: z.string(), seats: z.int().nullable() })),
          tie: z
            .object({
              /** '': the address that the guest enters. */
              from: z.string(),
              to: z.string(),
              currency,
              rides: z.array(z.object({ skuId: z.string(), vehicle: z.string(), people: z.int(), most: money })),
            })
            .nullable(),
        }),
      ),
    }),
  },
  /** Tries address and key, and saves them only if Mozio answers. Refuses invalidInput by field, changedMeanwhile. An empty key stays. */
  consoleMozioSave: {
    input: z.strictObject({
      id: recordId,
      revision: z.int().default(0),
      endpoint: typed,
      key: typed,
      active: z.boolean(),
    }),
    output: done,
  },
  /** A package is carried out by Mozio from now on, or in another way. Refuses invalidInput by field. */
  consoleMozioTie: {
    input: z.strictObject({
      id: recordId,
      packageId: recordId,
      from: place,
      to: place,
      currency: z.string().max(3),
      /** By SKU: '' as vehicle is any; the most that it may cost in minor units of the currency. */
      rides: z.record(
        recordId,
        z.strictObject({ vehicle: z.string().max(100), people: z.int(), mostMinor: z.int().max(9_000_000_000_000) }),
      ),
    }),
    output: done,
  },
  consoleMozioUntie: { input: z.strictObject({ id: recordId, packageId: recordId }), output: done },
  /** Without `searchId` it begins a search; with it, one poll of that search. */
  consoleMozioAsk: {
    input: z.strictObject({
      id: recordId,
      from: place.min(1),
      to: place.min(1),
      on: z.iso.date(),
      time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
      people: z.int().min(1).max(60),
      currency,
      searchId: z.string().max(200).default(''),
    }),
    output: z.object({
      searchId: z.string(),
      more: z.boolean(),
      rides: z.array(
        z.object({
          id: z.string(),
          vehicle: z.string(),
          provider: z.string(),
          people: z.int().nullable(),
          bags: z.int().nullable(),
          price: money,
        }),
      ),
      problem,
      /** In Mozio's words. */
      answer: z.string(),
    }),
  },
};
