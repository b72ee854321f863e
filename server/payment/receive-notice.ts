// A channel's notification (security rules 16 to 18): verified on the raw bytes, kept once, committed, answered in the
// channel's own words, then applied. One that names nothing we know yet stays pending and is tried again.
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { askChannel } from './ask-channel.ts';
import { findChannel } from './channel.sql.ts';
import type { Channel, Headers, Notice } from './channels/channel.ts';
import { channelOf, isOutside } from './channels/index.ts';
import { configOf } from './open-channel.ts';
import { claimPoll, insertNotice, lockNotice, setNotice } from './payment.sql.ts';
import { recordAnswer } from './record-answer.ts';
import { recordRefund } from './run-refund.ts';

export type Noticed = Pick<Context, 'db' | 'site' | 'log' | 'jobs' | 'vault' | 'gateways' | 'now'>;

/** Unsigned notices cause one question per payment in so many seconds. */
const questionSeconds = 5;

/** The words to answer with, or undefined for anything not genuine. */
export async function receiveNotice(
  context: Noticed,
  name: string,
  raw: Buffer,
  headers: Headers,
): Promise<Channel['received'] | undefined> {
  const { db, site, log, now } = context;
  if (!isOutside(name)) return undefined;
  const setting = await findChannel(db, site.ownerId, name);
  if (!setting) return undefined;
  const channel = channelOf(name);
  const config = configOf(context, site.ownerId, setting);
  const notice = channel.readNotice(config, raw, headers, now);
  if (!notice) {
    log.warn({ channel: name }, 'a notice was not genuine');
    return undefined;
  }
  const { eventId, paymentNo } = notice;
  if (notice.ask) {
    if ((await claimPoll(db, site.ownerId, paymentNo, questionSeconds)) === 1)
      await askChannel({ ...context, ownerId: site.ownerId }, paymentNo, false);
    return channel.received;
  }
  // What is none of ours is not kept either: an account may sell other things beside.
  if (!notice.answer && !notice.refund) return channel.received;
  await insertNotice(db, site.ownerId, { channel: name, eventId, paymentNo, raw: raw.toString('utf8') });
  const state = await applyNotice(context, name, notice, channel.merchant(config));
  return state === 'pending' ? undefined : channel.received;
}

/** Claim and effect in one transaction. A notice that cannot be matched yet is asked for again by not answering. */
async function applyNotice(
  { db, jobs, site, log }: Noticed,
  channel: string,
  notice: Notice,
  merchant: string,
): Promise<'pending' | 'done'> {
  const { eventId, answer, refund } = notice;
  return inTransaction(db, async (trx) => {
    const row = await lockNotice(trx, site.ownerId, channel, eventId);
    if (row?.state !== 'pending') return 'done';
    const told = refund
      ? await recordRefund(trx, jobs, site.ownerId, notice.paymentNo, refund)
      : answer
        ? await recordAnswer(trx, jobs, site.ownerId, answer, merchant)
        : 'repeat';
    if (told === 'unknown') return 'pending';
    if (told === 'mismatch') log.error({ channel, eventId }, 'a genuine notice does not fit its payment');
    await setNotice(trx, site.ownerId, channel, eventId, told === 'mismatch' ? 'refused' : 'applied', told);
    return 'done';
  });
}
