// Orders mended by staff (§4: later changes need customer service): a line's date, session and number with the difference of price, and
// money given back without cancelling.
import { day, done, money, nothing, orderNo, recordId, session, z } from './call.ts';
import { contact } from './order.ts';
import { freeUntil, supplementNo } from './order-changes.ts';

const subOrderNo = z.string().regex(/^[A-Z0-9]{8,20}-\d{1,3}$/);
const number = z.coerce.number().int();
/** The remaining quantity of a line, and its day; check-out for stays. */
const place = { playOn: day, session, untilOn: day.nullable(), quantity: z.int().min(1).max(999) };

/** How a difference is settled: as an additional payment or refund, or not at all by staff with the right. */
const settlements = ['settle', 'waive'] as const;

const quote = z.object({
  /** The line as it is; sent back with the change. */
  seen: z.object(place),
  /** Sessions of the asked day, with what is left of each for this line. */
  sessions: z.array(z.object({ session, left: z.int() })),
  /** Undefined where the day or session is not sold. */
  asked: z
    .object({
      unit: money,
      unitBefore: money,
      /** What the buyer pays more; below zero what comes back. */
      difference: money,
      /** More than is left, where the package may oversell. */
      beyond: z.boolean(),
    })
    .nullable(),
  /** Whether the caller may leave the difference. */
  mayWaive: z.boolean(),
  /** Still to be paid of the order, from which what comes back is taken first (decision 0380). */
  open: money,
});

const goodwill = z.object({
  id: z.string(),
  orderNo: z.string(),
  partnerName: z.string(),
  amount: money,
  reason: z.string(),
  state: z.enum(['waiting', 'done', 'refused']),
  askedBy: z.string(),
  /** Asked for by the reader, who may withdraw but not approve it. */
  own: z.boolean(),
  decidedBy: z.string(),
  at: z.string(),
});

const note = z.object({ id: z.string(), author: z.string(), text: z.string(), at: z.string() });

/** When a booking takes place; the check-out of a stay. */
const time = { playOn: day, session, untilOn: day.nullable() };

export const mendingCalls = {
  /**
   * The times to which the buyer may move the booking that this line belongs to: all lines of its package at its time (decision 0709). Six
   * weeks from `from` on, without it from two weeks before the booking, never from before today. Only times at which there is room and
   * nothing more is to pay. Refuses actionNotAllowed where only staff move it, voucherUsed, handledElsewhere.
   */
  bookingDays: {
    input: z.strictObject({ id: subOrderNo, from: day.optional() }),
    output: z.object({
      seen: z.object(time),
      zone: z.string(),
      subOrderNos: z.array(z.string()),
      from: day,
      to: day,
      /** No earlier day can be asked for. */
      isFirst: z.boolean(),
      days: z.array(z.object({ ...time, returned: money, ...freeUntil })),
    }),
  },
  /**
   * Moves the booking at once and gives back what it costs less. Refuses what `bookingDays` refuses, whatever an order for that time is
   * refused for, changedMeanwhile when the booking is not as `seen`, and priceChanged when something else than `returnedMinor` would come
   * back, or more is to pay. A repeat under the same Idempotency-Key changes nothing.
   */
  bookingMove: {
    input: z.strictObject({
      id: subOrderNo,
      to: z.strictObject(time),
      seen: z.strictObject(time),
      returnedMinor: z.int().min(0).max(9_000_000_000_000),
    }),
    output: z.object({ returned: money }),
  },
  /** What staff noted for each other, the latest first; in no answer for buyers or suppliers. */
  consoleNotes: { input: z.strictObject({ id: orderNo }), output: z.object({ list: z.array(note) }) },
  consoleNoteAdd: { input: z.strictObject({ id: orderNo, text: z.string().max(2000) }), output: done },
  /** The contact of an order, `seen` before; later mails go to the new address. Refuses invalidInput by field, changedMeanwhile. */
  consoleContact: {
    input: z.strictObject({ id: orderNo, seen: contact, ...contact.shape }),
    output: done,
  },
  /** Money given back without cancelling: what there was, and what is left to give of what was paid. */
  consoleGoodwill: {
    input: z.strictObject({ id: orderNo }),
    output: z.object({ most: money, list: z.array(goodwill) }),
  },
  /** At once up to the owner's limit, above it a second person approves. `amountMinor` is in the order's selling currency. */
  consoleGoodwillGive: {
    input: z.strictObject({
      id: orderNo,
      amountMinor: z.int().min(0).max(9_000_000_000_000),
      reason: z.string().max(1000),
    }),
    output: z.object({ id: z.string(), state: z.enum(['waiting', 'done']) }),
  },
  consoleGoodwills: { input: nothing, output: z.object({ list: z.array(goodwill), zone: z.string() }) },
  consoleGoodwillDecide: {
    input: z.strictObject({ id: recordId, approve: z.boolean(), reason: z.string().max(500).default('') }),
    output: done,
  },
  /** A line at another day, session or number: what it would cost at today's price for this buyer. */
  consoleLineQuote: {
    input: z.strictObject({
      id: orderNo,
      subOrderNo,
      playOn: day,
      session: session.default(''),
      untilOn: z.union([z.literal(''), day]).default(''),
      quantity: number.min(1).max(999),
    }),
    output: quote,
  },
  /**
   * Moves a line's places and settles the difference. Refuses changedMeanwhile when the line is not as `seen`, priceChanged for another
   * difference than `differenceMinor`, noStock, dateNotSold, voucherUsed, linePaymentOpen.
   */
  consoleLineMove: {
    input: z.strictObject({
      id: orderNo,
      subOrderNo,
      to: z.strictObject(place),
      seen: z.strictObject(place),
      differenceMinor: z.int().min(-9_000_000_000_000).max(9_000_000_000_000),
      settle: z.enum(settlements),
      beyond: z.boolean().default(false),
      reason: z.string().max(1000),
    }),
    /** `refund` is money that goes back, `lowered` what need not be paid any more instead. */
    output: z.object({ supplementNo: supplementNo.nullable(), refund: money.nullable(), lowered: money.nullable() }),
  },
};
