// Jobs that refund money, and the sweep over payments without an answer and deadlines (decision 0005).
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import type { Asking } from './ask-channel.ts';
import { askRefund, runRefund } from './run-refund.ts';
import { sweepPayments } from './sweep-payments.ts';

const sweepMilliseconds = 5000;

/** Access to the owners' channels. */
export function askingFor({
  database,
  jobs,
  log,
  vault,
  config: { gateways },
}: RoomParts): (ownerId: number) => Asking {
  return (ownerId) => ({ db: database.forOwner(ownerId), jobs, log, vault, gateways, ownerId });
}

export function paymentJobs(house: RoomParts): RoomJobs {
  const asking = askingFor(house);
  return {
    queue: {
      'refund.ask': (data) => askRefund(asking(data.ownerId), data),
      'refund.run': (data) => runRefund(asking(data.ownerId), data.refundNo),
    },
    rounds: [{ everyMilliseconds: sweepMilliseconds, run: () => sweepPayments(house.database.house, asking) }],
  };
}
