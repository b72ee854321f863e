// Remarks on an order: a conversation between the buyer's side and the owner (§7 remark, remarks). Only readers of the order see
// its remarks; a remark shown to the other side counts as read.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import { buyerOf, type Context, staffOf } from '../platform/context.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { everyOrder, limitVisibility } from './limit-visibility.ts';
import { findOrder, type Visible } from './read.sql.ts';
import { insertRemark, listRemarks, markRemarksRead } from './remark.sql.ts';

const pageSize = 20;
const perHour = 120;

async function needOrder({ owner }: Context, orderNo: string, visible: Visible): Promise<void> {
  if (!(await findOrder(owner, orderNo, visible))) throw new NotHere();
}

/** Refuses invalidInput without a text. */
function tidy(text: string): string {
  const tidied = text.replace(/\r\n?/g, '\n').trim();
  if (!tidied) throw new Refusal('invalidInput', { fields: { text: { problem: 'required' } } });
  if (tidied.length > limits.remarkLength)
    throw new Refusal('invalidInput', { fields: { text: { problem: 'tooLong', max: limits.remarkLength } } });
  return tidied;
}

export async function writeRemark(context: Context, input: ParsedInputOf<'remark'>): Promise<OutputOf<'remark'>> {
  const { orderNo, text } = input;
  await needOrder(context, orderNo, limitVisibility(context));
  const { accountId, name } = buyerOf(context);
  const row = { side: 1, author: name, text: tidy(text) } as const;
  await limitAttempts(context, [{ bucket: `remark:${accountId}`, most: perHour, windowSeconds: 3600 }]);
  return inTransactionOnce(context, 'remark', input, async (owner) => {
    const id = await insertRemark(owner, orderNo, row);
    await context.jobs.send(owner, 'order.changed', { orderNo, occasion: `newRemark:${id}` });
    return {};
  });
}

export async function answerRemark(
  context: Context,
  input: ParsedInputOf<'consoleRemark'>,
): Promise<OutputOf<'consoleRemark'>> {
  const { id, text } = input;
  await needOrder(context, id, everyOrder());
  const row = { side: 2, author: staffOf(context).name, text: tidy(text) } as const;
  return inTransactionOnce(context, 'consoleRemark', input, async (owner) => {
    await insertRemark(owner, id, row);
    const change = { orderNo: id, occasion: `remark:${context.now.getTime()}` };
    await context.jobs.send(owner, 'order.changed', change);
    await logAction(owner, context, { act: 'remark-written', subject: `order ${id}`, after: { text: row.text } });
    return {};
  });
}

/** Staff who are signed in as a partner do not mark its remarks as read. */
export async function readRemarks(context: Context, { a, b }: ParsedInputOf<'remarks'>): Promise<OutputOf<'remarks'>> {
  await needOrder(context, a, limitVisibility(context));
  const shown = await showPage(context, a, b, { side: 1, reads: !buyerOf(context).actingStaff });
  // The buyer sees that the shop answered, but not the person's name.
  const authorOf = (item: { side: number; author: string }) => (item.side === 2 ? context.site.ownerName : item.author);
  return { ...shown, list: shown.list.map((item) => ({ ...item, author: authorOf(item) })) };
}

export async function readRemarksOfOrder(
  context: Context,
  { id, page }: ParsedInputOf<'consoleRemarks'>,
): Promise<OutputOf<'consoleRemarks'>> {
  await needOrder(context, id, everyOrder());
  return showPage(context, id, page, { side: 2, reads: true });
}

async function showPage(
  { owner }: Context,
  orderNo: string,
  page: number,
  reader: { side: 1 | 2; reads: boolean },
): Promise<OutputOf<'remarks'>> {
  const { total, list } = await listRemarks(owner, orderNo, { size: pageSize, from: (page - 1) * pageSize });
  const isUnread = (row: (typeof list)[number]) => row.side !== reader.side && row.read_at === null;
  const unread = list.filter(isUnread).map((row) => row.remark_id);
  if (unread.length && reader.reads) await markRemarksRead(owner, orderNo, unread);
  return {
    total,
    page,
    pages: Math.ceil(total / pageSize),
    list: list.map((row) => ({
      id: String(row.remark_id),
      side: row.side,
      author: row.author_name,
      text: row.text,
      at: row.at.toISOString(),
      unread: isUnread(row),
    })),
  };
}
