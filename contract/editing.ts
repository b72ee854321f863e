// Products as their owner edits them (rules §10): one document per product, read and saved as a whole under one revision; the
// same document is what the catalogue's import and export carry. Amounts are minor units of the product's currency.
import { currency, day, done, recordId, session, textsOf, z } from './call.ts';

const short = textsOf(200);
const long = textsOf(20_000);

/** 0–100 percent of the line kept when cancelled fewer than `daysBefore` whole days before the play date, in the product's zone. */
export const refundRule = z.strictObject({ daysBefore: z.int().min(0).max(365), feePercent: z.int().min(0).max(100) });

export const skuDocument = z.strictObject({
  /** Left out for a new one. */
  id: recordId.optional(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  seatClass: z.int().nullable(),
  /** The SKU's name; required where no ticket or car type names it. */
  names: short,
  minAge: z.int().min(0).max(999),
  maxAge: z.int().min(0).max(999),
  priceMinor: z.int().min(0).max(1_000_000_000_000),
  seats: z.int().min(1).max(999).nullable(),
  luggage: z.int().min(0).max(999).nullable(),
  onShelf: z.boolean(),
});

export const packageDocument = z.strictObject({
  id: recordId.optional(),
  key: z.string().max(60),
  names: short,
  descriptions: textsOf(4000),
  minQuantity: z.int().min(1).max(999),
  maxQuantity: z.int().min(1).max(999),
  oversell: z.boolean(),
  /** Valid so many days after the purchase instead of on a date; null for dated ones. */
  openDays: z.int().min(1).max(3650).nullable(),
  minNights: z.int().min(1).max(90),
  maxNights: z.int().min(1).max(90),
  onShelf: z.boolean(),
  skus: z.array(skuDocument).min(1).max(30),
});

export const addOnDocument = z.strictObject({
  id: recordId.optional(),
  names: short,
  priceMinor: z.int().min(0).max(1_000_000_000_000),
  /** Null: at most one per traveller (§5). */
  most: z.int().min(1).max(999).nullable(),
  onShelf: z.boolean(),
});

export const productDocument = z.strictObject({
  /** The owner's short name for the product, unique; also used in picture addresses and files. */
  key: z.string().max(60),
  type: z.int(),
  subtype: z.int(),
  /** City key of searchRegion; gives country and time zone. */
  city: z.string().max(40),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  currency,
  names: short,
  overviews: textsOf(4000),
  /** Plain lines (domain/plain-text.ts). */
  descriptions: long,
  instructions: long,
  traffic: long,
  itinerary: z
    .array(z.strictObject({ day: z.int().min(1).max(60), time: session, titles: short, texts: textsOf(2000) }))
    .max(60),
  included: z.array(short).max(40),
  excluded: z.array(short).max(40),
  notices: z.array(short).max(40),
  instant: z.boolean(),
  playValue: z.int().min(1).max(999),
  /** 1 day, 2 hour, 3 minute (§3). */
  playUnit: z.int().min(1).max(3),
  serviceLanguages: z.array(z.string().max(10)).max(20),
  redemption: z.enum(['eVoucher', 'meetingPoint', 'collect', 'pickup']),
  freeCancelDays: z.int().min(0).max(365).nullable(),
  /** Null: free until `freeCancelDays` before, not refundable afterwards. */
  refundRules: z.array(refundRule).max(10).nullable(),
  cutOffHours: z.int().min(0).max(2160),
  /** Field codes of §3 asked once per order and of each traveller; null: the defaults of the product type. */
  orderFields: z.array(z.int()).max(40).nullable(),
  travellerFields: z.array(z.int()).max(40).nullable(),
  supplierId: recordId.nullable(),
  scene: z.strictObject({ kind: z.string().max(40), time: z.enum(['dawn', 'day', 'dusk', 'night']) }),
  pictures: z.array(z.strictObject({ pictureId: z.string().max(60), alts: short })).max(20),
  areas: z.array(recordId).max(50),
  addOns: z.array(addOnDocument).max(30),
  packages: z.array(packageDocument).max(30),
});
export type ProductDocument = z.output<typeof productDocument>;

const state = z.enum(['draft', 'published', 'withdrawn']);

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
      skus: z.array(z.object({ id: z.string(), name: z.string(), priceMinor: z.int() })),
      days: z.array(
        z.object({
          on: day,
          session,
          capacity: z.int(),
          held: z.int(),
          sold: z.int(),
          oversold: z.int(),
          /** Day prices that differ from the SKU's own. */
          prices: z.array(z.object({ skuId: z.string(), priceMinor: z.int() })),
          /** SKUs of this departure with a separate limit, in addition to the shared capacity. */
          limits: z.array(z.object({ skuId: z.string(), capacity: z.int(), held: z.int(), sold: z.int() })),
        }),
      ),
    }),
  },
  /**
   * Changes single cells, at most 3,000 at once, all or none. `was` is the value the editor saw; the refusal changedMeanwhile lists cells
   * that changed since (`data.cells`), capacityInUse lists capacities below what is held and sold (`data.cells`). A cell for a SKU's
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
            prices: z
              .array(
                z.strictObject({
                  skuId: recordId,
                  priceMinor: z.int().min(0).nullable(),
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
  consolePriceRules: {
    input: z.strictObject({ productId: recordId }),
    output: z.object({
      currency,
      skus: z.array(z.object({ id: z.string(), name: z.string(), packageName: z.string(), priceMinor: z.int() })),
      rules: z.array(
        z.object({
          id: z.string(),
          /** Null: all SKUs of this product. */
          skuId: z.string().nullable(),
          level: z.int().nullable(),
          partnerId: z.string().nullable(),
          partnerName: z.string(),
          kind: z.enum(['fixed', 'percent', 'amount']),
          /** Minor units, or hundredths of a percent. */
          value: z.int(),
        }),
      ),
    }),
  },
  consolePriceRuleSave: {
    input: z.strictObject({
      productId: recordId,
      skuId: recordId.nullable(),
      level: z.int().min(1).max(9).nullable(),
      partnerId: recordId.nullable(),
      kind: z.enum(['fixed', 'percent', 'amount']),
      value: z.int().min(0),
    }),
    output: done,
  },
  consolePriceRuleDelete: { input: z.strictObject({ productId: recordId, id: recordId }), output: done },
};
