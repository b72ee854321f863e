// Search and product page (§2, §7 product). Texts arrive in the caller's language,
// card prices in the caller's currency; product prices in the selling currency with the rate to show them by.
import { packageFields, productFields } from '../domain/product-fields.ts';
import { dayTimes, playLengths } from '../domain/search/choices.ts';
import {
  day,
  heading,
  language,
  money,
  nothing,
  pictureShape as picture,
  recordId,
  seatPlanShape,
  session,
  shown,
  z,
} from './call.ts';
import { seenShapeOf } from './shape-fields.ts';

const searchSorts = ['default', 'priceHigh', 'priceLow', 'rating', 'distance'] as const;

const latitude = z.number().min(-90).max(90);
const longitude = z.number().min(-180).max(180);

const homeRows = ['popular', 'hot', 'recent'] as const;

/** Mean of the published reviews, to a tenth; null without any. */
const rating = z.object({ mean: z.number(), count: z.int() }).nullable();

/**
 * A limited offer that runs: the price without it, and its end; `untilOn` is its last day by the owner's clock, `untilTime` the time on it
 * while that day runs, unless it lasts until midnight.
 */
const offer = z
  .object({ percent: z.int(), before: money, until: z.string(), untilOn: day, untilTime: session.optional() })
  .optional();

const productCard = z.object({
  id: z.string(),
  name: z.string(),
  heading,
  path: z.string(),
  /** Up to two of its figures in the reader's language; '' without any. */
  facts: z.string(),
  city: z.string(),
  country: z.string(),
  type: z.int(),
  subtype: z.int(),
  picture,
  /** In the caller's currency. */
  from: money,
  offer,
  nextOn: day.nullable(),
  /** Places are left; a product without a next day can be used on any day. */
  onSale: z.boolean(),
  instant: z.boolean(),
  freeCancelDays: z.int().nullable(),
  popularity: z.int(),
  rating,
});

const facet = z.object({ key: z.string(), label: z.string(), count: z.int() });

const sku = z.object({
  id: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  seatClass: z.int().nullable(),
  /** The SKU's name, or '' where its ticket or car type names it. */
  name: z.string(),
  minAge: z.int(),
  maxAge: z.int(),
  /** Lowest price of the coming days, at the caller's price level. */
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
  /** Rented by the day: first and last day are chosen, and the bounds below are days. */
  byDay: z.boolean(),
  /** Of a transfer: the ways it goes, one of which is chosen first; none: it is not asked. */
  directions: z.array(z.string()),
  minNights: z.int(),
  maxNights: z.int(),
  ...seenShapeOf(packageFields, 'product'),
  /** Of a room, in words; '' where nothing is said. */
  beds: z.string(),
  /** Its figures, in the reader's language. */
  figures: z.string(),
  sessions: z.array(session),
  nextOn: day.nullable(),
  /** The first session of the next day that can still be booked; '' without sessions. */
  nextSession: z.string(),
  /** In the reader's language: from which day on cancelling is still free, where it no longer is for the next day; '' otherwise. */
  freeLater: z.string(),
  /** Places are left; a product without a next day can be used on any day. */
  onSale: z.boolean(),
  skus: z.array(sku),
});

export const catalogCalls = {
  keyQuery: {
    input: z.strictObject({ query: z.string().max(80) }),
    output: z.object({
      /** Types and subtypes whose names start like the typed text; names in the caller's language. */
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
    /** `offers`: what a limited offer runs for, the first to end first. */
    output: z.object({
      /** Rows of the owner; each shows `most` of its products, the others replace those that earlier rows show. */
      rows: z.array(z.object({ title: z.string(), products: z.array(productCard), most: z.int() })),
      offers: z.array(productCard),
    }),
  },
  searchProducts: {
    input: z.strictObject({
      query: z.string().max(80).default(''),
      type: z.int().optional(),
      subtype: z.int().optional(),
      /** Its key in addresses. */
      country: z.string().max(60).optional(),
      city: z.string().max(40).optional(),
      /** Days on which it can be booked, both included; without them those that the words name are taken. */
      from: day.optional(),
      to: day.optional(),
      /** Whole units of the caller's currency. */
      priceFrom: z.int().min(0).max(1_000_000_000).optional(),
      priceTo: z.int().min(0).max(1_000_000_000).optional(),
      length: z.enum(playLengths).optional(),
      time: z.enum(dayTimes).optional(),
      instant: z.literal(true).optional(),
      freeCancel: z.literal(true).optional(),
      /** A language in which it is held. */
      spoken: language.optional(),
      /** Stars, at least. */
      rating: z.int().min(1).max(5).optional(),
      /** Where the caller is; `kilometres` around it, all without. The order by distance needs it. */
      lat: latitude.optional(),
      lng: longitude.optional(),
      kilometres: z.int().min(1).max(2000).optional(),
      /** Also where all that is found is, in groups for a map. */
      map: z.literal(true).optional(),
      sort: z.enum(searchSorts).default('default'),
      page: z.int().min(1).max(500).default(1),
      size: z.int().min(1).max(40).default(20),
      /** Rows of the home page; replaces `sort`. */
      row: z.enum(homeRows).optional(),
      /** Only these products, in this order, where they are on sale; replaces every other filter. */
      ids: z.array(recordId).min(1).max(12).optional(),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      /** `metres` from the caller's position, if requested. */
      list: z.array(productCard.extend({ metres: z.int().optional() })),
      /** The days that the words named, and the words without them; null where they named none. */
      dates: z.object({ from: day, to: day, rest: z.string() }).nullable(),
      /** What lies close together is one group, with the radius of a circle around it; one product alone has its name and path. */
      places: z
        .array(
          z.object({
            lat: z.number(),
            lng: z.number(),
            count: z.int(),
            kilometres: z.int(),
            product: z.object({ name: z.string(), path: z.string() }).nullable(),
          }),
        )
        .optional(),
      types: z.array(facet),
      subtypes: z.array(facet),
      cities: z.array(facet),
      /** Closest products when nothing matched; otherwise empty. */
      instead: z.array(productCard),
      /** When nothing matched: similar words in the shop, and how many products each finds without filters. */
      suggestion: z.object({ query: z.string(), count: z.int() }).nullable(),
    }),
  },
  productDetail: {
    /** A draft is shown only to a caller with its preview address (§7). */
    input: z.strictObject({
      id: recordId,
      isPreview: z.enum(['true', 'false', '1', '0']).optional(),
      token: z.string().max(80).optional(),
    }),
    output: z.object({
      id: z.string(),
      path: z.string(),
      name: z.string(),
      heading,
      type: z.int(),
      subtype: z.int(),
      city: z.object({ key: z.string(), name: z.string(), country: z.string(), countryKey: z.string() }),
      zone: z.string(),
      place: z.object({ lat: z.number(), lng: z.number(), map: z.string() }),
      pictures: z.array(picture),
      /** Of the seats, where the owner shows one. */
      seatPlan: seatPlanShape.nullable(),
      overview: z.string(),
      /** Long texts as plain lines (domain/plain-text.ts); '' where there is none. */
      description: z.string(),
      instructions: z.string(),
      traffic: z.string(),
      itinerary: z.array(z.object({ day: z.int(), time: z.string(), title: z.string(), text: z.string() })),
      included: z.array(z.string()),
      excluded: z.array(z.string()),
      notices: z.array(z.string()),
      /** Where pieces are collected and returned, with the opening hours; what is left as a security ('' where nothing is). */
      collectPoints: z.array(z.string()),
      returnPoints: z.array(z.string()),
      deposit: z.string(),
      /** What it costs to have one piece sent, a line for each region; empty where nothing is sent. */
      delivery: z.array(z.string()),
      /** The countries that its table of delivery reaches; null: every one, and where it has no table. */
      deliveryCountries: z.array(z.string()).nullable(),
      /** The product's figures, and what `amenities` say, in the reader's language and the order of the page. */
      features: z.array(z.string()),
      playTime: z.object({ value: z.int(), unit: z.int() }),
      redemption: z.string(),
      /** Its service languages, as the reader calls them. */
      spoken: z.array(z.string()),
      /** How guests use it, and the first figures of its kind, in the reader's language. */
      keyFacts: z.array(z.string()),
      ...seenShapeOf(productFields, 'product'),
      from: money,
      offer,
      shown,
      nextOn: day.nullable(),
      /** Places are left; a product without a next day can be used on any day. */
      onSale: z.boolean(),
      stockBy: z.enum(['person', 'car', 'room', 'piece']),
      /** A draft, seen through its preview address; it cannot be booked. */
      isDraft: z.boolean(),
      /** False: no longer on sale; shown with a notice and cannot be booked (§8). */
      onShelf: z.boolean(),
      packages: z.array(packageShape),
      addOns: z.array(addOn),
      areaIds: z.array(z.string()),
      rating,
      /** The newest reviews with words; productReviews has all. */
      newestReviews: z.array(z.object({ stars: z.int(), body: z.string(), author: z.string(), language, on: day })),
      related: z.array(productCard),
    }),
  },
  /** One package with its SKUs, of a product on sale. */
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
};
