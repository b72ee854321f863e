// Products as their owner edits them (rules §10): one document per product, read and saved as a whole under one revision; the
// same document is what the catalogue's import and export carry. Amounts are minor units of the product's currency.
import { type ProductDocument, productFields } from '../domain/product-fields.ts';
import { currency, day, done, recordId, session, z } from './call.ts';
import { shapeOf } from './shape-fields.ts';

export const productDocument = z.strictObject(shapeOf(productFields));
export type { ProductDocument };

const state = z.enum(['draft', 'published', 'withdrawn']);

const priceChange = z.strictObject({
  skuId: recordId,
  priceMinor: z.int().min(0).nullable(),
  wasMinor: z.int().nullable(),
});

export const editingCalls = {
  consoleProducts: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      state: state.optional(),
      type: z.coerce.number().int().optional(),
      city: z.string().max(40).optional(),
      sort: z.enum(['newest', 'name', 'changed', 'sold']).default('newest'),
      page: z.coerce.number().int().min(1).max(1000).default(1),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      counts: z.object({ draft: z.int(), published: z.int(), withdrawn: z.int() }),
      list: z.array(
        z.object({
          id: z.string(),
          key: z.string(),
          name: z.string(),
          type: z.int(),
          subtype: z.int(),
          cityName: z.string(),
          state,
          picture: z.string(),
          fromMinor: z.int(),
          currency,
          sold: z.int(),
          views: z.int(),
          nextOn: day.nullable(),
          onSale: z.boolean(),
          updatedAt: z.string(),
          /** Languages of the site that have no name yet. */
          missing: z.array(z.string()),
        }),
      ),
    }),
  },
  consoleProduct: {
    input: z.strictObject({ id: recordId }),
    output: z.object({
      id: z.string(),
      state,
      revision: z.int(),
      /** Page that shows the product in its current state, including a draft, to anyone with the address. */
      previewPath: z.string(),
      path: z.string(),
      zone: z.string(),
      pictures: z.array(z.object({ pictureId: z.string(), address: z.string() })),
      document: productDocument,
    }),
  },
  /**
   * Without `id` a new draft. SKUs, packages and add-ons that are left out are removed, or taken off sale if any were
   * ever sold. Refuses invalidInput with paths such as `packages.0.skus.1.priceMinor`, and changedMeanwhile.
   */
  consoleProductSave: {
    input: z.strictObject({ id: recordId.optional(), revision: z.int().optional(), document: productDocument }),
    output: z.object({ id: z.string(), revision: z.int() }),
  },
  /** A copy as a draft, with its packages, prices and pictures, without stock. */
  consoleProductCopy: { input: z.strictObject({ id: recordId }), output: z.object({ id: z.string() }) },
  /**
   * Publishing refuses productIncomplete with what is missing: a name and overview in English and the owner's first language, a
   * package, a SKU, a departure.
   */
  consoleProductState: {
    input: z.strictObject({ id: recordId, revision: z.int(), state }),
    output: done,
  },
  /** Deletes drafts that nothing refers to. `problem`: a refusal's name, or `missing`. */
  consoleProductsDelete: {
    input: z.strictObject({ ids: z.array(recordId).min(1).max(50) }),
    output: z.object({ list: z.array(z.object({ id: z.string(), problem: z.string().nullable() })) }),
  },
  // price and stock, a month at a time
  consoleCalendar: {
    input: z.strictObject({ packageId: recordId, from: day, to: day }),
    output: z.object({
      productId: z.string(),
      productName: z.string(),
      packageName: z.string(),
      currency,
      zone: z.string(),
      openDays: z.int().nullable(),
      skus: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          priceMinor: z.int(),
          /** Of single sessions on every day. */
          sessionPrices: z.array(z.object({ session, priceMinor: z.int() })),
          costMinor: z.int().nullable(),
        }),
      ),
      days: z.array(
        z.object({
          on: day,
          session,
          capacity: z.int(),
          held: z.int(),
          /** Of `held`: for quotations. */
          quoted: z.int(),
          sold: z.int(),
          oversold: z.int(),
          /** Day prices that differ from the SKU's own. */
          prices: z.array(z.object({ skuId: z.string(), priceMinor: z.int() })),
          /** Prices of this session on this day alone. */
          sessionPrices: z.array(z.object({ skuId: z.string(), priceMinor: z.int() })),
          /** Day costs that were set. */
          costs: z.array(z.object({ skuId: z.string(), costMinor: z.int() })),
          /** SKUs of this departure with a separate limit, in addition to the shared capacity. */
          limits: z.array(z.object({ skuId: z.string(), capacity: z.int(), held: z.int(), sold: z.int() })),
        }),
      ),
    }),
  },
  /**
   * Changes single cells, at most 3,000 at once, all or none. `was` is the value the editor saw; the refusal changedMeanwhile lists cells
   * that changed since (`data.cells`; one of a day's cost has `cost: true`), capacityInUse lists capacities below what is held and sold
   * (`data.cells`). A cell for a SKU's
   * separate
   * limit carry its `skuId` and a `capacity`.
   */
  consoleCalendarSave: {
    input: z.strictObject({
      packageId: recordId,
      changes: z
        .array(
          z.strictObject({
            on: day,
            session,
            /** Null takes the departure off sale (only when nothing is held or sold). Left out: unchanged. */
            capacity: z.int().min(0).max(100_000).nullable().optional(),
            wasCapacity: z.int().nullable().optional(),
            /** Null goes back to the SKU's own price. */
            prices: z.array(priceChange).max(30).default([]),
            /** Of this session on this day alone; null goes back to the session's usual price, else to the day's. */
            sessionPrices: z.array(priceChange).max(30).default([]),
            /** What the supplier gets for one that day; null goes back to the SKU's own cost. */
            costs: z
              .array(
                z.strictObject({
                  skuId: recordId,
                  costMinor: z.int().min(0).nullable(),
                  wasMinor: z.int().nullable(),
                }),
              )
              .max(30)
              .default([]),
            /** Capacities of single SKUs of this departure; null: no separate limit. */
            limits: z
              .array(
                z.strictObject({
                  skuId: recordId,
                  capacity: z.int().min(0).max(100_000).nullable(),
                  wasCapacity: z.int().nullable(),
                }),
              )
              .max(30)
              .default([]),
          }),
        )
        .min(1)
        .max(3000),
    }),
    output: z.object({ changed: z.int() }),
  },
};
