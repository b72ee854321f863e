// Asks a channel what became of a payment and records the answer; between two short transactions, never inside one.
// Used by waiting browsers, by the sweep over silent payments, and before another way to pay is begun.
import type { Db } from '../platform/db.ts';
import { inTransaction } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { Answer, Channel, ChannelConfig } from './channels/channel.ts';
import { isOutside, outsideChannels } from './channels/index.ts';
import { type ChannelSetting, findChannel, findPayment, type PaymentRow } from './payment.sql.ts';
import { type Recorded, recordAnswer } from './record-answer.ts';

export type Asking = { db: Db; jobs: Jobs; log: Logger; ownerId: number };

export function configOf(setting: ChannelSetting): ChannelConfig {
  return { merchant: setting.merchant ?? '', secret: setting.secret ?? '', baseUrl: setting.base_url ?? '' };
}

/** `giveUp` closes the attempt at the channel if it is still open there. No answer leaves everything as it is. */
export async function askChannel(
  { db, jobs, log, ownerId }: Asking,
  paymentNo: string,
  giveUp: boolean,
): Promise<Recorded> {
  const payment = await findPayment(db, ownerId, paymentNo);
  if (!payment?.live || !isOutside(payment.channel)) return 'pending';
  const setting = await findChannel(db, ownerId, payment.channel);
  if (!setting) return 'pending';
  const config = configOf(setting);
  try {
    const answer = await questionOf(outsideChannels[payment.channel], config, payment, giveUp);
    return await inTransaction(db, (trx) => recordAnswer(trx, jobs, ownerId, answer, config.merchant));
  } catch (error) {
    log.warn(
      { err: error, paymentNo, channel: payment.channel },
      'the channel did not answer; the payment stays as it is',
    );
    return 'pending';
  }
}

function questionOf(channel: Channel, config: ChannelConfig, payment: PaymentRow, giveUp: boolean): Promise<Answer> {
  const asked = { paymentNo: payment.payment_no, providerRef: payment.provider_ref };
  return giveUp ? channel.close(config, asked, new Date()) : channel.query(config, asked, new Date());
}
