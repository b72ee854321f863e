// Money of an order goes back (§4, decision 0380): of one that was paid in part, it is first taken off what is still to be paid. Only what
// was paid before is refunded.
import type { OwnerTrx } from '../../platform/db.ts';
import type { JobData, Jobs } from '../../platform/jobs.ts';
import { lowerRest } from './rest.sql.ts';

export type GivenBack = {
  /** How much goes back as money, in minor units of the order's currency. */
  orderMinor: number;
  /** Nothing is left to be paid, so that vouchers that waited for the rest are there. */
  freed: boolean;
};

/** In the transaction that holds the order's row. */
export async function giveMoneyBack(
  owner: OwnerTrx,
  jobs: Jobs,
  refund: JobData['refund.ask'] & { orderMinor: number },
): Promise<GivenBack> {
  const { taken, freed } = await lowerRest(owner, refund.orderNo, refund.orderMinor);
  const orderMinor = refund.orderMinor - taken;
  if (orderMinor > 0) await jobs.send(owner, 'refund.ask', { ...refund, orderMinor });
  return { orderMinor, freed };
}
