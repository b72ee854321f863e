// Refunds: of an intent or a charge, in whole or in part, never more than was charged.
import type { Fields } from './decode-form.ts';
import { optionalText, readMetadata, readNumber } from './open-sessions.ts';
import { invalid, missing } from './refuse-call.ts';
import type { Fake } from './run-fake.ts';
import { type Charge, newId, nowSeconds, type Refund } from './store-objects.ts';

export function createRefund(fake: Fake, fields: Fields): Refund {
  const charge = findCharge(fake, fields);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = fields.amount === undefined ? left : readNumber(fields.amount, 'amount');
  if (amount < 1) throw invalid('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  if (amount > left)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const plan = fake.refundPlans.shift() ?? 'succeed';
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    metadata: readMetadata(fields.metadata),
    payment_intent: charge.payment_intent,
    reason: optionalText(fields.reason),
    status: plan === 'succeed' ? 'succeeded' : 'pending',
  };
  fake.objects.refunds.set(refund.id, refund);
  moveRefunded(charge, amount);
  if (refund.status === 'succeeded') fake.noteBalance('refund', refund.id, -amount, charge.currency);
  fake.notify('refund.created', refund);
  fake.notify('charge.refunded', charge);
  if (plan === 'fail') endRefund(fake, refund.id, 'failed');
  return refund;
}

/** A pending refund ends, as banks decide later. */
export function endRefund(fake: Fake, id: string, status: 'succeeded' | 'failed'): Refund {
  const refund = findRefund(fake, id);
  if (refund.status !== 'pending') return refund;
  refund.status = status;
  const charge = fake.objects.charges.get(refund.charge);
  if (status === 'failed') {
    refund.failure_reason = 'declined';
    if (charge) moveRefunded(charge, -refund.amount);
  } else fake.noteBalance('refund', refund.id, -refund.amount, refund.currency);
  fake.notify(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
  return refund;
}

export function findRefund(fake: Fake, id: string): Refund {
  const refund = fake.objects.refunds.get(id);
  if (!refund) throw missing('refund', id, 'id');
  return refund;
}

function moveRefunded(charge: Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

function findCharge(fake: Fake, fields: Fields): Charge {
  const chargeId = optionalText(fields.charge);
  const intentId = optionalText(fields.payment_intent);
  if (!chargeId && !intentId)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = intentId ? fake.objects.intents.get(intentId) : undefined;
  if (intentId && !intent) throw missing('payment_intent', intentId, 'payment_intent');
  const charge = fake.objects.charges.get(chargeId ?? intent?.latest_charge ?? '');
  if (!charge) throw missing('charge', chargeId ?? '', 'charge');
  return charge;
}
