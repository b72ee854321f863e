// Calls about price and stock (§7 product).

import { addMoney } from '../../domain/money.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { findRates } from '../site/convert-shown.ts';
import { readAddOns } from './read-add-ons.ts';
import { readFreight } from './read-freight.ts';
import { readLines } from './read-lines.ts';
import { showCalendar } from './show-calendar.ts';

const calls = {
  inventories: showCalendar,
  async bookCheck(context, { lines, addOns, delivery }) {
    const read = await readLines(context, lines);
    const extras = await readAddOns(context, addOns, read);
    const freight = readFreight(context, read, delivery).total;
    const rates = await findRates(context);
    const rate = rates.rate(read.total.currency, context.currency);
    return {
      shown: rate ? { currency: context.currency, rate } : { currency: read.total.currency, rate: '1' },
      total: addMoney(read.total, extras.total, freight),
      retailTotal: addMoney(read.retailTotal, extras.total, freight),
      freight,
      addOnsTotal: extras.total,
      lines: read.lines.map((line) => ({
        skuId: line.skuId,
        unit: line.unit,
        amount: line.amount,
        retailUnit: line.retailUnit,
        left: Math.max(0, line.left),
        needsConfirmation: read.needsConfirmation,
      })),
    };
  },
} satisfies Partial<Handlers>;

export const inventoryRoom = { calls } satisfies Room;
