// A line that goes to its buyer's address is on its way (decision 0306): operations say so with a number to follow it by; the buyer sees it
// and gets a mail. What was sent keeps its freight when it is cancelled.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { markLineSent } from '../order/delivery/esim.sql.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { findOrder, listLines, lockOrder } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';

/** Refuses invalidInput without a number, actionNotAllowed for a line that is not confirmed or not delivered. */
export async function sendLine(
  context: Context,
  { id, subOrderNo, ...shipment }: ParsedInputOf<'consoleLineSend'>,
): Promise<OutputOf<'consoleLineSend'>> {
  const carrier = shipment.carrier.trim();
  const trackingNumber = shipment.trackingNumber.trim();
  const fields: FieldProblems = {};
  if (!trackingNumber) fields.trackingNumber = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await inTransaction(context.owner, async (owner) => {
    // A cancellation takes the same lock first, so a line is never sent and refunded its freight at once.
    const order = (await findOrder(owner, id, everyOrder())) && (await lockOrder(owner, id));
    const line = (await listLines(owner, [id])).find((line) => line.sub_order_no === subOrderNo);
    if (!order || !line) throw new NotHere();
    const before = { carrier: line.carrier, trackingNumber: line.tracking_number };
    const after = { carrier, trackingNumber };
    if (before.carrier === carrier && before.trackingNumber === trackingNumber) return;
    if ((await markLineSent(owner, subOrderNo, { ...after, at: context.now })) !== 1)
      throw new Refusal('actionNotAllowed');
    const actorName = staffOf(context).name;
    await insertEvent(owner, id, { action: 'send', actor: 'owner', actorName, subOrderNo });
    await logAction(owner, context, {
      act: 'line-sent',
      subject: `order ${id}`,
      before: { subOrderNo, ...before },
      after: { subOrderNo, ...after },
    });
    const occasion = `sent:${subOrderNo}@${context.now.getTime()}`;
    await context.jobs.send(owner, 'order.changed', { orderNo: id, occasion });
  });
  return {};
}
