// Staff give a buyer more time to pay the rest of an order, or less (decision 0380): another last day, by the owner's clock.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { addDays, instantOf } from '../../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { lockOrder } from '../read.sql.ts';
import { moveDue } from './rest.sql.ts';

/** Refuses invalidInput for a day that is over and without a reason, actionNotAllowed where no rest is open. */
export async function moveRest(
  context: Context,
  { id, until, reason: typed }: ParsedInputOf<'consoleRestMove'>,
): Promise<OutputOf<'consoleRestMove'>> {
  const reason = typed.trim();
  const dueAt = new Date(instantOf(addDays(until, 1), '', context.site.zone));
  const fields: FieldProblems = {};
  if (dueAt <= context.now) fields.until = { problem: 'dayOver' };
  if (!reason) fields.reason = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await inTransaction(context.owner, async (owner) => {
    const order = await lockOrder(owner, id);
    if (!order) throw new NotHere();
    if ((await moveDue(owner, id, dueAt)) !== 1) throw new Refusal('actionNotAllowed');
    await logAction(owner, context, {
      act: 'rest-moved',
      subject: `order ${id}`,
      before: { until: order.rest?.dueAt },
      after: { until: dueAt.toISOString(), reason },
    });
  });
  return {};
}
