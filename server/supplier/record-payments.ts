// Payments to suppliers in the back office (decision 0784): finance enters what was paid, and withdraws a wrong entry.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { typedRange } from '../../domain/money.ts';
import { transferRules } from '../../domain/transfer-rules.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  findSupplierPayment,
  insertSupplierPayment,
  type SupplierPayment,
  withdrawSupplierPayment,
} from './payments.sql.ts';
import { findSupplier } from './supplier.sql.ts';

type Typed = ParsedInputOf<'consoleSupplierPaymentSave'>;

/** Refuses invalidInput by field, paymentRecorded where the same payment is there already. */
export async function recordPayment(context: Context, input: Typed): Promise<OutputOf<'consoleSupplierPaymentSave'>> {
  const { accountId } = staffOf(context);
  judge(input, todayIn(context.site.zone, context.now.getTime()));
  const { supplier: supplierId, kind, amountMinor, reference, ...rest } = input;
  const sign = kind === 'returned' ? -1 : 1;
  const payment: SupplierPayment = {
    ...rest,
    supplierId,
    reference: reference.trim(),
    amountMinor: sign * amountMinor,
  };
  return inTransactionOnce(context, 'consoleSupplierPaymentSave', input, async (owner) => {
    if (!(await findSupplier(owner, supplierId)))
      throw new Refusal('invalidInput', { fields: { supplier: { problem: 'choose' } } });
    const id = await insertSupplierPayment(owner, payment, accountId);
    if (id === undefined) throw new Refusal('paymentRecorded');
    const { supplierId: _, ...after } = payment;
    await logAction(owner, context, { act: 'supplier-paid', subject: `supplier ${supplierId}`, after });
    return { id };
  });
}

function judge({ amountMinor, currency, from, to, paidOn, reference }: Typed, today: string): void {
  const fields: FieldProblems = {};
  if (amountMinor < 1 || amountMinor > limits.largestMoveMinor)
    fields.amountMinor = { problem: 'range', ...typedRange(currency, limits.largestMoveMinor) };
  if (to < from) fields.to = { problem: 'beforeFirst' };
  if (paidOn > today) fields.paidOn = { problem: 'notFuture' };
  if (reference.trim().length > transferRules.referenceLength)
    fields.reference = { problem: 'tooLong', max: transferRules.referenceLength };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

/** Refuses changedMeanwhile when it was withdrawn already; NotHere for an unknown one. */
export function withdrawPayment(
  context: Context,
  { id }: { id: string },
): Promise<OutputOf<'consoleSupplierPaymentWithdraw'>> {
  const { accountId } = staffOf(context);
  return inTransaction(context.owner, async (owner) => {
    const row = await findSupplierPayment(owner, id);
    if (!row) throw new NotHere();
    if ((await withdrawSupplierPayment(owner, id, accountId)) !== 1) throw new Refusal('changedMeanwhile');
    const { supplier_id: supplier, amount_minor: amountMinor, currency, reference } = row;
    await logAction(owner, context, {
      act: 'supplier-payment-withdrawn',
      subject: `supplier ${supplier}`,
      before: { amountMinor, currency, reference },
    });
    return {};
  });
}
