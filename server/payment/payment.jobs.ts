// Jobs that refund money, and the sweep over payments without an answer and deadlines (decision 0005).
import type { Owner } from '../platform/db.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import type { Asking } from './ask-channel.ts';
import { askRefund, runRefund } from './run-refund.ts';
import { watchBalances } from './supply/watch-balance.ts';
import { askDuePayments, endOverdue, runOpenRefunds } from './sweep-payments.ts';

const sweepMilliseconds = 5000;
const balanceMilliseconds = 600_000;

/** Access to the owners' channels. */
export function askingFor({ jobs, log, vault, clock, config: { gateways } }: RoomParts): (owner: Owner) => Asking {
  return (owner) => ({ owner, jobs, log, vault, clock, gateways });
}

export function paymentJobs(house: RoomParts): RoomJobs {
  const asking = askingFor(house);
  const { database, clock } = house;
  return {
    queue: {
      'refund.ask': (owner, data) => askRefund(asking(owner), data),
      'refund.run': (owner, { refundNo }) => runRefund(asking(owner), refundNo),
    },
    rounds: [
      // Apart, so that none waits for what another asks outside.
      { everyMilliseconds: sweepMilliseconds, run: (soon) => askDuePayments(database, asking, soon) },
      { everyMilliseconds: sweepMilliseconds, run: (soon) => runOpenRefunds(database, asking, soon) },
      { everyMilliseconds: sweepMilliseconds, run: () => endOverdue(database, asking, clock) },
      { everyMilliseconds: balanceMilliseconds, run: () => watchBalances(database, asking) },
    ],
  };
}
