// A channel's notification (security rules 16 to 18): verified on the raw bytes, kept once, committed, answered in the
// channel's own words, then applied. One that names nothing we know yet stays pending and is tried again.
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { configOf } from './ask-channel.ts';
import type { Notice } from './channels/channel.ts';
import { isOutside, outsideChannels } from './channels/index.ts';
import { findChannel, insertNotice, lockNotice, setNotice } from './payment.sql.ts';
import { recordAnswer } from './record-answer.ts';

/** The words to answer with, or undefined for anything not genuine. */
export async function receiveNotice(
  context: Context,
  name: string,
  raw: string,
  headers: Record<string, string | undefined>,
): Promise<string | undefined> {
  const { db, site, log } = context;
  if (!isOutside(name)) return undefined;
  const setting = await findChannel(db, site.ownerId, name);
  if (!setting) return undefined;
  const channel = outsideChannels[name];
  const notice = channel.readNotice(configOf(setting), raw, headers, context.now);
  if (!notice) {
    log.warn({ channel: name }, 'a notice was not genuine');
    return undefined;
  }
  await insertNotice(db, site.ownerId, { channel: name, eventId: notice.eventId, paymentNo: notice.paymentNo, raw });
  const state = await applyNotice(context, name, notice, setting.merchant ?? '');
  return state === 'pending' ? undefined : channel.received;
}

/** Claim and effect in one transaction. A notice that cannot be matched yet is asked for again by not answering. */
async function applyNotice(
  { db, jobs, site, log }: Context,
  channel: string,
  notice: Notice,
  merchant: string,
): Promise<'pending' | 'done'> {
  return inTransaction(db, async (trx) => {
    const row = await lockNotice(trx, site.ownerId, channel, notice.eventId);
    if (row?.state !== 'pending') return 'done';
    const told = notice.answer ? await recordAnswer(trx, jobs, site.ownerId, notice.answer, merchant) : 'repeat';
    if (told === 'unknown') return 'pending';
    if (told === 'mismatch')
      log.error({ channel, eventId: notice.eventId }, 'a genuine notice does not fit its payment');
    await setNotice(trx, site.ownerId, channel, notice.eventId, told === 'mismatch' ? 'refused' : 'applied', told);
    return 'done';
  });
}
