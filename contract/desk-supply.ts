// Orders as their supplier sees them, and what it gives to them (rules §7 and §10): confirming with its number, files for the buyer, asking
// to cancel. No price, only what it is owed, and of the guests what delivering takes.
import { day, dayOrNone, done, money, orderNo, recordId, session, z } from './call.ts';
import { driven, journeyPlaces, orderRejection, placed } from './desk.ts';
import { fieldValues, orderFile } from './order.ts';
import { driver } from './order-own.ts';
import { suppliedLine } from './supplier.ts';

const object = z.strictObject({ id: orderNo });
const typedReference = z.string().max(300);

const supplyLine = suppliedLine.extend({
  cancelledQuantity: z.int(),
  oversold: z.boolean(),
  /** The supplier's number of it. */
  reference: z.string(),
  /** Whether the caller may ask to cancel it now. */
  cancellable: z.boolean(),
  /** The supplier's own requests to cancel it, the newest first, with the owner's answer. */
  asked: z.array(
    z.object({
      id: z.string(),
      quantity: z.int(),
      by: z.string(),
      remark: z.string(),
      at: z.string(),
      /** 0 in review, 1 approved, 2 refused. */
      result: z.int(),
      rejectReason: z.int().nullable(),
      answer: z.string(),
    }),
  ),
  travellers: z.array(fieldValues),
  /** What the owner pays the supplier for it; null where none was agreed in the portal. */
  owed: money.nullable(),
  /** The part of it that is for cancelled units, because the owner kept a part of their price (decision 0720). */
  ofCancelled: money.nullable(),
});

/** What one order has on one departure. */
const guestBooking = z.object({
  orderNo,
  contact: z.object({ name: z.string(), phone: z.string() }),
  orderFields: fieldValues,
  remark: z.string(),
  /** A person still has to decide where it is picked up (§5). */
  pickupWaits: z.boolean(),
  /** `quantity` without what was cancelled. */
  lines: z.array(
    suppliedLine.extend({
      redeemedAt: z.string().nullable(),
      /** Whether its voucher may be redeemed now. */
      redeemable: z.boolean(),
      zone: z.string(),
      travellers: z.array(fieldValues),
      /** Who drives; null where the product has no driver. */
      drivers: z.array(driver).nullable(),
    }),
  ),
});

export const deskSupplyCalls = {
  /**
   * Who comes on a day: paid lines that begin on it, by departure, and stays and rented pieces that end on it or go on (decision 0777).
   * Without `on`: today at the owner. Operations see all, a supplier what it delivers. `more`: there are more lines than are listed.
   */
  consoleGuests: {
    input: z.strictObject({ on: dayOrNone, product: recordId.optional() }),
    output: z.object({
      on: day,
      zone: z.string(),
      more: z.boolean(),
      /** Whether the caller may write to the buyers (consoleRemark). */
      writes: z.boolean(),
      /** All that have guests on this day. */
      products: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Of departures. */
      total: z.int(),
      list: z.array(
        z.object({
          id: z.string(),
          /** What this day is for these guests; `byDay`: a rented piece, else a stay where it is not the first day. */
          phase: z.enum(['begins', 'goesOn', 'ends']),
          byDay: z.boolean(),
          productName: z.string(),
          packageName: z.string(),
          session,
          /** Units that were sold, of these redeemed, and those that are free; null where it began on another day. */
          booked: z.int(),
          arrived: z.int(),
          left: z.int().nullable(),
          bookings: z.array(guestBooking),
        }),
      ),
    }),
  },
  consoleSupply: {
    input: object,
    output: z.object({
      orderNo: z.string(),
      status: z.int(),
      productName: z.string(),
      zone: z.string(),
      contact: z.object({ name: z.string(), phone: z.string() }),
      orderFields: fieldValues,
      places: journeyPlaces,
      remark: z.string(),
      rejected: orderRejection,
      actions: z.array(z.string()),
      driven,
      lines: z.array(supplyLine),
      files: z.array(orderFile),
      /** Whether the caller may add files and change the reference now. */
      open: z.boolean(),
    }),
  },
  /** `reference`: the supplier's order number, saved on the confirmed lines. */
  consoleConfirm: { input: z.strictObject({ id: orderNo, reference: typedReference.default('') }), output: placed },
  consoleReference: { input: z.strictObject({ id: orderNo, reference: typedReference }), output: done },
  consoleOrderFileDelete: { input: z.strictObject({ id: orderNo, fileId: z.string().max(60) }), output: done },
  /** A supplier asks the owner to cancel a confirmed line; `refundNum` is its quantity, all of it when left out. */
  consoleSupplyCancel: {
    input: z.strictObject({
      id: orderNo,
      subOrderNo: z.string().max(40),
      refundNum: z.int().min(1).max(999).optional(),
      remark: z.string().max(2000),
    }),
    output: placed,
  },
};
