// The quotation that an agent makes for a customer (§2 onlinequotation, §7 dtaQuoteList, skuQuote, exportQuote).
import { currency, day, language, money, quantity, recordId, session, typedSession, z } from './call.ts';
import { roomGuests } from './inventory.ts';
import { customerQuotation, quotetoken } from './quotation-saved.ts';

/** Markup in percent with up to two decimals. */
const percent = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/);
const quoteLine = z.strictObject({
  skuId: recordId,
  playOn: day,
  session: typedSession,
  untilOn: day.optional(),
  guests: roomGuests.optional(),
  quantity,
});

/** Input of exportQuote. `net` also includes the agent's prices and margin. */
export const quoteExport = z.strictObject({
  language,
  currency,
  percent,
  net: z.boolean().default(false),
  customer: z.string().max(80).default(''),
  lines: z.array(quoteLine).min(1).max(50),
});

/** Input of exportQuote for a customer: by token, in the body or the query. */
export const quoteFile = z.strictObject({ quotetoken, format: z.enum(['pdf', 'xlsx']).default('pdf') });

export const quotationCalls = {
  /**
   * Products to quote, without prices; products no longer sold are omitted. With the token of a customer's link instead: the quotation as
   * the customer reads it, and no products.
   */
  dtaQuoteList: {
    input: z.strictObject({ ids: z.array(recordId).max(20).default([]), quotetoken: quotetoken.optional() }),
    output: z.object({
      quotation: customerQuotation.nullable(),
      list: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          path: z.string(),
          stockBy: z.enum(['person', 'car', 'room', 'piece']),
          addOns: z.array(z.object({ id: z.string(), name: z.string(), most: z.int().nullable() })),
          packages: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              openDays: z.int().nullable(),
              byDay: z.boolean(),
              sessions: z.array(session),
              nextOn: day.nullable(),
              nextSession: z.string(),
              /** The guests of a room (domain/rooms.ts). */
              maxAdults: z.int().nullable(),
              maxChildren: z.int().nullable(),
              childAge: z.int().nullable(),
              includedGuests: z.int().nullable(),
              skus: z.array(
                z.object({
                  id: z.string(),
                  name: z.string(),
                  ticketType: z.int().nullable(),
                  carType: z.int().nullable(),
                }),
              ),
            }),
          ),
        }),
      ),
    }),
  },
  /** One SKU on one day in the caller's currency: the agent's price, retail, and the customer's price. Agents only. */
  skuQuote: {
    input: z.strictObject({
      id: recordId,
      playOn: day,
      session: typedSession,
      untilOn: day.optional(),
      guests: roomGuests.optional(),
      quantity,
      percent: percent.default('0'),
    }),
    output: z.object({ unit: money, net: money, retail: money, asked: money, margin: money, left: z.int() }),
  },
};
