// Refunds: one key gives money back once, never beyond the amount; cards are confirmed by the bank later.
import { json, type Reply } from '../kit/serve-fake.ts';
import {
  core,
  describe,
  type Fake,
  givenBack,
  jakartaTime,
  notifyMerchant,
  type Refund,
  rupiah,
  type Transaction,
} from './run-fake.ts';

/** How long the bank of a card takes to confirm, here. */
const bankMs = 150;

export function refundTransaction(fake: Fake, transaction: Transaction, fields: Record<string, unknown>): Reply {
  const { refund_key: key, amount = transaction.gross, reason = '' } = fields;
  if (typeof key !== 'string' || !/^[\w-]{1,100}$/.test(key)) return core('400', 'refund_key is not valid');
  const known = transaction.refunds.find((refund) => refund.refund_key === key);
  if (known) return core('406', 'Duplicate refund id.');
  if (!['settlement', 'partial_refund'].includes(transaction.status))
    return core('412', 'Transaction status cannot be updated.');
  if (typeof amount !== 'number' || !Number.isInteger(amount) || amount < 1)
    return core('400', 'amount must be a whole number');
  if (givenBack(transaction) + amount > transaction.gross) return core('414', 'Refund amount is more than the rest.');
  const plan = fake.refundPlans.shift() ?? (transaction.type === 'credit_card' ? 'later' : 'done');
  if (plan === 'denied') {
    const denied = {
      status_code: '202',
      status_message: 'Refund request is denied by the bank',
      refund_amount: '0.00',
    };
    return json(200, { ...describe(fake, transaction), ...denied });
  }
  const refund: Refund = {
    refund_chargeback_id: Math.floor(Math.random() * 1e9),
    refund_amount: rupiah(amount),
    created_at: jakartaTime(Date.now()),
    reason: String(reason),
    refund_key: key,
    refund_method: 'online',
  };
  transaction.refunds.push(refund);
  transaction.status = givenBack(transaction) === transaction.gross ? 'refund' : 'partial_refund';
  // Two notices: first that it was requested, then that the bank did it.
  notifyMerchant(fake, transaction);
  const confirm = () => {
    refund.bank_confirmed_at = jakartaTime(Date.now());
    notifyMerchant(fake, transaction);
  };
  if (plan === 'done') confirm();
  else setTimeout(confirm, bankMs).unref();
  return json(200, {
    ...describe(fake, transaction),
    status_code: '200',
    refund_chargeback_id: refund.refund_chargeback_id,
    refund_key: key,
    refunds: undefined,
  });
}
