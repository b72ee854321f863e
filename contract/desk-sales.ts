// Sales for those who may see money (rules §10): any span, by day and by five ways, beside the span before.
import { day, dayOrNone, money, z } from './call.ts';

const slice = z.object({
  /** What the order list is filtered by. */
  key: z.string(),
  name: z.string(),
  orders: z.int(),
  amount: money,
});

const salesTotal = z.object({ orders: z.int(), amount: money });
const salesDays = z.array(z.object({ day, orders: z.int(), amount: money }));

export const deskSalesCalls = {
  /** Paid orders that are not cancelled, by the day they were placed, in the owner's currency at the rate of the order. */
  consoleSales: {
    input: z.strictObject({
      days: z.coerce
        .number()
        .pipe(z.union([z.literal(30), z.literal(90)]))
        .default(30),
      /** A span of the reader's choice, of three years at most, instead of the last days. */
      from: dayOrNone,
      to: dayOrNone,
    }),
    output: z.object({
      from: day,
      to: day,
      total: salesTotal,
      byDay: salesDays,
      /** As many days just before. */
      before: z.object({ from: day, to: day, total: salesTotal, byDay: salesDays }),
      /** The largest first, at most 12 each. */
      product: z.array(slice),
      type: z.array(slice),
      partner: z.array(slice),
      channel: z.array(slice),
      source: z.array(slice),
    }),
  },
};
