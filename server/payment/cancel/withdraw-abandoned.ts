// Staff withdraw an additional payment whose buyer opened a gateway's page: the attempt is ended at its channel first, so that no one can
// pay there what is no longer asked for (decision 0757).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { Refusal } from '../../../domain/errors.ts';
import { withdrawSupplement } from '../../order/supplement/add-supplement.ts';
import type { Context } from '../../platform/context.ts';
import { findLivePayment } from '../payment.sql.ts';
import { giveUpFor } from '../start-payment.ts';

/** Refuses paymentUnderWay where the channel cannot say that the attempt is over, alreadyPaid where it knows of money before we do. */
export async function withdrawAbandoned(
  context: Context,
  input: ParsedInputOf<'consoleSupplementWithdraw'>,
): Promise<OutputOf<'consoleSupplementWithdraw'>> {
  try {
    return await withdrawSupplement(context, input);
  } catch (error) {
    if (!(error instanceof Refusal) || error.refusal !== 'paymentUnderWay') throw error;
    const live = await findLivePayment(context.owner, input.id, input.supplementNo);
    // Receipts of a transfer that were sent in are verified first.
    if (live?.channel === 'offline') throw error;
    if (live) await giveUpFor(context, live);
    return withdrawSupplement(context, input);
  }
}
