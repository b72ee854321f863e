// Asks a channel for the result of a payment and records it; between two short transactions, never inside one.
// Used by waiting browsers, by the sweep over payments without an answer, and before another channel is started.
import { money } from '../../domain/money.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import type { Clock } from '../platform/context.ts';
import { withoutCounting } from '../platform/database/limit-waiting.ts';
import { inTransaction } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { findChannel } from './channel.sql.ts';
import type { ChannelConfig, PaymentRef } from './channels/channel.ts';
import { channelOf, isOutside } from './channels/index.ts';
import { configOf, describeProblem, type Opening } from './open-channel.ts';
import { findPayment, type PaymentRow } from './payment.sql.ts';
import { type Recorded, recordAnswer } from './record-answer.ts';

export type Asking = Opening & { jobs: Jobs; log: Logger; clock: Clock };

/** A payment in the form that channels are asked about. */
export function paymentRefOf(payment: PaymentRow): PaymentRef {
  return {
    paymentNo: payment.payment_no,
    providerRef: payment.provider_ref,
    transactionId: payment.channel_data.transactionId ?? null,
    amount: money(payment.amount_minor, payment.currency),
    startedAt: payment.created_at,
  };
}

/**
 * `giveUp` closes the attempt at the channel if it is still open there. `ended` asks about an attempt that is over too, as long as no
 * money came for it: where a channel cannot close, a buyer may still pay. Without an answer nothing changes.
 */
export async function askChannel(asking: Asking, paymentNo: string, giveUp: boolean, ended = false): Promise<Recorded> {
  const { owner, jobs, log, clock } = asking;
  const payment = await findPayment(owner, paymentNo);
  const mayBePaid = payment?.live || (ended && payment?.status !== PaymentStatus.paid);
  if (!payment || !mayBePaid || !isOutside(payment.channel)) return 'pending';
  const setting = await findChannel(owner, payment.channel);
  if (!setting) return 'pending';
  const channel = channelOf(payment.channel);
  let config: ChannelConfig = { keys: {}, options: {}, baseUrl: '' };
  try {
    config = configOf(asking, setting);
    const carryOut = () => channel[giveUp ? 'close' : 'query'](config, paymentRefOf(payment), clock());
    const answer = await withoutCounting(carryOut);
    const settling = { jobs, now: clock() };
    const result = await inTransaction(owner, (owner) =>
      recordAnswer(owner, settling, answer, { channel: payment.channel, merchant: channel.merchant(config) }),
    );
    if (result === 'mismatch')
      log.error({ paymentNo, channel: payment.channel }, 'what a channel says does not fit its payment');
    return result;
  } catch (error) {
    const problem = describeProblem(error, config);
    log.warn(
      { problem, paymentNo, channel: payment.channel },
      'the channel did not answer; the payment stays as it is',
    );
    return 'pending';
  }
}
