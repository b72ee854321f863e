// The price calendar, and the check before booking (§2, §7 product).
import { day, money, quantity, recordId, session, shown, typedSession, z } from './call.ts';

const calendarDay = z.object({
  on: day,
  session,
  /** Places left; for display only, the order decides. */
  left: z.int(),
  /**
   * `retail` is the public price next to an agent's; for everyone else both are equal. `left` is the lower of the SKU's separate limit
   * and the departure's places.
   */
  prices: z.array(z.object({ skuId: z.string(), price: money, retail: money, left: z.int() })),
});

/** In each room, as asked for. */
export const roomGuests = z.strictObject({ adults: z.number(), children: z.number() });

const bookLine = z.strictObject({
  skuId: recordId,
  playOn: day,
  session: typedSession,
  /** Check-out of a stay. */
  untilOn: day.optional(),
  /** In each room of the line, where its package asks; the included ones unless given. */
  guests: roomGuests.optional(),
  quantity,
});

/** At most one per traveller or the product's maximum; never sold alone (§5). */
export const chosenAddOns = z
  .array(z.strictObject({ id: recordId, quantity: z.number() }))
  .max(30)
  .default([]);

/** A line as typed by a person or a partner: the quantity is judged in the use case so that the refusal names it. */
export const looseLine = bookLine.extend({ quantity: z.number() });

export const inventoryCalls = {
  inventories: {
    input: z.strictObject({ packageId: recordId, from: day, to: day }),
    output: z.object({
      shown,
      /** When a supplier's system last reported them, where it does (decision 0415); `askPlaces` asks it again. */
      askedAt: z.string().nullable(),
      days: z.array(calendarDay),
    }),
  },
  bookCheck: {
    input: z.strictObject({
      lines: z.array(looseLine).min(1).max(10),
      addOns: chosenAddOns,
      /** Where it is to be delivered; null: nowhere. Refuses a place without delivery by field. */
      delivery: z
        .strictObject({ country: z.string().max(2), postcode: z.string().max(12).default('') })
        .nullable()
        .default(null),
    }),
    output: z.object({
      shown,
      total: money,
      retailTotal: money,
      addOnsTotal: money,
      /** In the totals as well. */
      freight: money,
      lines: z.array(
        z.object({
          skuId: z.string(),
          unit: money,
          amount: money,
          retailUnit: money,
          left: z.int(),
          needsConfirmation: z.boolean(),
        }),
      ),
    }),
  },
};
