// Rounds of orders: they complete services that are over, remind of deadlines and days of service, and end what was not
// paid in full in time.

import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { completeOrders } from './clock/complete-orders.ts';
import { remindOrders } from './clock/remind-orders.ts';
import { remindUndecided } from './clock/remind-undecided.ts';
import { forgetDrafts } from './draft/booking-draft.sql.ts';
import { endUnpaidRests } from './part/end-unpaid-rest.ts';
import { remindRests } from './part/remind-rest.ts';

const clockMilliseconds = 60_000;

export function orderJobs({ database, jobs, clock: timeOf }: RoomParts): RoomJobs {
  const run = async () => {
    const clock = { house: database.house, forOwner: database.forOwner, jobs, now: timeOf() };
    await workThrough([completeOrders, remindOrders, remindUndecided, remindRests, endUnpaidRests], (work) =>
      work(clock),
    );
  };
  return {
    rounds: [{ everyMilliseconds: clockMilliseconds, run, byClock: true }],
    hourly: () => forgetDrafts(database.house, timeOf()),
  };
}
