// Booking, paying, own orders (§2 booking and uc, §7 order, decisions §7). The owner's calls about orders are in desk.ts.
import { transferStates } from '../domain/transfer-rules.ts';
import { day, language, money, orderNo, session, shown, z } from './call.ts';
import { supplement, supplementNo } from './change-orders.ts';
import { chosenAddOns, looseLine } from './product.ts';

const contact = z.strictObject({
  name: z.string().max(200),
  email: z.string().max(200),
  areaCode: z.string().max(6).default(''),
  phone: z.string().max(60).default(''),
});

/** Values by field code of §3, or by key where §3 gives no code (domain/traveller-fields.ts). */
export const fieldValues = z.record(z.string().regex(/^(\d{3}|[a-z][A-Za-z]{2,29})$/), z.string().max(2000));

/** A pick-up or drop-off as chosen on a map, or in words alone; the server finds out whether it lies in the area. */
const chosenPlace = z.strictObject({
  address: z.string().max(300),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
});

/** Who gets the order's messages: the contact, the company's main account (or the buyer's own), another address. */
const recipient = z.strictObject({
  to: z.enum(['contact', 'account', 'other']),
  email: z.string().max(200).default(''),
  language,
});

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
  /** Open tickets: last day of validity when bought today. */
  validUntil: day.nullable(),
  retailUnit: money,
  unit: money,
  amount: money,
});

const ladder = z.array(z.object({ step: z.enum(['listed', 'partner', 'promo', 'addOns', 'freight']), amount: money }));

const subOrder = z.object({
  subOrderNo: z.string(),
  status: z.int(),
  productId: z.string(),
  productName: z.string(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  playOn: day,
  session,
  quantity: z.int(),
  unit: money,
  amount: money,
  ladder,
  /** What of the quantity was cancelled. */
  cancelledQuantity: z.int(),
  /** The same in money, before any fee. */
  cancelled: money,
  /** Of a stay: what each night costs. */
  nights: z.array(z.object({ on: day, price: money })),
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  addOns: z.array(z.object({ name: z.string(), quantity: z.int(), unit: money })),
  oversold: z.boolean(),
  /** Address of the voucher PDF once confirmed. */
  voucher: z.string().nullable(),
  /** When it was redeemed; from then on it cannot be cancelled. */
  redeemedAt: z.string().nullable(),
  zone: z.string(),
  travellers: z.array(fieldValues),
});

export const orderRow = z.object({
  orderNo: z.string(),
  status: z.int(),
  payStatus: z.int(),
  productName: z.string(),
  picture: z.object({ src: z.string(), colour: z.string(), alt: z.string() }),
  playOn: day,
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  quantity: z.int(),
  payable: money,
  placedAt: z.string(),
  payBy: z.string().nullable(),
  /** A bank transfer was sent in and the owner looks for the money: nothing is to be paid, however long that takes. */
  transferWaits: z.boolean(),
  contactName: z.string(),
});

const event = z.object({
  at: z.string(),
  action: z.string(),
  actor: z.string(),
  actorName: z.string(),
  subOrderNo: z.string().nullable(),
  from: z.int().nullable(),
  to: z.int().nullable(),
  why: z.string(),
});

export const orderDetail = orderRow.extend({
  /** §3 order source; other than 0: it came from the agent's own system. */
  source: z.int(),
  /** It is to be paid, changed and cancelled there (§1). */
  elsewhere: z.boolean(),
  paidTotal: money,
  refundTotal: money,
  /** What went back or is on its way: 0 processing, 1 successful, 2 failed. */
  refunds: z.array(
    z.object({ amount: money, status: z.int(), channel: z.string(), at: z.string(), settledAt: z.string().nullable() }),
  ),
  lines: z.array(subOrder),
  contact: z.object({ name: z.string(), email: z.string(), areaCode: z.string(), phone: z.string() }),
  orderFields: fieldValues,
  remark: z.string(),
  agentReference: z.string(),
  promoCode: z.string(),
  channel: z.string().nullable(),
  events: z.array(event),
  /** Names of decisions §7 that the caller may take now. */
  actions: z.array(z.string()),
  zone: z.string(),
  supplements: z.array(supplement),
});

const payChannel = z.object({
  channel: z.string(),
  /** Why it cannot be used now: balance too low, for one; null when it can. */
  blocked: z.string().nullable(),
  fee: money,
  payable: money,
  /** Deposit: what is there before paying. */
  balance: money.nullable(),
  /** Asks for the cardholder's e-mail and telephone first: `paying` wants `cardholder`. */
  cardholder: z.boolean(),
});

const id = z.strictObject({ id: orderNo });
/** The order, or one of its additional payments. */
const due = z.strictObject({ id: orderNo, supplement: supplementNo.optional() });

export const orderCalls = {
  bookProducts: {
    input: z.strictObject({
      /** "skuId:yyyy-MM-dd:HH:mm:quantity" joined by commas, with ":yyyy-MM-dd" of the check-out for stays; the session part is empty for whole days. */
      lines: z.string().max(600),
      /** "addOnId:quantity" joined by commas. */
      addOns: z.string().max(300).default(''),
    }),
    output: z.object({
      productId: z.string(),
      productName: z.string(),
      productPath: z.string(),
      packageName: z.string(),
      picture: z.object({ src: z.string(), colour: z.string(), alt: z.string() }),
      cityName: z.string(),
      type: z.int(),
      instant: z.boolean(),
      freeCancelDays: z.int().nullable(),
      lines: z.array(bookingLine),
      addOns: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int(), unit: money, amount: money })),
      total: money,
      shown,
      needsConfirmation: z.boolean(),
      /** Names of the fields asked for, in the order in which they are shown. */
      orderFields: z.array(z.string()),
      travellerFields: z.array(z.string()),
      travellerCount: z.int(),
      /** What the chosen cars carry together. */
      seats: z.int().nullable(),
      luggage: z.int().nullable(),
      /** Areas in which the product picks up; none: anywhere. */
      areaIds: z.array(z.string()),
      /** Today where the product is. */
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
      /** The contact alone unless told otherwise. */
      notify: z.array(recipient).max(5).optional(),
      pickup: chosenPlace.nullable().default(null),
      dropOff: chosenPlace.nullable().default(null),
      orderFields: fieldValues.default({}),
      travellers: z.array(fieldValues).max(999).default([]),
      /** Travellers may be incomplete: the order is to be completed later (§4). */
      travellersLater: z.boolean().default(false),
      remark: z.string().max(4000).default(''),
      agentReference: z.string().max(200).default(''),
      promoCode: z.string().max(40).default(''),
      agreed: z.boolean(),
      /** Placed by the agent's own system (§1 inner API), where it is handled from then on; with the `token` header only. */
      ownSystem: z.boolean().default(false),
      /** What the buyer saw, in the selling currency: any difference is refused with 200203 and the new figures. */
      seenTotal: money,
    }),
    output: z.object({ orderNo: z.string(), payable: money, status: z.int(), payBy: z.string().nullable() }),
  },
  payInfo: {
    input: due,
    output: z.object({
      order: orderRow,
      /** What is paid where the question was about an additional payment; the channels' prices are of it. */
      supplement: supplement.nullable(),
      lines: z.array(subOrder),
      shown,
      secondsLeft: z.int(),
      channels: z.array(payChannel),
      /** Where a bank transfer stands that was begun for it and did not end; null when there is none. */
      transfer: z.enum(transferStates).nullable(),
    }),
  },
  paying: {
    input: z.strictObject({
      id: orderNo,
      supplement: supplementNo.optional(),
      channel: z.string().max(20),
      /** For channels that ask for it (payInfo). Nothing of the card itself is taken: that is typed at the channel. */
      cardholder: z.strictObject({ email: z.string().max(200), phone: z.string().max(60) }).optional(),
      /** What the buyer was shown as payable: a difference is refused with 200203. */
      seen: money.optional(),
      /** What the channel's own app came back with (payEntry), while nothing was begun there. */
      entry: z.strictObject({ code: z.string().max(512), state: z.string().max(128) }).optional(),
    }),
    output: z.object({
      paymentNo: z.string(),
      status: z.int(),
      /** Where the buyer goes, or null when money moved inside the house. */
      redirectUrl: z.string().nullable(),
      /** QR code as an SVG data URL that opens the same page on a phone, or null. */
      qr: z.string().nullable(),
      /** What the browser posts to the channel instead of following `redirectUrl`. */
      form: z.object({ action: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
      /** What the channel's own script asks for. */
      client: z.record(z.string(), z.string()).nullable(),
      expiresAt: z.string().nullable(),
    }),
  },
  payEntry: {
    input: z.strictObject({ id: orderNo, supplement: supplementNo.optional(), channel: z.string().max(20) }),
    output: z.object({
      /** Where the channel's app says who pays before `paying`, with the way back here; null when `paying` is next. */
      redirectUrl: z.string().nullable(),
    }),
  },
  isPaySuccess: {
    input: due,
    output: z.object({
      payStatus: z.int(),
      status: z.int(),
      paid: z.boolean(),
      late: z.boolean(),
      reason: z.string(),
      channel: z.string().nullable(),
    }),
  },
  orderDetail: { input: id, output: orderDetail },
  checkCoupon: {
    input: z.strictObject({ code: z.string().max(40), productId: z.string(), amount: money }),
    output: z.object({ discount: money }),
  },
};
