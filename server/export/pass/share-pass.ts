// The link to a booking's voucher for fellow travellers (decision 0440): made by a reader of the order, the same until one of them ends it.
import { timingSafeEqual } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere, NotSignedIn, Refusal } from '../../../domain/errors.ts';
import { paths } from '../../../domain/paths.ts';
import { limitAttempts } from '../../account/limit-attempts.ts';
import { everyOrder, limitVisibility } from '../../order/limit-visibility.ts';
import { findOrder, listLines, type Visible } from '../../order/read.sql.ts';
import { hasVoucher } from '../../order/show-order.ts';
import type { Context } from '../../platform/context.ts';
import { makeLetters } from '../../platform/make-ids.ts';
import { deleteShare, findShare, insertShare } from './pass.sql.ts';

/** A key has 128 bits; the tries are limited so that they cannot fill the log. */
const limits = { triesPerSourceHour: 30, looksPerSourceHour: 600 };
const keyLetters = 32;

type Input = { orderNo: string; key?: string | undefined };

/** The order: by session for its readers, by the key of a link for everyone. NotHere for any other key. */
export async function admitToPass(
  context: Context,
  { orderNo, key }: Input,
): Promise<{ visible: Visible; seesOrder: boolean }> {
  if (key === undefined) {
    if (context.visitor?.partnerId == null) throw new NotSignedIn();
    return { visible: limitVisibility(context), seesOrder: true };
  }
  const { owner, source } = context;
  const windowSeconds = 3600;
  await limitAttempts(context, [{ bucket: `pass-look ${source}`, most: limits.looksPerSourceHour, windowSeconds }]);
  const share = await findShare(owner, orderNo);
  const right = Buffer.from(share ? keyOfShare(context, orderNo, share.salt) : '');
  const received = Buffer.from(key);
  if (share && received.length === right.length && timingSafeEqual(received, right))
    return { visible: everyOrder(), seesOrder: false };
  await limitAttempts(context, [{ bucket: `pass-try ${source}`, most: limits.triesPerSourceHour, windowSeconds }]);
  throw new NotHere();
}

export async function findPassLink(context: Context, orderNo: string): Promise<string | null> {
  const share = await findShare(context.owner, orderNo);
  return share ? addressOf(context, orderNo, share.salt) : null;
}

export async function sharePass(
  context: Context,
  { orderNo }: ParsedInputOf<'passShare'>,
): Promise<OutputOf<'passShare'>> {
  await needOrder(context, orderNo);
  if (!(await listLines(context.owner, [orderNo])).some(hasVoucher)) throw new Refusal('voucherNotReady');
  return { address: addressOf(context, orderNo, await insertShare(context.owner, orderNo, makeLetters(16))) };
}

export async function endPassShare(
  context: Context,
  { orderNo }: ParsedInputOf<'passShareEnd'>,
): Promise<OutputOf<'passShareEnd'>> {
  await needOrder(context, orderNo);
  await deleteShare(context.owner, orderNo);
  return {};
}

async function needOrder(context: Context, orderNo: string): Promise<void> {
  if (!(await findOrder(context.owner, orderNo, limitVisibility(context)))) throw new NotHere();
}

function keyOfShare({ owner, vault }: Context, orderNo: string, salt: string): string {
  return vault.mark(`${owner.id} ${orderNo} ${salt}`, 'pass').slice(0, keyLetters);
}

function addressOf(context: Context, orderNo: string, salt: string): string {
  return context.origin + paths.pass(orderNo, keyOfShare(context, orderNo, salt));
}
