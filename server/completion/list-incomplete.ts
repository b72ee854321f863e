// Details that are missing, for the owner's operations (§4 booking completion): the queue before the deadline and the one after it, the
// link to copy or to mail, and a reminder now.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { listIncompleteOrders } from './incomplete.sql.ts';
import { makeFreshLink, queueLinkMail, readEmail, refuseFilled } from './make-completion-link.ts';
import { readOrders, showToFill } from './read-completion.ts';

const remindersPerOrderHour = 3;

export async function listForDesk(
  context: Context,
  { state, query, page, size }: ParsedInputOf<'consoleIncomplete'>,
): Promise<OutputOf<'consoleIncomplete'>> {
  const { owner, now, site, language } = context;
  const found = await listIncompleteOrders(owner, { state, query, now }, { size, from: (page - 1) * size });
  const orders = await readOrders(
    owner,
    found.list.map((row) => row.order_no),
    now,
  );
  return {
    total: found.total,
    page,
    pages: Math.ceil(found.total / size),
    zone: site.zone,
    list: orders.map((order) => {
      const row = found.list.find((item) => item.order_no === order.orderNo);
      return {
        ...showToFill(order, language),
        contactName: row?.contact.name ?? '',
        partnerName: row?.partner_name ?? '',
        remindedDays: row?.fields_reminded ?? null,
      };
    }),
  };
}

/** Refuses an order that needs nothing or can no longer be filled in. */
async function needOpen({ owner, now }: Context, id: string) {
  const order = await findOrder(owner, id, everyOrder());
  const [toFill] = await readOrders(owner, [id], now);
  if (!order || !toFill) throw new NotHere();
  refuseFilled(toFill);
  return order;
}

export async function linkForDesk(
  context: Context,
  { id }: ParsedInputOf<'consoleCompletionLink'>,
): Promise<OutputOf<'consoleCompletionLink'>> {
  const { account_id: accountId } = await needOpen(context, id);
  const made = await makeFreshLink(context, [id], accountId);
  await logAction(context.owner, context, { act: 'completion-linked', subject: `order ${id}` });
  return made;
}

export async function sendForDesk(
  context: Context,
  { id, email: typed, language }: ParsedInputOf<'consoleCompletionSend'>,
): Promise<OutputOf<'consoleCompletionSend'>> {
  const email = readEmail(typed);
  const { account_id: accountId } = await needOpen(context, id);
  await queueLinkMail(context, { orderNos: [id], accountId, email, language });
  await logAction(context.owner, context, { act: 'completion-sent', subject: `order ${id}`, after: { email } });
  return {};
}

/** Mails the reminder to the recipients of the order's messages now. */
export async function remindNow(
  context: Context,
  { id }: ParsedInputOf<'consoleCompletionRemind'>,
): Promise<OutputOf<'consoleCompletionRemind'>> {
  const { owner, now, jobs } = context;
  const order = await needOpen(context, id);
  if (order.status === OrderStatus.unpaid) throw new Refusal('actionNotAllowed');
  await limitAttempts(context, [
    { bucket: `completion-remind:${id}`, most: remindersPerOrderHour, windowSeconds: 3600 },
  ]);
  await inTransaction(owner, async (owner) => {
    await jobs.send(owner, 'order.changed', { orderNo: id, occasion: `completionReminder:${now.getTime()}` });
    await logAction(owner, context, { act: 'completion-reminded', subject: `order ${id}` });
  });
  return {};
}
