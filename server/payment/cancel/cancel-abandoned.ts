// A buyer cancels an unpaid order after leaving the gateway's page: the attempt is ended at its channel first, so that no one can pay at
// the forgotten page any more (decision 0739).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { Refusal } from '../../../domain/errors.ts';
import { cancelOrder } from '../../order/cancel-order.ts';
import type { Context } from '../../platform/context.ts';
import { findLivePayment } from '../payment.sql.ts';
import { giveUpFor } from '../start-payment.ts';

/** Refuses paymentUnderWay where the channel cannot say that the attempt is over, alreadyPaid where it knows of money before we do. */
export async function cancelAbandoned(
  context: Context,
  input: ParsedInputOf<'cancelOrder'>,
): Promise<OutputOf<'cancelOrder'>> {
  try {
    return await cancelOrder(context, input);
  } catch (error) {
    // The order is this buyer's and may be cancelled but for the attempt.
    if (!(error instanceof Refusal) || error.refusal !== 'paymentUnderWay') throw error;
    const live = await findLivePayment(context.owner, input.orderNo);
    if (live) await giveUpFor(context, live);
    return cancelOrder(context, input);
  }
}
