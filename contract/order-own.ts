// The buyer's orders after the sale (§2 uc/order, §3 order, §7): the list with its filters, saved filters, the file, the conversation,
// the details of the day of travel.
import { lastOrderSource } from '../domain/order-sources.ts';
import { dayOrNone, done, money, nothing, orderNo, recordId, seatPlanShape, travelTime, z } from './call.ts';
import { chosenPlace, contact, fieldValues, orderRow, recipient } from './order.ts';

const number = z.coerce.number().int();

/** Nothing chosen is sent as an empty text by forms; as a number it would be 0, a source of orders. */
const chosen = <Value extends z.ZodType>(value: Value) =>
  z
    .union([z.literal(''), value])
    .transform((value) => (value === '' ? undefined : value))
    .optional();

/** Filters of the list, its counts and the file. */
const filter = {
  query: z.string().max(80).default(''),
  status: chosen(number),
  payStatus: chosen(number),
  source: chosen(number.min(0).max(lastOrderSource)),
  /** The account that placed it. */
  creator: chosen(recordId),
  playFrom: dayOrNone,
  playTo: dayOrNone,
  placedFrom: dayOrNone,
  placedTo: dayOrNone,
  /** Orders with an answer that the buyer's side has not read yet. */
  unread: z.enum(['', '1']).default(''),
};

const orderSorts = ['placed', 'placedFirst', 'play', 'playLast', 'amount', 'amountLow'] as const;

/** Of the file route GET /api/order/export: the same filters, and how it is written. */
export const exportInput = z.strictObject({
  ...filter,
  sort: z.enum(orderSorts).default('placed'),
  format: z.enum(['csv', 'xlsx']).default('csv'),
});

const remark = z.object({
  id: z.string(),
  /** 1 the buyer's side, 2 the owner. */
  side: z.int(),
  author: z.string(),
  text: z.string(),
  at: z.string(),
  /** Sent by the other side and not read before. */
  unread: z.boolean(),
});

const remarkPage = z.object({
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  /** Newest first. */
  list: z.array(remark),
});

const mapPlace = chosenPlace.extend({ inside: z.boolean() }).nullable();

/** A booking form that is being filled in (decision 0465). */
const typedBooking = z.strictObject({
  contact,
  orderFields: fieldValues,
  travellers: z.array(fieldValues).max(999),
  travellersLater: z.boolean(),
  remark: z.string().max(4000),
  agentReference: z.string().max(200),
  perLine: z.boolean(),
  lineReferences: z.array(z.string().max(200)).max(10),
  notify: z.array(recipient.extend({ on: z.boolean() })).max(5),
  pickup: mapPlace,
  dropOff: mapPlace,
  promoCode: z.string().max(40),
});

const page = number.min(1).max(1000).default(1);
const text = z.string().max(2000);

/** Who drives one car of a line; all but name and phone may be ''. Drivers entered earlier may have no phone. */
export const driver = z.object({
  name: z.string(),
  areaCode: z.string(),
  phone: z.string(),
  plate: z.string(),
  car: z.string(),
  remark: z.string(),
});

const journey = z.object({
  orderNo: z.string(),
  /** The person to call on the day. */
  ownerName: z.string(),
  ownerPhone: z.string(),
  stops: z.array(
    z.object({
      subOrderNo: z.string(),
      status: z.int(),
      productName: z.string(),
      packageName: z.string(),
      cityName: z.string(),
      ...travelTime,
      /** Quantity that is not cancelled. */
      quantity: z.int(),
      redemption: z.string(),
      /** Of what has seats. */
      seatPlan: seatPlanShape.nullable(),
      howToUse: z.string(),
      howToGetThere: z.string(),
      /** Empty until a driver is entered, and for products without a driver. */
      drivers: z.array(driver),
      itinerary: z.array(z.object({ day: z.int(), time: z.string(), title: z.string(), text: z.string() })),
      lat: z.number(),
      lng: z.number(),
    }),
  ),
  /** Pick-up, flight and the other values given for the day, by field code. */
  fields: z.record(z.string(), z.string()),
});

const paged = { page: number.min(1).max(10_000).default(1), size: number.min(1).max(50).default(10) };

const orderList = z.object({
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  /** The site's time zone: the filters' days are days there. */
  zone: z.string(),
  /** Orders by state, under all other filters. */
  counts: z.array(z.object({ status: z.int(), count: z.int(), more: z.boolean() })),
  /** There are more than `total`, which counts so far and no further. */
  more: z.boolean(),
  list: z.array(
    orderRow.extend({
      creatorName: z.string(),
      source: z.int(),
      agentReference: z.string(),
      unread: z.int(),
      /** Open additional payments together, without the rest of the price; null where nothing is open. */
      added: money.nullable(),
    }),
  ),
});

export const orderOwnCalls = {
  /** Of the product's form; null where no draft of the last day is stored. */
  bookingDraft: { input: z.strictObject({ id: recordId }), output: z.object({ typed: typedBooking.nullable() }) },
  /** Null forgets it. Details of documents are left out. */
  bookingDraftKeep: { input: z.strictObject({ id: recordId, typed: typedBooking.nullable() }), output: done },
  orderList: {
    input: z.strictObject({ ...filter, ...paged, sort: z.enum(orderSorts).default('placed') }),
    output: orderList,
  },
  /** What the partner's test keys booked, newest first (decision 0385). */
  testOrders: { input: z.strictObject(paged), output: orderList },
  creaters: {
    input: nothing,
    output: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  savedFilters: {
    input: nothing,
    output: z.object({ list: z.array(z.object({ id: z.string(), name: z.string(), query: z.string() })) }),
  },
  /** A name that already exists is saved with the new filter. */
  saveFilter: {
    input: z.strictObject({ name: z.string().max(60), query: z.string().max(1000) }),
    output: done,
  },
  deleteFilter: { input: z.strictObject({ id: recordId }), output: done },
  remark: { input: z.strictObject({ orderNo, text }), output: done },
  /** `a` is the order, `b` the page. Remarks on the returned page are marked as read. */
  remarks: { input: z.strictObject({ a: orderNo, b: page }), output: remarkPage },
  consoleRemark: { input: z.strictObject({ id: orderNo, text }), output: done },
  consoleRemarks: { input: z.strictObject({ id: orderNo, page }), output: remarkPage },
  journey: { input: z.strictObject({ orderNo }), output: journey },
  journeyOf: { input: z.strictObject({ orderNo }), output: journey },
};
