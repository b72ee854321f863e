// Decides the outcome of a payment and applies it: at once, after a delay, with a late notice or with none.
import type { Change, Outcome, Payment, SettlePlan } from './book/describe-records.ts';
import { Refusal } from './refuse-request.ts';
import type { Gateway } from './run-gateway.ts';
import { isoAt, newId } from './run-gateway.ts';
import { writeNotices } from './write-notices.ts';

const TELL_LATE_SECONDS = 20;
const UNKNOWN_SECONDS = 30;

export type OutcomeWish = { outcome: Outcome; delaySeconds?: number | undefined; duplicate?: number | undefined };

/** Only an open payment without a decision takes one; anything else is refused with its status. */
export function decideOutcome(gateway: Gateway, payment: Payment, wish: OutcomeWish): Payment {
  if (payment.status !== 'open' || payment.plan) {
    throw new Refusal(409, 'already_decided', 'The outcome of this payment is already decided', {
      status: payment.status,
    });
  }
  const { waitSeconds, ...end } = describeEnd(wish);
  const plan: SettlePlan = { ...end, dueAt: isoAt(gateway.nowMs() + waitSeconds * 1000) };
  if (wish.outcome !== 'unknown' && waitSeconds === 0) return settlePayment(gateway, payment, plan);
  const planned: Payment = { ...payment, status: wish.outcome === 'unknown' ? 'unknown' : 'open', plan };
  gateway.book.write([{ payment: planned }], true);
  gateway.log(`payment ${payment.id} will be ${plan.status} in ${waitSeconds} s`);
  return planned;
}

/** Money, its transaction number and the notice about it reach the file in one line. */
export function settlePayment(gateway: Gateway, payment: Payment, plan: SettlePlan): Payment {
  const now = gateway.nowMs();
  const isPaid = plan.status === 'paid';
  const settled: Payment = {
    ...payment,
    status: plan.status,
    paidAt: isPaid ? isoAt(now) : null,
    transactionId: isPaid ? newId('txn') : null,
    plan: null,
  };
  const changes: Change[] = [{ payment: settled }];
  if (plan.status !== 'closed') {
    const type = isPaid ? 'payment.paid' : 'payment.failed';
    const event = { type, amountMinor: settled.amountMinor, atMs: now } as const;
    changes.push(...writeNotices(settled, event, { afterSeconds: plan.tellAfterSeconds, copies: plan.copies }));
  }
  gateway.book.write(changes, true);
  gateway.log(`payment ${payment.id} is ${settled.status}, notices: ${changes.length - 1}`);
  return settled;
}

type End = Omit<SettlePlan, 'dueAt'> & { waitSeconds: number };

function describeEnd({ outcome, delaySeconds, duplicate = 0 }: OutcomeWish): End {
  const answer = { tellAfterSeconds: 0, copies: 1 + duplicate };
  switch (outcome) {
    case 'pay':
      return { ...answer, status: 'paid', waitSeconds: delaySeconds ?? 0 };
    case 'decline':
      return { ...answer, status: 'failed', waitSeconds: delaySeconds ?? 0 };
    case 'pay-late':
      return { ...answer, status: 'paid', waitSeconds: 0, tellAfterSeconds: delaySeconds ?? TELL_LATE_SECONDS };
    case 'pay-silent':
      return { ...answer, status: 'paid', waitSeconds: delaySeconds ?? 0, copies: 0 };
    case 'unknown':
      return { ...answer, status: 'paid', waitSeconds: delaySeconds ?? UNKNOWN_SECONDS };
    case 'cancel':
      return { ...answer, status: 'closed', waitSeconds: delaySeconds ?? 0, copies: 0 };
  }
}
