// What a quotation holds and may hold (decision 0312), for its agent and for staff.
import type { OutputOf } from '../../contract/index.ts';
import { holdableStatuses } from '../../domain/quotation-status.ts';
import type { Context } from '../platform/context.ts';
import { findHold } from './hold.sql.ts';
import type { QuotationRow } from './quotation.sql.ts';

export async function showHold(
  { owner }: Context,
  { quotation_id: id, status }: QuotationRow,
): Promise<OutputOf<'quotation'>['hold']> {
  const { until, taken, places, hours } = await findHold(owner, id);
  const open = holdableStatuses.includes(status);
  return { until: until?.toISOString() ?? null, taken, places: open ? places : 0, hours: open ? hours : 0, open };
}
