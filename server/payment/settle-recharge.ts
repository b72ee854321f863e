// Money that a partner paid in without an order has come, or will not come (§3 deal type 1): the deposit rises exactly once,
// however often the channel reports it.
import type { OwnerTrx } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { moveMoney } from './balance/move-money.ts';
import { failRecharge, receiveRecharge } from './balance/recharge.sql.ts';
import { openLedger } from './ledger.sql.ts';
import { setOutcome } from './payment.sql.ts';

export type RechargePayment = { payment_no: string; recharge_no: string };

/** Runs in the transaction that marked the payment as received; the same answer as for an order that takes its money. */
export async function settleRecharge(
  owner: OwnerTrx,
  jobs: Jobs,
  { payment_no: paymentNo, recharge_no: rechargeNo }: RechargePayment,
): Promise<'applied'> {
  const recharge = await receiveRecharge(owner, rechargeNo);
  if (recharge) {
    const ledgerId = await openLedger(owner, recharge.partner_id, 'deposit', recharge.currency);
    const movement = { ledgerId, amountMinor: recharge.amount_minor, dealType: 1, cause: paymentNo };
    if (!(await moveMoney({ owner, jobs }, movement))) throw new Error(`recharge ${rechargeNo} was not applied`);
  }
  await setOutcome(owner, paymentNo, 'applied');
  return 'applied';
}

/** The channel clearly refused. Money that still arrives is accepted. */
export async function closeRecharge(owner: OwnerTrx, { recharge_no: rechargeNo }: RechargePayment) {
  await failRecharge(owner, rechargeNo);
}
