// Vouchers (§3, §7): listing them, checking one, and redeeming it once.
import { day, nothing, orderNo, recordId, travelTime, z } from './call.ts';
import { guests } from './order.ts';
import { areaOnMap } from './places.ts';

/** valid · used · cancelling: a cancellation request waits · cancelled · over: the day has passed · unknown: no such voucher. */
export const voucherStates = ['valid', 'used', 'cancelling', 'cancelled', 'over', 'unknown'] as const;

export type VoucherState = (typeof voucherStates)[number];

const subject = {
  productName: z.string(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  ...travelTime,
  /** Quantity that is not cancelled. */
  quantity: z.int(),
  usedAt: z.string().nullable(),
};

const held = z.object({
  state: z.enum(voucherStates),
  subOrderNo: z.string(),
  /** Ours; '' where the supplier lets in by a code of its own and redeems it (decision 0461). */
  code: z.string(),
  bySupplier: z.boolean(),
  ...subject,
  /** Today where the product is: the voucher's own day, or within its validity. */
  dueToday: z.boolean(),
  name: z.string(),
  /** In each room of a stay. */
  guests,
  travellers: z.array(z.string()),
  addOns: z.array(z.object({ name: z.string(), quantity: z.int() })),
  usedBy: z.string(),
  /** Other lines of the same booking that have a code, as far as the reader may redeem them. */
  others: z.array(z.object({ subOrderNo: z.string(), state: z.enum(voucherStates), ...subject })),
});

/** Of the file route GET /api/product/netrates: the agent's prices on days of travel, and how they are written. */
export const netRatesInput = z.strictObject({
  /** Today and ninety days on, unless given; at most a year. */
  from: day.optional(),
  until: day.optional(),
  type: z.coerce.number().int().optional(),
  city: z.string().max(40).optional(),
  format: z.enum(['csv', 'xlsx']).default('csv'),
});

const tripPoint = z.object({
  /** place: where the product is · meeting: where one meets there · pickup, dropOff, hotel: of the order · step: of the itinerary. */
  kind: z.enum(['place', 'meeting', 'pickup', 'dropOff', 'hotel', 'step']),
  name: z.string(),
  /** '' where only the name says where it is. */
  address: z.string(),
  /** Day of the trip and time, where there are any. */
  day: z.int().nullable(),
  time: z.string(),
  /** Null if it has no position. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
});

export const exportCalls = {
  /** All points of a trip (§2 googleMap): of a product, of an order for its readers, or of the product of a signed voucher. */
  tripMap: {
    input: z.strictObject({
      product: recordId.optional(),
      order: orderNo.optional(),
      voucher: z.string().max(40).optional(),
      /** The voucher's signature. */
      s: z.string().max(300).optional(),
    }),
    /** `areas`: where its products pick up. */
    output: z.object({ title: z.string(), points: z.array(tripPoint), areas: z.array(areaOnMap) }),
  },
  /** The Ed25519 keys (SPKI, base64) that sign this owner's vouchers; the first is the current one. */
  voucherKey: {
    input: nothing,
    output: z.object({ algorithm: z.literal('Ed25519'), keys: z.array(z.string()) }),
  },
  /** For anyone who has a voucher: no names except a first letter. A wrong signature and a wrong code look the same. */
  voucherCheck: {
    input: z.strictObject({ code: z.string().max(40), s: z.string().max(300).default('') }),
    output: z.object({
      state: z.enum(voucherStates),
      /** Whether the QR code's signature was present and valid. */
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
