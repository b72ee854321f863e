// Faults that `npm run model-check -- --planted` puts into the server, one at a time: a model must notice each of them.
import type { DroppedGuard } from '../races/pair.ts';

export type PlantedFault = { name: string; guards: DroppedGuard[] };

export const planted: PlantedFault[] = [
  {
    name: 'an unpaid order that ends keeps its places',
    guards: [['order/close-order.ts', 'await releaseHolds(owner, orderNo, state);', '']],
  },
  {
    name: 'an unpaid order that ends keeps the use of its promo code',
    guards: [['order/close-order.ts', 'await giveBackCoupon(owner, orderNo);', '']],
  },
  {
    name: 'late money confirms an order whatever else was sold meanwhile',
    guards: [['order/settle-order.ts', 'else if (!(await takesAgain(owner, orderNo)))', 'else if (false)']],
  },
  {
    name: 'a used voucher is cancelled like any other',
    guards: [['order/cancel-order.ts', 'const used = line.redeemed_at !== null;', 'const used = false;']],
  },
  {
    name: 'a gift of more than is left is given',
    // Three guards in a row: each alone keeps it.
    guards: [
      ['mending/give-back.ts', "if (amountMinor > left.most) throw new Refusal('refundTooMuch');", ''],
      ['mending/give-back.ts', "if (goodwill.amountMinor > most) throw new Refusal('refundTooMuch');", ''],
      [
        'mending/mending.sql.ts',
        `AND s.cancelled_minor + s.returned_minor + \${amountMinor} <= s.amount_minor`,
        `AND s.cancelled_minor + s.returned_minor + \${amountMinor} <= 1000000000 + s.amount_minor`,
      ],
    ],
  },
];

/** The same with `--whole-orders`, which must notice each of them too. */
export const plantedInMoney: PlantedFault[] = [
  {
    name: 'what comes back is not taken off what is still to be paid',
    guards: [
      [
        'order/part/give-money-back.ts',
        'await lowerRest(owner, refund.orderNo, refund.orderMinor)',
        '{ taken: 0, freed: false }',
      ],
    ],
  },
  {
    name: 'shares of an order that ends stay where they are',
    guards: [['order/close-order.ts', 'if (order) await releaseShares(owner, order);', '']],
  },
  {
    name: 'additional payments stay when their order ends',
    guards: [['order/supplement/add-supplement.ts', 'if (orderMinor < 1) return [];', 'return [];']],
  },
  {
    name: 'what was given back of a line goes back again with it',
    guards: [
      [
        'mending/give-back.ts',
        'if (share && (await noteReturned(owner, line.sub_order_no, share)) !== 1)',
        'if (share < 0)',
      ],
    ],
  },
];
