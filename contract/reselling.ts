// Suppliers' systems that speak OCTO (decision 0415): how each is reached, which packages are theirs, and what orders have there.
import { done, listed, money, recordId, searched, z } from './call.ts';

const typed = z.string().max(1000);

const supplyStates = ['new', 'held', 'pending', 'confirmed', 'released', 'refused'] as const;

const problem = z.string();

const theirUnit = z.object({ id: z.string(), name: z.string(), type: z.string(), price: money.nullable() });

const theirOption = z.object({
  id: z.string(),
  name: z.string(),
  units: z.array(theirUnit),
  /** The package that it is sold as. */
  sold: z
    .object({
      packageId: z.string(),
      productId: z.string(),
      productName: z.string(),
      packageName: z.string(),
      state: z.enum(['draft', 'published', 'withdrawn']),
      /** When the supplier last answered with places and prices. */
      askedAt: z.string().nullable(),
      problem,
    })
    .nullable(),
});

export const resellingCalls = {
  consoleOcto: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      supplierName: z.string(),
      zone: z.string(),
      /** The supplier is connected in another way already. */
      taken: z.boolean(),
      /** Null: not connected. The key is never shown again. */
      link: z
        .object({
          revision: z.int(),
          endpoint: z.string(),
          prefixed: z.boolean(),
          priceBy: z.enum(['retail', 'net']),
          markupPercent: z.int(),
          active: z.boolean(),
          problem,
          readAt: z.string().nullable(),
          /** It sends notices (decision 0460); without them it is only polled. */
          sendsNotices: z.boolean(),
        })
        .nullable(),
      products: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** Why it cannot be sold here; '' where it can. */
          refused: z.enum(['', 'openTicket', 'perBooking', 'currency']),
          options: z.array(theirOption),
        }),
      ),
    }),
  },
  /**
   * Asks the supplier for its products and saves the connection only if it answers. Refuses invalidInput by field, changedMeanwhile. An
   * empty key keeps the one that is saved.
   */
  consoleOctoSave: {
    input: z.strictObject({
      id: recordId,
      revision: z.int().default(0),
      endpoint: typed,
      key: typed,
      prefixed: z.boolean(),
      priceBy: z.enum(['retail', 'net']),
      /** Of what the supplier asks. */
      markupPercent: z.int(),
      active: z.boolean(),
    }),
    output: z.object({ id: z.string(), products: z.int() }),
  },
  /** A draft of a product with all of its options. Refuses invalidInput by field. */
  consoleOctoTake: {
    input: z.strictObject({ id: recordId, productRef: z.string().max(200), type: z.int(), city: z.string().max(160) }),
    output: z.object({ productId: z.string() }),
  },
  /** An option is sold as a package that there is already: each of its SKUs is one of the units. Refuses invalidInput by field. */
  consoleOctoTie: {
    input: z.strictObject({
      id: recordId,
      productRef: z.string().max(200),
      optionRef: z.string().max(200),
      packageId: recordId,
      units: z.record(recordId, z.string().max(200)),
    }),
    output: done,
  },
  /** Sold no more; what is booked there stays. */
  consoleOctoUntie: { input: z.strictObject({ id: recordId, packageId: recordId }), output: done },
  /** Places of a month as the supplier reports them now, at most once a minute. */
  askPlaces: {
    input: z.strictObject({ packageId: recordId, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
    output: z.object({ askedAt: z.string().nullable(), fresh: z.boolean() }),
  },
  consoleSupplies: {
    input: z.strictObject({
      ...searched,
      state: z.enum(supplyStates).optional(),
      /** Those that could not be settled alone. */
      problem: z.enum(['', '1']).default(''),
    }),
    output: z.object({
      ...listed,
      zone: z.string(),
      list: z.array(
        z.object({
          id: z.string(),
          orderNo: z.string(),
          supplierName: z.string(),
          productName: z.string(),
          playOn: z.string(),
          session: z.string(),
          units: z.int(),
          state: z.enum(supplyStates),
          /** The supplier's number. */
          reference: z.string(),
          net: money.nullable(),
          problem,
          /** In the supplier's words. */
          answer: z.string(),
          askedAt: z.string().nullable(),
        }),
      ),
    }),
  },
  /** Asks the supplier again at once. */
  consoleSupplyAgain: { input: z.strictObject({ id: recordId }), output: done },
  /** Settled with the supplier in another way: it is not asked again. */
  consoleSupplyClose: { input: z.strictObject({ id: recordId }), output: done },
};
