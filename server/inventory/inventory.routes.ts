// Calls about price and stock (§7 product).
import type { Handlers } from '../platform/bind.ts';
import { findRates } from '../site/convert-shown.ts';
import { readLines } from './read-lines.ts';
import { showCalendar } from './show-calendar.ts';

export const inventoryHandlers = {
  inventories: showCalendar,
  async bookCheck(context, { lines }) {
    const read = await readLines(context, lines);
    const rates = await findRates(context.db, context.site);
    const rate = rates.rate(read.total.currency, context.currency);
    return {
      shown: rate ? { currency: context.currency, rate } : { currency: read.total.currency, rate: '1' },
      total: read.total,
      lines: read.lines.map((line) => ({
        skuId: line.skuId,
        unit: line.unit,
        amount: line.amount,
        left: Math.max(0, line.row.left),
        needsConfirmation: read.needsConfirmation,
      })),
    };
  },
} satisfies Partial<Handlers>;
