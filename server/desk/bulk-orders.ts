// Confirming and rejecting by the owner or the supplier of the product (rules §7), one order or many: each is handled separately, so
// that a failure is reported and does not affect the others.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { confirmOrder, type Deciding, rejectOrder } from '../order/decide-pending.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { tidyReference } from './act-as-supplier.ts';
import { rightOver } from './right-over.sql.ts';

/** Refuses with NotHere for staff who may only read. */
function decidingOf(context: Context): Deciding {
  const { decidesAs, decides, lines } = rightOver(context);
  if (!decidesAs) throw new NotHere();
  return { as: decidesAs, name: staffOf(context).name, over: decides, lines };
}

export async function confirmOne(context: Context, { id, reference }: ParsedInputOf<'consoleConfirm'>) {
  return confirmOrder(context, id, decidingOf(context), tidyReference(reference));
}

export function rejectOne(context: Context, { id, why }: ParsedInputOf<'consoleReject'>) {
  return rejectOrder(context, id, why, decidingOf(context));
}

/** Refuses invalidInput when orders are rejected without a reason. */
export async function bulkOrders(
  context: Context,
  { orderNos, act, why }: ParsedInputOf<'consoleBulk'>,
): Promise<OutputOf<'consoleBulk'>> {
  const deciding = decidingOf(context);
  if (act === 'reject' && !why.trim()) throw new Refusal('invalidInput', { fields: { why: { problem: 'required' } } });
  const list: OutputOf<'consoleBulk'>['list'] = [];
  for (const orderNo of new Set(orderNos)) {
    try {
      const done =
        act === 'confirm'
          ? await confirmOrder(context, orderNo, deciding)
          : await rejectOrder(context, orderNo, why, deciding);
      list.push({ orderNo, status: done.status, problem: null });
    } catch (error) {
      if (error instanceof Refusal) list.push({ orderNo, status: null, problem: error.refusal });
      else if (error instanceof NotHere) list.push({ orderNo, status: null, problem: 'missing' });
      else throw error;
    }
  }
  return { list };
}
