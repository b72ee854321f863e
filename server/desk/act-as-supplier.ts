// What a supplier does with its lines besides deciding them (rules §7): it saves its own number for them, and requests to cancel a
// confirmed one, which the owner decides like a buyer's request (§3 applier 3, status 4003).
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { longestReference } from '../../domain/order-files.ts';
import { isEnded, OrderStatus } from '../../domain/order-status.ts';
import { applyCancel } from '../order/cancel-order.ts';
import { listLineNumbers } from '../order/delivery/delivery.sql.ts';
import { saveReference } from '../order/delivery/order-file.sql.ts';
import { findOrder, type LineOfOrder, listLines, lockOrder } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { rightOver } from './right-over.sql.ts';

/** Spaces within count as one; refuses invalidInput when it is longer than it may be. */
export function tidyReference(typed: string): string {
  const reference = typed.replace(/\s+/g, ' ').trim();
  if ([...reference].length > longestReference)
    throw new Refusal('invalidInput', { fields: { reference: { problem: 'tooLong', max: longestReference } } });
  return reference;
}

/** The lines of an order that the caller decides; refuses with NotHere where there is none. */
async function findOwnLines(context: Context, orderNo: string): Promise<LineOfOrder[]> {
  const { owner } = context;
  const { decidesAs, decides, lines } = rightOver(context);
  if (!decidesAs || !(await findOrder(owner, orderNo, decides))) throw new NotHere();
  const ownLines = lines && (await listLineNumbers(owner, [orderNo], lines));
  return (await listLines(owner, [orderNo])).filter((line) => !ownLines || ownLines.has(line.sub_order_no));
}

/** The number under which the supplier knows these lines; '' takes it away. Refuses actionNotAllowed once they ended. */
export async function changeReference(
  context: Context,
  { id, reference: typed }: ParsedInputOf<'consoleReference'>,
): Promise<OutputOf<'consoleReference'>> {
  const reference = tidyReference(typed);
  const standing = (await findOwnLines(context, id)).filter((line) => !isEnded(line.status));
  if (!standing.length) throw new Refusal('actionNotAllowed');
  await inTransaction(context.owner, async (owner) => {
    await lockOrder(owner, id);
    const numbers = standing.map((line) => line.sub_order_no);
    await saveReference(owner, numbers, reference);
    const before = [...new Set(standing.map((line) => line.supplier_reference))].join(', ');
    const act = { act: 'reference-saved', subject: `order ${id}`, before: { reference: before } };
    await logAction(owner, context, { ...act, after: { reference } });
  });
  return {};
}

/** Refuses invalidInput by field, actionNotAllowed for a line that is not confirmed; one that was used is refused with its reason. */
export async function askToCancel(
  context: Context,
  { id, ...cancellation }: ParsedInputOf<'consoleSupplyCancel'>,
): Promise<OutputOf<'consoleSupplyCancel'>> {
  const why = cancellation.remark.trim();
  if (!why) throw new Refusal('invalidInput', { fields: { remark: { problem: 'required' } } });
  if (rightOver(context).decidesAs !== 'supplier') throw new NotHere();
  const line = (await findOwnLines(context, id)).find((line) => line.sub_order_no === cancellation.subOrderNo);
  if (!line) throw new NotHere();
  if (line.status !== OrderStatus.confirmed || line.redeemed_at) throw new Refusal('actionNotAllowed');
  const note = async (owner: OwnerTrx) => {
    const { subOrderNo, refundNum: quantity } = cancellation;
    await logAction(owner, context, {
      act: 'cancel-asked',
      subject: `order ${id}`,
      after: { subOrderNo, quantity, why },
    });
    return true;
  };
  const by = { actor: 'supplier', name: staffOf(context).name } as const;
  const { status } = await applyCancel(context, id, { ...cancellation, remark: why }, { code: 3, by }, note);
  return { status };
}
