// Money of an order goes back (§4, decision 0380): of one that was paid in part, it is first taken off what is still to be paid. Only what
// was paid before is refunded.
import type { OwnerTrx } from '../../platform/db.ts';
import type { JobData, Jobs } from '../../platform/jobs.ts';
import { lowerRest } from './rest.sql.ts';

/** In the transaction that holds the order's row. Returns how much goes back as money, in minor units of the order's currency. */
export async function giveMoneyBack(
  owner: OwnerTrx,
  jobs: Jobs,
  refund: JobData['refund.ask'] & { orderMinor: number },
): Promise<number> {
  const orderMinor = refund.orderMinor - (await lowerRest(owner, refund.orderNo, refund.orderMinor));
  if (orderMinor > 0) await jobs.send(owner, 'refund.ask', { ...refund, orderMinor });
  return orderMinor;
}
