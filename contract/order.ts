// Booking and orders (§2 booking and uc, §7 order, rules §7). The owner's calls about orders are in desk.ts.
import { ladderSteps } from '../domain/price.ts';
import { productFields } from '../domain/product-fields.ts';
import { boards } from '../domain/rooms.ts';
import { day, language, money, orderNo, pictureShape, productNamed, session, shown, z } from './call.ts';
import { freightTerms } from './freight.ts';
import { chosenAddOns, looseLine } from './inventory.ts';
import {
  agreedPart,
  eSim,
  freeUntil,
  openRest,
  orderCharge,
  orderEvent,
  orderPaidBy,
  orderRefund,
  supplement,
} from './order-changes.ts';
import { seenShapeOf } from './shape-fields.ts';

export const contact = z.strictObject({
  name: z.string().max(200),
  email: z.string().max(200),
  areaCode: z.string().max(6).default(''),
  phone: z.string().max(60).default(''),
});

/** Values by field code of §3, or by key where §3 gives no code (domain/traveller-fields.ts). */
export const fieldValues = z.record(z.string().regex(/^(\d{3}|[a-z][A-Za-z]{2,29})$/), z.string().max(2000));

/** A pick-up or drop-off as chosen on a map, or as text only; the server checks whether it is inside the area. */
export const chosenPlace = z.strictObject({
  address: z.string().max(300),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
});

/** Who gets the order's messages: the contact, the company's main account (or the buyer's own), another address. */
export const recipient = z.strictObject({
  to: z.enum(['contact', 'account', 'other']),
  email: z.string().max(200).default(''),
  language,
});

/** In each room; null where the package does not ask for guests. */
export const guests = z.object({ adults: z.int(), children: z.int() }).nullable();

/** What a room has; null for what is no stay. */
export const room = z
  .object({
    beds: z.string(),
    board: z.enum(boards).nullable(),
    childAge: z.int().nullable(),
    /** "HH:mm", or ''. */
    checkIn: z.string(),
    checkOut: z.string(),
  })
  .nullable();

const bookingLine = z.object({
  skuId: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  minAge: z.int(),
  maxAge: z.int(),
  playOn: day,
  session,
  quantity: z.int(),
  /** Check-out of a stay. */
  untilOn: day.nullable(),
  guests,
  /** Open tickets: last day of validity when bought today. */
  validUntil: day.nullable(),
  /** `untilOn` is the last of so many days, not a check-out. */
  byDay: z.boolean(),
  retailUnit: money,
  /** Of one piece. */
  weightGrams: z.int(),
  unit: money,
  amount: money,
});

export const subOrder = z.object({
  subOrderNo: z.string(),
  status: z.int(),
  ...{ productId: z.string(), encryptProductId: z.string(), packageId: z.string(), skuId: z.string() },
  productName: z.string(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  playOn: day,
  session,
  quantity: z.int(),
  /** Units of it that came later; their price is in additional payments. */
  addedQuantity: z.int(),
  unit: money,
  amount: money,
  ladder: z.array(z.object({ step: z.enum(ladderSteps), amount: money })),
  /** Cancelled part of the quantity. */
  cancelledQuantity: z.int(),
  /** The cancelled amount, before any fee. */
  cancelled: money,
  /** Of a stay: what each night costs. */
  nights: z.array(z.object({ on: day, price: money })),
  untilOn: day.nullable(),
  guests,
  /** Of a stay, as it was booked. */
  room,
  validUntil: day.nullable(),
  /** `untilOn` is the last of so many days, not a check-out. */
  byDay: z.boolean(),
  addOns: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int(), unit: money })),
  oversold: z.boolean(),
  /** Address of the voucher PDF once confirmed. */
  voucher: z.string().nullable(),
  /** When it was redeemed; from then on it cannot be cancelled. `reviewed`: its review was written, whatever became of it. */
  ...{ redeemedAt: z.string().nullable(), reviewed: z.boolean() },
  zone: z.string(),
  /** What cancelling it means now; null where it is over or cancelled. `mayMove`: its buyer may move it, as far as the line says. */
  cancelTerms: z.object({ ...freeUntil, feePercent: z.int() }).nullable(),
  mayMove: z.boolean(),
  /** The supplier's number of it, with the voucher; '' where there is none. */
  reference: z.string(),
  travellers: z.array(fieldValues),
  /** What is left on the spot as a security, as it was booked; '' where nothing is. */
  deposit: z.string(),
  /** Goes to an address; `sent` once it is on its way. */
  delivered: z.boolean(),
  sent: z.object({ at: z.string(), carrier: z.string(), trackingNumber: z.string() }).nullable(),
});

export const orderRow = z.object({
  orderNo: z.string(),
  status: z.int(),
  payStatus: z.int(),
  ...productNamed,
  picture: pictureShape,
  playOn: day,
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  /** `byDay`: `untilOn` is the last of so many days, not a check-out. `cancelledQuantity`: how many of them were cancelled. */
  ...{ byDay: z.boolean(), quantity: z.int(), cancelledQuantity: z.int() },
  payable: money,
  /** Of an unpaid order that a gift card or a balance pays in part (decision 0408): the remaining amount. */
  stillToPay: money.nullable(),
  placedAt: z.string(),
  payBy: z.string().nullable(),
  /** While nothing is paid: what may be paid at once, and the rest with its last day by the owner's clock (decision 0380). */
  part: agreedPart.nullable(),
  /** The rest of an order that was paid in part, as long as it is open; paid as an additional payment. */
  rest: openRest.nullable(),
  /** A bank transfer: chosen and not sent in; being checked, with nothing due meanwhile; or its money was not found and is due again. */
  ...{ transferOpen: z.boolean(), transferWaits: z.boolean(), transferRefused: z.boolean() },
  contactName: z.string(),
  /** The product's zone; buyers see the moments of the order in it. */
  zone: z.string(),
});

/** A file for the buyer, with the voucher; `by`: who added it. `forTravellers`, for staff: mails to others have it, too. */
const fileFacts = { id: z.string(), name: z.string(), size: z.int(), by: z.string() };
export const orderFile = z.object({ ...fileFacts, forTravellers: z.boolean().optional() });

export const orderDetail = orderRow.extend({
  /** §3 order source; other than 0: it came from the agent's system. */
  source: z.int(),
  /** It is paid, changed and cancelled in the agent's system (§1). */
  elsewhere: z.boolean(),
  /** Of a pick-up that may lie outside the range: waiting, fine or refused. While it waits the order is not confirmed (§5). */
  secondCheck: z.string().nullable(),
  /** `feeTotal`: what ways to pay took on top. `channel`, below: the one that paid the price, of several the last. */
  ...{ paidTotal: money, feeTotal: money, refundTotal: money },
  /** Refunded or being refunded: 0 processing, 1 successful, 2 failed. */
  refunds: z.array(orderRefund),
  paidBy: z.array(orderPaidBy),
  /** What was paid in another currency than the order's. */
  charges: z.array(orderCharge),
  lines: z.array(subOrder),
  /** With the voucher: what a supplier of data plans delivered. */
  eSims: z.array(eSim),
  /** Lines whose eSIMs are still to come from there, and how many. */
  eSimsAwaited: z.array(z.object({ subOrderNo: z.string(), count: z.int() })),
  files: z.array(orderFile),
  contact: z.object({ name: z.string(), email: z.string(), areaCode: z.string(), phone: z.string() }),
  orderFields: fieldValues,
  /** Of those who filled in the details (§4 booking completion). */
  completionNotes: z.string(),
  remark: z.string(),
  agentReference: z.string(),
  promoCode: z.string(),
  /** The version of the booking agreement that its buyer accepted; null for orders from before. */
  agreement: z.object({ token: z.string(), version: z.int() }).nullable(),
  channel: z.string().nullable(),
  events: z.array(orderEvent),
  /** Names of rules §7 actions that the caller may take now. */
  actions: z.array(z.string()),
  zone: z.string(),
  supplements: z.array(supplement),
});

const id = z.strictObject({ id: orderNo });

export const orderCalls = {
  bookProducts: {
    input: z.strictObject({
      /**
       * "skuId:yyyy-MM-dd:HH:mm:quantity" joined by commas, with ":yyyy-MM-dd" of the check-out for stays; the session part is empty
       * for whole days. After a check-out ":2+1" are the adults and children in each room.
       */
      lines: z.string().max(800),
      /** "addOnId:quantity" joined by commas. */
      addOns: z.string().max(300).default(''),
    }),
    output: z.object({
      productId: z.string(),
      ...productNamed,
      productPath: z.string(),
      packageName: z.string(),
      picture: pictureShape,
      cityName: z.string(),
      room,
      type: z.int(),
      ...seenShapeOf(productFields, 'booking'),
      /** Today, for the earliest of the lines: the last day of free cancellation, and the percent retained when cancelled now. */
      cancelTerms: z.object({ ...freeUntil, feePercent: z.int() }),
      lines: z.array(bookingLine),
      addOns: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int(), unit: money, amount: money })),
      addOnsGone: z.boolean(),
      total: money,
      shown,
      needsConfirmation: z.boolean(),
      /** Names of the required and optional fields, in display order. */
      orderFields: z.array(z.string()),
      /** Of those, the ones that are chosen from the product's lists, in the caller's language. */
      choices: z.record(z.string(), z.array(z.string())),
      /** What is left as a security; '' where nothing is. */
      deposit: z.string(),
      travellerFields: z.array(z.string()),
      travellerCount: z.int(),
      /** Of those, the ones that may follow after the booking, until `completeBy` (§4 booking completion). */
      laterOrderFields: z.array(z.string()),
      laterTravellerFields: z.array(z.string()),
      /** The product leaves it to the agent which details of travellers follow. */
      travellersMayFollow: z.boolean(),
      completeBy: z.string(),
      /** The product's zone, and the owner's clock, which says until when the rest of a price is to be paid. */
      zone: z.string(),
      ownerZone: z.string(),
      /** Combined capacity of the chosen cars. */
      seats: z.int().nullable(),
      luggage: z.int().nullable(),
      /** Areas in which the product picks up; empty: anywhere. */
      areaIds: z.array(z.string()),
      /** What delivery costs (domain/freight.ts), beside the total; null: it is in the price, anywhere. */
      freight: freightTerms.nullable(),
      /** Token of the booking agreement in force; null where the owner has none. */
      agreement: z.string().nullable(),
      /** Today in the product's time zone. */
      today: day,
      payWithinMinutes: z.int(),
      contact: z.object({ name: z.string(), email: z.string(), areaCode: z.string(), phone: z.string() }),
      agent: z.boolean(),
    }),
  },
  createOrder: {
    input: z.strictObject({
      /** Product. */
      id: z.string().regex(/^\d{1,18}$/),
      lines: z
        .array(looseLine.extend({ agentReference: z.string().max(200).default('') }))
        .min(1)
        .max(10),
      addOns: chosenAddOns,
      contact,
      /** The contact alone by default. */
      notify: z.array(recipient).max(5).optional(),
      pickup: chosenPlace.nullable().default(null),
      dropOff: chosenPlace.nullable().default(null),
      orderFields: fieldValues.default({}),
      travellers: z.array(fieldValues).max(999).default([]),
      /** Travellers may be incomplete, where the product leaves that to the agent: the order is to be completed later (§4). */
      travellersLater: z.boolean().default(false),
      remark: z.string().max(4000).default(''),
      agentReference: z.string().max(200).default(''),
      promoCode: z.string().max(40).default(''),
      agreed: z.boolean(),
      /** Token of the version of the booking agreement that was shown; left out: the one in force. */
      agreement: z.string().max(64).optional(),
      /** Placed by the agent's system (§1 inner API), which handles it from then on; only with the `token` header. */
      ownSystem: z.boolean().default(false),
      /** The price the buyer saw, in the selling currency: any difference is refused with 200203 and the new figures. */
      seenTotal: money,
    }),
    output: z.object({ orderNo: z.string(), payable: money, status: z.int(), payBy: z.string().nullable() }),
  },
  orderDetail: { input: id, output: orderDetail },
};
