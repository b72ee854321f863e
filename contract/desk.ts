// The operator's day (rules §10): queues with counts, sales, the order list with its filters, deciding orders one by one and many
// at once, changing travellers, placing an order for a partner.
import { lastOrderSource } from '../domain/order-sources.ts';
import { paymentOutcomes } from '../domain/payment-status.ts';
import { day, dayOrNone, done, exchange, money, nothing, orderNo, recordId, z } from './call.ts';
import { completion } from './completion.ts';
import { freightTerms } from './freight.ts';
import { channelUse } from './marketplace.ts';
import { fieldValues, orderDetail, orderRow } from './order.ts';
import { driver } from './order-own.ts';

const number = z.coerce.number().int();
const page = number.min(1).max(10_000).default(1);
const listed = { total: z.int(), page: z.int(), pages: z.int() };

const queueKeys = [
  'toConfirm',
  'cancels',
  'unread',
  'secondCheck',
  'toSend',
  'eSims',
  'incomplete',
  'incompleteLate',
  'transfers',
  'partners',
  'partnerChanges',
  'reviews',
  'documents',
  'refundFailed',
  'refundManual',
  'goodwill',
  'restOverdue',
  'payTrouble',
  'payUnknown',
  'channelTrouble',
  'lowBalance',
  'supplierTrouble',
  'differences',
  'lowStock',
  'unpaid',
  'today',
] as const;
export type QueueKey = (typeof queueKeys)[number];

/** What may be wrong with an order, as a filter of the list. */
const troubles = [
  'unread',
  'secondCheck',
  'toSend',
  'eSims',
  'refundFailed',
  'refundManual',
  'restOverdue',
  'payTrouble',
  'payUnknown',
  'otherPrice',
] as const;
export type Trouble = (typeof troubles)[number];

/** By whom it was rejected, and why; a supplier reads the owner's name for that of staff. Null for an order that was not. */
export const orderRejection = z
  .object({ by: z.string(), actor: z.string(), why: z.string(), at: z.string() })
  .nullable();

const deskRow = orderRow.extend({
  rejected: orderRejection,
  /** Null for roles that may not see amounts. */
  payable: money.nullable(),
  /** What went back of it so far; null for nothing. */
  refunded: money.nullable(),
  partnerName: z.string(),
  buyerName: z.string(),
  channel: z.string().nullable(),
  source: z.int(),
  secondCheck: z.string().nullable(),
});

const person = z.object({ id: z.string(), name: z.string() });

/** The editable fields of travellers and journey, their current values, and the lines that are still active. */
const change = z.object({
  orderFields: z.array(z.string()),
  travellerFields: z.array(z.string()),
  travellerCount: z.int(),
  lines: z.array(
    z.object({
      playOn: day,
      untilOn: day.nullable(),
      quantity: z.int(),
      minAge: z.int(),
      maxAge: z.int(),
      skuName: z.string(),
      ticketType: z.int().nullable(),
      carType: z.int().nullable(),
    }),
  ),
  today: day,
  values: fieldValues,
  travellers: z.array(fieldValues),
  /** What delivery costs, and what was charged for the lines that are not sent yet; null: it is in the price, anywhere. */
  freight: z
    .object({
      terms: freightTerms,
      parts: z.array(z.object({ quantity: z.int(), grams: z.int(), amount: money })),
      charged: money,
    })
    .nullable(),
  /** Sent back with the change; if the order changed in between, the call refuses with 200009. */
  seen: z.string(),
});

const place = z.object({
  address: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Whether it was found to lie in the area. */
  inside: z.boolean(),
});
export const journeyPlaces = z.object({ pickup: place.nullable(), dropOff: place.nullable() });

/** Each line with a driver: the drivers, and how many the caller may enter now. */
export const driven = z.array(z.object({ subOrderNo: z.string(), most: z.int(), drivers: z.array(driver) }));
const object = z.strictObject({ id: orderNo });
const why = z.string().max(500);
export const placed = z.object({ status: z.int() });

export const deskCalls = {
  /** The caller's queues, each with its count. */
  consoleQueues: {
    input: nothing,
    output: z.object({
      /** Today in the site's time zone. */
      today: day,
      /** `by`: whether orders were counted, or refunds as finance lists them, for those who may see that list. */
      list: z.array(z.object({ key: z.enum(queueKeys), count: z.int(), by: z.enum(['order', 'refund']).optional() })),
    }),
  },
  /** Departures of the next 14 days with at most a fifth of their places left, and SKUs whose separate limit is that low. */
  consoleLowStock: {
    input: z.strictObject({ page }),
    output: z.object({
      ...listed,
      list: z.array(
        z.object({
          productId: z.string(),
          productName: z.string(),
          packageId: z.string(),
          packageName: z.string(),
          /** The SKU whose separate limit is low; null: the places of the whole departure. */
          sku: z
            .object({
              id: z.string(),
              skuName: z.string(),
              ticketType: z.int().nullable(),
              carType: z.int().nullable(),
            })
            .nullable(),
          playOn: day,
          session: z.string(),
          capacity: z.int(),
          left: z.int(),
        }),
      ),
    }),
  },
  consoleOrders: {
    input: z.strictObject({
      page,
      size: number.min(1).max(50).default(20),
      query: z.string().max(80).default(''),
      status: number.optional(),
      payStatus: number.optional(),
      source: number.min(0).max(lastOrderSource).optional(),
      channel: z.string().max(20).optional(),
      product: recordId.optional(),
      /** Of the product (§3). */
      type: number.min(1).max(99).optional(),
      partner: recordId.optional(),
      playFrom: dayOrNone,
      playTo: dayOrNone,
      placedFrom: dayOrNone,
      placedTo: dayOrNone,
      trouble: z.enum(troubles).optional(),
      /** What consoleSales counts as a sale. */
      sold: z.enum(['', '1']).default(''),
    }),
    output: z.object({
      ...listed,
      /** There are more than `total`, which counts so far and no further. */
      more: z.boolean(),
      zone: z.string(),
      /** Whether the caller may confirm and reject. */
      decides: z.boolean(),
      list: z.array(deskRow),
    }),
  },
  /** What the filters offer: products, partners that ordered lately, channels that took money. */
  consoleOrderChoices: {
    input: z.strictObject({ partner: recordId.optional(), product: recordId.optional() }),
    output: z.object({ products: z.array(person), partners: z.array(person), channels: z.array(z.string()) }),
  },
  consoleOrder: {
    input: object,
    output: orderDetail.extend({
      partnerId: z.string(),
      partnerName: z.string(),
      buyerName: z.string(),
      source: z.int(),
      /** What the traveller paid at the platform, beside our price for everybody; null where it is not known (decision 0430). */
      /** `converted`: the price in the order's currency at the rates of the day; null where it is in it, or there was no rate. */
      platform: z
        .object({ price: money, converted: money.nullable(), listed: money, difference: money.nullable() })
        .nullable(),
      /** Of an order whose used vouchers are reported to its platform; null where none was. */
      platformUse: channelUse.nullable(),
      /** Of the traveller who bought at a platform and gets the voucher from us: '' where none is known; null for other orders. */
      travellerEmail: z.string().nullable(),
      places: journeyPlaces,
      /** What is still to be completed; null when nothing is. */
      incomplete: completion.nullable(),
      change: change.nullable(),
      driven,
      /** What the lines cost the owner and what it keeps; empty where no cost is known. `share`: in hundredths of a percent. */
      costs: z.array(
        z.object({
          subOrderNo: z.string(),
          cost: money.nullable(),
          margin: money.nullable(),
          share: z.int(),
        }),
      ),
      /** The supplier's number, whether or not the buyer sees it yet. */
      reference: z.string(),
      payments: z.array(
        z.object({
          paymentNo: z.string(),
          channel: z.string(),
          status: z.int(),
          /** What the payment was used for; null until money arrives. */
          outcome: z.enum(paymentOutcomes).nullable(),
          amount: money,
          exchange: exchange.nullable(),
          providerRef: z.string().nullable(),
          at: z.string(),
        }),
      ),
    }),
  },
  consoleReject: { input: z.strictObject({ id: orderNo, why }), output: placed },
  /** Each order is handled separately: a failure is reported and does not affect the others. */
  consoleBulk: {
    input: z.strictObject({
      orderNos: z.array(orderNo).min(1).max(50),
      act: z.enum(['confirm', 'reject']),
      why: why.default(''),
    }),
    output: z.object({
      list: z.array(
        z.object({
          orderNo: z.string(),
          status: z.int().nullable(),
          /** Name of the refusal, or `missing`; null on success. */
          problem: z.string().nullable(),
        }),
      ),
    }),
  },
  consoleTravellers: {
    input: z.strictObject({
      id: orderNo,
      seen: z.string().max(100),
      values: fieldValues,
      travellers: z.array(fieldValues).max(999),
    }),
    output: done,
  },
  consoleVoucherMail: { input: object, output: done },
  /** The customer-service hostname; null when none is set. */
  consolePlaceHost: { input: nothing, output: z.object({ host: z.string().nullable() }) },
  consolePlaceFor: {
    input: z.strictObject({ id: recordId, accountId: recordId, page: z.enum(['home', 'quotation']).default('home') }),
    output: z.object({ address: z.string() }),
  },
};
