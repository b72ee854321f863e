// Paying from the partner's deposit (§3 channel 1, decisions §8): one transaction takes the money by a guarded UPDATE,
// writes the journal (deal type 2), and settles the order.
import { Refusal } from '../../domain/errors.ts';
import type { Money } from '../../domain/money.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { Trx } from '../platform/db.ts';
import { findDeposit, spendDeposit, writeJournal } from './ledger.sql.ts';
import { findPayment, markReceived } from './payment.sql.ts';
import { applyMoney } from './record-answer.ts';

/** Refuses balanceTooLow; needs a session opened by a password (security rule 46). An amount of 0 asks for no deposit. */
export async function payFromDeposit(trx: Trx, context: Context, paymentNo: string, amount: Money): Promise<void> {
  const { site, jobs } = context;
  const buyer = buyerOf(context);
  if (amount.amountMinor > 0) {
    if (!buyer.verAuthFlag) throw new Refusal('channelNotOffered');
    const deposit = await findDeposit(trx, site.ownerId, buyer.partnerId, amount.currency);
    if (!deposit) throw new Refusal('balanceTooLow');
    if ((await spendDeposit(trx, site.ownerId, deposit.ledger_id, amount.amountMinor)) !== 1)
      throw new Refusal('balanceTooLow');
    const entry = {
      cause: paymentNo,
      dealType: 2,
      ledgerId: deposit.ledger_id,
      currency: amount.currency,
      amountMinor: -amount.amountMinor,
    };
    if (!(await writeJournal(trx, site.ownerId, entry))) throw new Error(`journal of ${paymentNo} exists already`);
  }
  const payment = await findPayment(trx, site.ownerId, paymentNo);
  if (!payment || (await markReceived(trx, site.ownerId, paymentNo, paymentNo)) !== 1)
    throw new Error(`payment ${paymentNo} is not open`);
  await applyMoney(trx, jobs, site.ownerId, payment);
}
