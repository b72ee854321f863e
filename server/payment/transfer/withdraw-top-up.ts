// An agent takes a top-up by bank transfer back (§4 offline payment): a mistyped amount would stand in the queue of finance otherwise.
// Money that comes all the same is settled from the list of withdrawn ones (decision 0781).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { recordAnswer } from '../record-answer.ts';
import { byHand, findOwnTransfer, lockSubject, showTransfer } from './pay-offline.ts';
import { isRechargeNo } from './recharge-transfer.ts';
import { withdrawTransfer } from './transfer.sql.ts';

/** Refuses actionNotAllowed once finance settled it or it ended by itself; safe to repeat. */
export async function withdrawTopUp(
  context: Context,
  input: ParsedInputOf<'offlineWithdraw'>,
): Promise<OutputOf<'offlineWithdraw'>> {
  if (!isRechargeNo(input.id)) throw new NotHere();
  const { owner } = context;
  await findOwnTransfer(context, input);
  await inTransaction(owner, async (owner) => {
    await lockSubject(owner, input.id);
    const { transfer, payment } = await findOwnTransfer({ ...context, owner }, input);
    if (transfer.state === 'withdrawn') return;
    if (transfer.state === 'verified' || !payment.live) throw new Refusal('actionNotAllowed');
    if ((await withdrawTransfer(owner, payment.payment_no)) !== 1) throw new Refusal('changedMeanwhile');
    const outcome = { state: 'failed', paymentNo: payment.payment_no, reason: '' } as const;
    await recordAnswer(owner, context, outcome, byHand);
  });
  return showTransfer(context, input);
}
