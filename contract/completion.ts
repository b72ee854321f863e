// Completion links (§4 booking completion, §7 intact, intactInfo, getIncompleteOrderList): travellers fill in the missing fields of an
// order. These calls never return prices, the contact or the agent.
import { day, language, orderNo, session, z } from './call.ts';
import { fieldValues } from './order.ts';

const token = z.string().min(1).max(100);
const orderNos = z.array(orderNo).min(1).max(20);

const missing = z.array(z.object({ traveller: z.int(), fields: z.array(z.string()) }));

/** open: fields are missing · done: complete, only the owner changes it · closed: cancelled or over. */
const completion = z.object({
  orderNo: z.string(),
  state: z.enum(['open', 'done', 'closed']),
  productName: z.string(),
  packageName: z.string(),
  playOn: day,
  session,
  untilOn: day.nullable(),
  validUntil: day.nullable(),
  travellerCount: z.int(),
  /** Per traveller, counted from 0. */
  missing,
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
    input: z.strictObject({ token, orderNo, travellers: z.array(fieldValues).max(999), complete: z.boolean() }),
    output: z.object({ state: z.enum(['open', 'done']), missing }),
  },
  completionLink: {
    input: z.strictObject({ orderNos }),
    output: z.object({ address: z.string() }),
  },
  completionSend: {
    input: z.strictObject({ orderNos, email: z.string().max(200), language }),
    output: z.object({}),
  },
};
