// An eSIM that the supplier's notice never brought: operations read it from the supplier's own pages and type it in (decision 0375).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { findSupplied } from '../../order/delivery/esim.sql.ts';
import { everyOrder } from '../../order/limit-visibility.ts';
import { findOrder, lockOrder } from '../../order/read.sql.ts';
import { type Context, staffOf } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { listAppliedPayments } from '../payment.sql.ts';
import { isFromSupply } from './plan-supply.ts';
import { notifyOfESims, storeESims } from './record-delivery.ts';

/** Refuses invalidInput by field, actionNotAllowed where no eSIM is awaited for the line. */
export async function enterESim(
  context: Context,
  { id, subOrderNo, ...card }: ParsedInputOf<'consoleESimSave'>,
): Promise<OutputOf<'consoleESimSave'>> {
  const iccid = card.iccid.replace(/\s/g, '');
  const activation = card.activation.trim();
  const fields: FieldProblems = {};
  if (!/^\d{18,22}$/.test(iccid)) fields.iccid = { problem: 'format' };
  if (!/^LPA:1\$[^\s$]+\$\S+$/.test(activation)) fields.activation = { problem: 'format' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await inTransaction(context.owner, async (owner) => {
    // The notice may come at the same time: it takes the same lock.
    const order = (await findOrder(owner, id, everyOrder())) && (await lockOrder(owner, id));
    if (!order) throw new NotHere();
    const payment = (await listAppliedPayments(owner, id)).find(({ channel }) => isFromSupply(channel));
    const { awaited, list } = await findSupplied(owner, id);
    const line = awaited.find((item) => item.subOrderNo === subOrderNo);
    if (!payment || !line) throw new Refusal('actionNotAllowed');
    if (list.some((sim) => sim.iccid === iccid))
      throw new Refusal('invalidInput', { fields: { iccid: { problem: 'twice' } } });
    const { name } = staffOf(context);
    const row = {
      ...{ iccid, activation, sub_order_no: subOrderNo, confirmation_code: card.confirmationCode.trim() },
      ...{ apn: card.apn.trim(), pin: '', puk: '', phone: '', valid_until: '', by_name: name },
    };
    await storeESims(owner, { orderNo: id, paymentNo: payment.payment_no }, [row]);
    await notifyOfESims(owner, context.jobs, id, { actor: 'owner', actorName: name });
    await logAction(owner, context, { act: 'esim-entered', subject: `order ${id}`, after: { subOrderNo, iccid } });
  });
  return {};
}
