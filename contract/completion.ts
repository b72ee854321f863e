// Completion links (§4 booking completion, §7 intact, intactInfo, getIncompleteOrderList): travellers fill in the missing fields of an
// order. These calls never return prices, the contact or the agent.
import { notesLength } from '../domain/completion-rules.ts';
import { day, language, orderNo, recordId, session, z } from './call.ts';
import { chosenPlace, fieldValues } from './order.ts';

const token = z.string().min(1).max(100);
const orderNos = z.array(orderNo).min(1).max(20);

const savedPlace = z
  .object({ address: z.string(), lat: z.number().nullable(), lng: z.number().nullable(), inside: z.boolean() })
  .nullable();

const missing = z.array(z.object({ traveller: z.int(), fields: z.array(z.string()) }));

/** open: fields are missing · done: complete, only the owner changes it · closed: cancelled, over, or later than `dueAt`. */
export const completion = z.object({
  orderNo: z.string(),
  state: z.enum(['open', 'done', 'closed']),
  productName: z.string(),
  packageName: z.string(),
  playOn: day,
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  /** `untilOn` is the last of so many days, not a check-out. */
  byDay: z.boolean(),
  travellerCount: z.int(),
  /** Per traveller, counted from 0. */
  missing,
  /** Of the order itself. */
  missingOrder: z.array(z.string()),
  /** Until when it can be filled in, and the zone of the product. */
  dueAt: z.string(),
  zone: z.string(),
});

export const completionCalls = {
  getIncompleteOrderList: {
    /** With a token: its orders; without: the caller's incomplete orders. `orderNo` selects one of them. */
    input: z.strictObject({ token: token.optional(), orderNo: orderNo.optional() }),
    output: z.object({ list: z.array(completion) }),
  },
  intactInfo: {
    input: z.strictObject({ token }),
    output: z.object({
      orders: z.array(
        completion.extend({
          travellerFields: z.array(z.string()),
          /** Fields of the order that were left out at booking, with what is saved of them; pick-up and drop-off as set on the map. */
          orderFields: z.array(z.string()),
          values: fieldValues,
          places: z.object({ pickup: savedPlace, dropOff: savedPlace }),
          /** Areas in which the product picks up; empty: anywhere. */
          areaIds: z.array(recordId),
          /** Combined capacity of the cars. */
          seats: z.int().nullable(),
          notes: z.string(),
          lines: z.array(
            z.object({
              skuName: z.string(),
              ticketType: z.int().nullable(),
              carType: z.int().nullable(),
              minAge: z.int(),
              maxAge: z.int(),
              playOn: day,
              untilOn: day.nullable(),
              quantity: z.int(),
            }),
          ),
          today: day,
          /** As saved so far, in the order of the lines; empty once complete. */
          travellers: z.array(fieldValues),
        }),
      ),
    }),
  },
  intact: {
    input: z.strictObject({
      token,
      orderNo,
      travellers: z.array(fieldValues).max(999),
      /** Of the order; left out: as saved. */
      orderFields: fieldValues.default({}),
      pickup: chosenPlace.nullable().default(null),
      dropOff: chosenPlace.nullable().default(null),
      /** For the company that serves them; left out: as saved. */
      notes: z
        .string()
        .max(notesLength * 2)
        .optional(),
      complete: z.boolean(),
    }),
    /** `missingOrder`: of the order itself; left out where nothing of it is missing. */
    output: z.object({ state: z.enum(['open', 'done']), missing, missingOrder: z.array(z.string()).optional() }),
  },
  completionLink: {
    input: z.strictObject({ orderNos }),
    output: z.object({ address: z.string() }),
  },
  completionSend: {
    input: z.strictObject({ orderNos, email: z.string().max(200), language }),
    output: z.object({}),
  },
  /** Orders that are to be completed, the next deadline first; `late`: past it. */
  consoleIncomplete: {
    input: z.strictObject({
      state: z.enum(['open', 'late']).default('open'),
      query: z.string().max(80).default(''),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      size: z.coerce.number().int().min(1).max(50).default(20),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      zone: z.string(),
      list: z.array(
        completion.extend({
          contactName: z.string(),
          partnerName: z.string(),
          /** Days before of the last reminder by the clock. */
          remindedDays: z.int().nullable(),
        }),
      ),
    }),
  },
  consoleCompletionLink: { input: z.strictObject({ id: orderNo }), output: z.object({ address: z.string() }) },
  consoleCompletionSend: {
    input: z.strictObject({ id: orderNo, email: z.string().max(200), language }),
    output: z.object({}),
  },
  /** The reminder with a link, to the recipients of the order's messages. */
  consoleCompletionRemind: { input: z.strictObject({ id: orderNo }), output: z.object({}) },
  /** What the order's details said before and after each change, the newest first; numbers of documents are masked. */
  consoleOrderChanges: {
    input: z.strictObject({ id: orderNo }),
    output: z.object({
      list: z.array(
        z.object({
          id: z.string(),
          /** owner: staff changed it · link: it was filled in by a completion link. */
          by: z.enum(['owner', 'link']),
          name: z.string(),
          at: z.string(),
          /** `path`: "contact.email", "order.406", "travellers.0.102". */
          changes: z.array(z.object({ path: z.string(), from: z.string(), to: z.string() })),
        }),
      ),
    }),
  },
};
