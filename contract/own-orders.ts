// Own orders after the sale (§2 uc/order, §3 order and vouchers, §7): the list with its filters, kept filters, the file, the
// conversation, the facts of the day; and vouchers: whose they are, whether one is good, and redeeming it once.
import { day, done, nothing, orderNo, recordId, session, z } from './call.ts';
import { orderRow } from './order.ts';

const number = z.coerce.number().int();
const dayOrNone = z.union([z.literal(''), day]).default('');

/** What the list, its counts and the file are narrowed by. */
const filter = {
  query: z.string().max(80).default(''),
  status: number.optional(),
  payStatus: number.optional(),
  source: number.min(0).max(14).optional(),
  /** The account that placed it. */
  creator: recordId.optional(),
  playFrom: dayOrNone,
  playTo: dayOrNone,
  placedFrom: dayOrNone,
  placedTo: dayOrNone,
  /** Orders with an answer that nobody has read yet. */
  unread: z.enum(['', '1']).default(''),
};

export const orderSorts = ['placed', 'placedFirst', 'play', 'playLast', 'amount', 'amountLow'] as const;

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
  /** It came from the other side and was not read before. */
  unread: z.boolean(),
});
const remarkPage = z.object({
  total: z.int(),
  page: z.int(),
  pages: z.int(),
  /** Newest first. */
  list: z.array(remark),
});
const page = number.min(1).max(1000).default(1);
const text = z.string().max(2000);

/** Who drives one car of a line; all but the name may be ''. */
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
  /** Whom to call on the day. */
  ownerName: z.string(),
  ownerPhone: z.string(),
  stops: z.array(
    z.object({
      subOrderNo: z.string(),
      status: z.int(),
      productName: z.string(),
      packageName: z.string(),
      cityName: z.string(),
      playOn: day,
      session,
      untilOn: day.nullable(),
      validUntil: day.nullable(),
      zone: z.string(),
      /** What still stands of the quantity. */
      quantity: z.int(),
      redemption: z.string(),
      howToUse: z.string(),
      howToGetThere: z.string(),
      /** Empty until told, and for whatever is not driven. */
      drivers: z.array(driver),
      itinerary: z.array(z.object({ day: z.int(), time: z.string(), title: z.string(), text: z.string() })),
      lat: z.number(),
      lng: z.number(),
    }),
  ),
  /** Pick-up, flight and whatever else was told for the day, by field code. */
  fields: z.record(z.string(), z.string()),
});

export const ownOrderCalls = {
  orderList: {
    input: z.strictObject({
      ...filter,
      page: number.min(1).max(10_000).default(1),
      size: number.min(1).max(50).default(10),
      sort: z.enum(orderSorts).default('placed'),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      /** Of the site: moments are shown in it. */
      zone: z.string(),
      /** Orders by state, under all other filters. */
      counts: z.array(z.object({ status: z.int(), count: z.int() })),
      list: z.array(
        orderRow.extend({
          creatorName: z.string(),
          source: z.int(),
          agentReference: z.string(),
          unread: z.int(),
        }),
      ),
    }),
  },
  creaters: {
    input: nothing,
    output: z.object({ list: z.array(z.object({ id: z.string(), name: z.string() })) }),
  },
  savedFilters: {
    input: nothing,
    output: z.object({ list: z.array(z.object({ id: z.string(), name: z.string(), query: z.string() })) }),
  },
  /** A name that exists is given the new filter. */
  saveFilter: {
    input: z.strictObject({ name: z.string().max(60), query: z.string().max(1000) }),
    output: done,
  },
  deleteFilter: { input: z.strictObject({ id: recordId }), output: done },
  remark: { input: z.strictObject({ orderNo, text }), output: done },
  /** `a` is the order, `b` the page. What is shown counts as read. */
  remarks: { input: z.strictObject({ a: orderNo, b: page }), output: remarkPage },
  consoleRemark: { input: z.strictObject({ id: orderNo, text }), output: done },
  consoleRemarks: { input: z.strictObject({ id: orderNo, page }), output: remarkPage },
  journey: { input: z.strictObject({ orderNo }), output: journey },
  journeyOf: { input: z.strictObject({ orderNo }), output: journey },
};

/** valid · used · cancelling: an application to cancel waits · cancelled · over: the day has passed · unknown: none of ours. */
export const voucherStates = ['valid', 'used', 'cancelling', 'cancelled', 'over', 'unknown'] as const;
export type VoucherState = (typeof voucherStates)[number];

const subject = {
  productName: z.string(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  playOn: day,
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  zone: z.string(),
  /** What still stands. */
  quantity: z.int(),
  usedAt: z.string().nullable(),
};

const held = z.object({
  state: z.enum(voucherStates),
  subOrderNo: z.string(),
  code: z.string(),
  ...subject,
  /** Today where the product is: the voucher's own day, or within its validity. */
  dueToday: z.boolean(),
  name: z.string(),
  travellers: z.array(z.string()),
  addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
  usedBy: z.string(),
});

export const documentCalls = {
  /** The Ed25519 keys (SPKI, base64) that this owner's vouchers are signed with; the first is the present one. */
  voucherKey: {
    input: nothing,
    output: z.object({ algorithm: z.literal('Ed25519'), keys: z.array(z.string()) }),
  },
  /** For whoever holds a voucher: no names but a first letter. A wrong signature is as unknown as a wrong code. */
  voucherCheck: {
    input: z.strictObject({ code: z.string().max(40), s: z.string().max(300).default('') }),
    output: z.object({
      state: z.enum(voucherStates),
      /** Whether the QR code's own signature was there and good. */
      signed: z.boolean(),
      voucher: z.object({ ...subject, firstLetter: z.string() }).nullable(),
    }),
  },
  /** §7 {orderNo}/{encryptProductId}/vouchers: `a` is the order, `b` the product. */
  vouchers: {
    input: z.strictObject({ a: orderNo, b: recordId }),
    output: z.object({
      list: z.array(
        z.object({
          subOrderNo: z.string(),
          code: z.string(),
          state: z.enum(voucherStates),
          quantity: z.int(),
          /** What the QR code says. */
          address: z.string(),
          file: z.string(),
        }),
      ),
    }),
  },
  /** `text`: the scanned address, the code, or the number of the line. */
  consoleVoucher: { input: z.strictObject({ text: z.string().max(600) }), output: held },
  consoleVoucherRedeem: { input: z.strictObject({ text: z.string().max(600) }), output: held },
};
