// Search, product page, price calendar, booking check (§2, §7 product). Texts arrive in the caller's language,
// card prices in the caller's currency; product prices in the selling currency with the rate to show them by.
import { day, money, nothing, quantity, recordId, session, shown, z } from './call.ts';

export const searchSorts = ['default', 'priceHigh', 'priceLow'] as const;
export const homeRows = ['popular', 'hot', 'recent'] as const;

const picture = z.object({ src: z.string(), colour: z.string(), alt: z.string() });

export const productCard = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  city: z.string(),
  country: z.string(),
  type: z.int(),
  subtype: z.int(),
  picture,
  /** In the caller's currency. */
  from: money,
  nextOn: day.nullable(),
  instant: z.boolean(),
  freeCancelDays: z.int().nullable(),
  popularity: z.int(),
});

const facet = z.object({ key: z.string(), label: z.string(), count: z.int() });

const sku = z.object({
  id: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  seatClass: z.int().nullable(),
  /** Own name of the SKU, or '' where its ticket or car type names it. */
  name: z.string(),
  minAge: z.int(),
  maxAge: z.int(),
  /** Lowest price of the coming days, the caller's own. */
  from: money,
  retail: money,
  seats: z.int().nullable(),
  luggage: z.int().nullable(),
});

const addOn = z.object({ id: z.string(), name: z.string(), price: money, most: z.int().nullable() });

const packageShape = z.object({
  id: z.string(),
  name: z.string(),
  minQuantity: z.int(),
  maxQuantity: z.int(),
  oversell: z.boolean(),
  description: z.string(),
  /** Open ticket: valid so many days after the purchase, no date is chosen (lines use 9999-12-31). */
  openDays: z.int().nullable(),
  minNights: z.int(),
  maxNights: z.int(),
  sessions: z.array(session),
  nextOn: day.nullable(),
  skus: z.array(sku),
});

const calendarDay = z.object({
  on: day,
  session,
  /** Places left; for display only, the order decides. */
  left: z.int(),
  /**
   * `retail` is the public price beside an agent's own; the same for everyone else. `left` is the least of the SKU's own limit and the
   * departure's places.
   */
  prices: z.array(z.object({ skuId: z.string(), price: money, retail: money, left: z.int() })),
});

export const bookLine = z.strictObject({
  skuId: recordId,
  playOn: day,
  session: session.default(''),
  /** Check-out of a stay. */
  untilOn: day.optional(),
  quantity,
});

/** At most one per traveller or the product's maximum, never alone (§5). */
export const chosenAddOns = z
  .array(z.strictObject({ id: recordId, quantity: z.number() }))
  .max(30)
  .default([]);
/** A line as typed by a person or a partner: the quantity is judged in the use case so that the refusal names it. */
const looseLine = bookLine.extend({ quantity: z.number() });

export const productCalls = {
  keyQuery: {
    input: z.strictObject({ query: z.string().max(80) }),
    output: z.object({
      /** Types, or subtypes of them, whose words begin like what was typed; words in the caller's language. */
      categories: z.array(z.object({ type: z.int(), subtype: z.int().nullable(), name: z.string(), count: z.int() })),
      cities: z.array(z.object({ key: z.string(), name: z.string(), country: z.string(), count: z.int() })),
      products: z.array(z.object({ id: z.string(), name: z.string(), path: z.string(), city: z.string() })),
    }),
  },
  categories: {
    input: nothing,
    output: z.object({ categories: z.array(facet), cities: z.array(facet.extend({ picture })) }),
  },
  promotions: {
    input: nothing,
    output: z.object({ rows: z.array(z.object({ title: z.string(), products: z.array(productCard) })) }),
  },
  searchProducts: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      type: z.int().optional(),
      subtype: z.int().optional(),
      city: z.string().max(40).optional(),
      sort: z.enum(searchSorts).default('default'),
      page: z.int().min(1).max(500).default(1),
      size: z.int().min(1).max(40).default(20),
      /** Rows of the home page; replaces `sort`. */
      row: z.enum(homeRows).optional(),
      /** Just these, in this order, as far as they are on the shelf; replaces everything else. */
      ids: z.array(recordId).min(1).max(12).optional(),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      list: z.array(productCard),
      types: z.array(facet),
      subtypes: z.array(facet),
      cities: z.array(facet),
      /** Nearest things when nothing matched; empty otherwise. */
      instead: z.array(productCard),
      /** When nothing matched: words of the shop close to what was typed, and how many products they find without filters. */
      suggestion: z.object({ query: z.string(), count: z.int() }).nullable(),
    }),
  },
  productDetail: {
    /** A draft is shown to whoever holds its preview address only (§7). */
    input: z.strictObject({
      id: recordId,
      isPreview: z.enum(['true', 'false']).optional(),
      token: z.string().max(80).optional(),
    }),
    output: z.object({
      id: z.string(),
      path: z.string(),
      name: z.string(),
      type: z.int(),
      subtype: z.int(),
      city: z.object({ key: z.string(), name: z.string(), country: z.string(), countryKey: z.string() }),
      zone: z.string(),
      place: z.object({ lat: z.number(), lng: z.number(), map: z.string() }),
      pictures: z.array(picture),
      overview: z.string(),
      /** Long texts as plain lines (domain/plain-text.ts); '' where there is none. */
      description: z.string(),
      instructions: z.string(),
      traffic: z.string(),
      itinerary: z.array(z.object({ day: z.int(), time: z.string(), title: z.string(), text: z.string() })),
      included: z.array(z.string()),
      excluded: z.array(z.string()),
      notices: z.array(z.string()),
      playTime: z.object({ value: z.int(), unit: z.int() }),
      serviceLanguages: z.array(z.string()),
      redemption: z.string(),
      instant: z.boolean(),
      freeCancelDays: z.int().nullable(),
      from: money,
      shown,
      nextOn: day.nullable(),
      stockBy: z.enum(['person', 'car', 'room', 'piece']),
      /** A draft, seen through its preview address; it cannot be booked. */
      isDraft: z.boolean(),
      /** False: taken off the shelf; shown with a notice, cannot be booked (§8). */
      onShelf: z.boolean(),
      packages: z.array(packageShape),
      addOns: z.array(addOn),
      cutOffHours: z.int(),
      /** Percent kept when cancelled fewer than so many days before; null: free until `freeCancelDays` before, then nothing back. */
      refundRules: z.array(z.object({ daysBefore: z.int(), feePercent: z.int() })).nullable(),
      areaIds: z.array(z.string()),
      related: z.array(productCard),
    }),
  },
  /** One package with its SKUs, of a product on the shelf. */
  packageDetail: {
    input: z.strictObject({ id: recordId }),
    output: packageShape.extend({
      productId: z.string(),
      productName: z.string(),
      path: z.string(),
      shown,
      addOns: z.array(addOn),
    }),
  },
  inventories: {
    input: z.strictObject({ packageId: recordId, from: day, to: day }),
    output: z.object({ shown, days: z.array(calendarDay) }),
  },
  bookCheck: {
    input: z.strictObject({ lines: z.array(looseLine).min(1).max(10), addOns: chosenAddOns }),
    output: z.object({
      shown,
      total: money,
      retailTotal: money,
      addOnsTotal: money,
      lines: z.array(
        z.object({
          skuId: z.string(),
          unit: money,
          amount: money,
          retailUnit: money,
          left: z.int(),
          needsConfirmation: z.boolean(),
        }),
      ),
    }),
  },
};

export { looseLine };
