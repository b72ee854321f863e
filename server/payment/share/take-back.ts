// The buyer takes back what shares hold of an order that is not paid yet (decision 0408), or chooses to pay it otherwise.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { refuseElsewhere } from '../../order/handle-elsewhere.ts';
import { limitVisibility } from '../../order/limit-visibility.ts';
import { releaseShares } from '../../order/part/shares.sql.ts';
import { findOrder, lockOrder } from '../../order/read.sql.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { findLivePayment } from '../payment.sql.ts';
import { runRefund } from '../run-refund.ts';
import { giveUpFor } from '../start-payment.ts';

/** Refuses paymentUnderWay while the rest is being paid, actionNotAllowed for an order that waits for no money. */
export async function takeSharesBack(
  context: Context,
  { id }: ParsedInputOf<'shareBack'>,
): Promise<OutputOf<'shareBack'>> {
  const found = await findOrder(context.owner, id, limitVisibility(context));
  if (!found) throw new NotHere();
  refuseElsewhere(context, found);
  const live = await findLivePayment(context.owner, id);
  if (live) await giveUpFor(context, live);
  const refunds = await inTransaction(context.owner, async (owner) => {
    const order = await lockOrder(owner, id);
    if (order?.status !== OrderStatus.unpaid) throw new Refusal('actionNotAllowed');
    if (await findLivePayment(owner, id)) throw new Refusal('paymentUnderWay');
    return releaseShares(owner, order);
  });
  // At once, not with the next round: the buyer pays with it in another way.
  for (const refundNo of refunds) await runRefund(context, refundNo);
  return {};
}
