// What the owner owes its suppliers for what they delivered (decision 0310): line by line over a span. A supplier sees its own.
import { day, money, orderNo, recordId, z } from './call.ts';

const line = z.object({
  subOrderNo: z.string(),
  orderNo,
  supplierName: z.string(),
  productName: z.string(),
  packageName: z.string(),
  skuName: z.string(),
  ticketType: z.int().nullable(),
  carType: z.int().nullable(),
  /** Of the service; of an open ticket the day it was paid, in the owner's zone. */
  on: day,
  /** What stands of the line. */
  quantity: z.int(),
  /** Null if no cost was set when it was sold. */
  unitCost: money.nullable(),
  owed: money.nullable(),
});

export const supplierSettlementCalls = {
  /** Confirmed lines of a span, which is the last whole month unless given; of one supplier, of all, or of the caller's own. */
  consoleSettlement: {
    input: z.strictObject({
      supplier: recordId.optional(),
      from: day.optional(),
      to: day.optional(),
      page: z.coerce.number().int().min(1).max(1000).default(1),
    }),
    output: z.object({
      total: z.int(),
      page: z.int(),
      pages: z.int(),
      from: day,
      to: day,
      /** Empty for a supplier, who has no choice. */
      suppliers: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Over the whole span, for each currency. */
      owed: z.array(money),
      /** Lines without a cost. */
      unknown: z.int(),
      list: z.array(line),
    }),
  },
};
