// A channel's notification (security rules 16 to 18): verified on the raw bytes, saved once, committed, answered in the
// channel's format, then applied. A notice about an unknown payment stays pending and is tried again.
import { PaymentStatus } from '../../domain/payment-status.ts';
import { bytesOf } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { askChannel } from './ask-channel.ts';
import { findChannel } from './channel.sql.ts';
import type { Channel, ChannelConfig, Delivered, Headers, Notice } from './channels/channel.ts';
import { channelOf, isOutside, type OutsideChannel } from './channels/index.ts';
import { configOf } from './open-channel.ts';
import { claimPoll, findPayment, insertNotice, lockNotice, setNotice } from './payment.sql.ts';
import { recordAnswer } from './record-answer.ts';
import { recordRefund } from './run-refund.ts';
import { findMissingKeys } from './setting/judge-channel.ts';
import { assignLines, recordDelivery } from './supply/record-delivery.ts';

export type Noticed = Pick<Context, 'owner' | 'log' | 'jobs' | 'vault' | 'gateways' | 'now' | 'clock'>;

/** Unsigned notices trigger one query per payment in this many seconds. */
const questionSeconds = 5;

/** The response body; 'again' where an unsigned notice was not confirmed yet; undefined for a notice that is not genuine. */
export async function receiveNotice(
  context: Noticed,
  name: string,
  raw: Buffer,
  headers: Headers,
): Promise<Channel['received'] | 'again' | undefined> {
  const { owner, log, now } = context;
  if (!isOutside(name)) return undefined;
  const setting = await findChannel(owner, name);
  if (!setting) return undefined;
  const channel = channelOf(name);
  const config = configOf(context, setting);
  // Without its keys nothing can be checked: a signature under an empty secret proves nothing.
  const isComplete = findMissingKeys(name, config.keys, []).length === 0;
  const notice = isComplete && readOrRefuse(() => channel.readNotice(config, raw, headers, now), log, name);
  if (!notice) {
    log.warn({ channel: name }, 'a notice was not genuine');
    return undefined;
  }
  const { eventId, paymentNo, received = channel.received } = notice;
  if (notice.ask) {
    const isKnown = await askNow(context, paymentNo);
    return isKnown || notice.ask !== 'untilKnown' ? received : 'again';
  }
  if (notice.delivered) return receiveDelivery(context, name, { ...notice, delivered: notice.delivered }, raw, config);
  // Notices about other sales of the account are not saved.
  if (!notice.answer && !notice.refund) return received;
  await insertNotice(owner, { channel: name, eventId, paymentNo, raw: raw.toString('utf8') });
  const state = await applyNotice(context, name, notice, channel.merchant(config));
  return state === 'pending' ? undefined : received;
}

/** Stores a supplier's delivery; it also means that the order was placed, which is queried. */
async function receiveDelivery(
  context: Noticed,
  channel: OutsideChannel,
  { eventId, paymentNo, delivered }: Notice & { delivered: Delivered },
  raw: Buffer,
  config: ChannelConfig,
): Promise<Channel['received'] | 'again' | undefined> {
  await insertNotice(context.owner, { channel, eventId, paymentNo, raw: raw.toString('utf8') });
  // First the money: a parcel is noted on an order that is confirmed, and the mail about an eSIM has its voucher.
  const isKnown = await askNow(context, paymentNo);
  const result = await recordDelivery(context, { channel, eventId, paymentNo, delivered });
  if (result === 'unknown') return undefined;
  await assignLines(context, channel, config, paymentNo);
  return isKnown && result === 'done' ? channelOf(channel).received : 'again';
}

/** Whether there is nothing more to ask: a notice may be faster than what the channel answers, and is then wanted again. */
async function askNow(context: Noticed, paymentNo: string): Promise<boolean> {
  const { owner } = context;
  if ((await claimPoll(owner, paymentNo, questionSeconds, true)) === 1)
    return (await askChannel(context, paymentNo, false, true)) !== 'pending';
  return (await findPayment(owner, paymentNo))?.status === PaymentStatus.paid;
}

/** Correctly signed with malformed content, such as a text for a number: also refused, and logged for a person. */
function readOrRefuse(read: () => Notice | undefined, log: Noticed['log'], channel: string): Notice | undefined {
  try {
    return read();
  } catch (error) {
    log.error({ err: error, channel }, 'a genuine notice could not be read');
    return undefined;
  }
}

/** Claim and effect in one transaction. An unmatched notice is not acknowledged, so that the channel sends it again. */
async function applyNotice(
  { owner, jobs, log, now }: Noticed,
  channel: string,
  notice: Notice,
  merchant: string,
): Promise<'pending' | 'done'> {
  const { eventId, answer, refund } = notice;
  return inTransaction(owner, async (owner) => {
    const row = await lockNotice(owner, channel, eventId);
    if (row?.state !== 'pending') return 'done';
    const result = refund
      ? await recordRefund(owner, jobs, { paymentNo: notice.paymentNo, channel }, refund)
      : answer
        ? await recordAnswer(owner, { jobs, now }, answer, { channel, merchant })
        : 'repeat';
    if (result === 'unknown') return 'pending';
    if (result === 'mismatch') log.error({ channel, eventId }, 'a genuine notice does not fit its payment');
    await setNotice(owner, channel, eventId, result === 'mismatch' ? 'refused' : 'applied', result);
    return 'done';
  });
}

/** The channel's servers call this; the format of the answer depends on the channel. */
export async function answerNotice(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { channel } = request.params as { channel: string };
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const answer = await receiveNotice(context, channel, bytesOf(request), headers);
  if (answer === 'again') return reply.code(503).send('again');
  return answer === undefined ? reply.code(400).send('refused') : reply.type(answer.type).send(answer.body);
}
