// What an act that ended lines gives back, for the mail about it: the refunds as they are recorded, so that both say the same.
import { type BackRow, listBack } from '../../order/cancel/back.sql.ts';
import type { Ended } from '../../platform/jobs.ts';
import type { Asking } from '../ask-channel.ts';
import { askRefund } from '../run-refund.ts';

/**
 * The jobs of the refunds may not have run yet: they are recorded here then, which is safe to repeat. `over` is missing for an order that
 * was not paid, where shares of its price went back as it ended.
 */
export async function readBack(
  { owner, jobs }: Pick<Asking, 'owner' | 'jobs'>,
  orderNo: string,
  over: Ended | undefined,
): Promise<BackRow[]> {
  for (const refund of over?.back ?? []) await askRefund({ owner, jobs }, refund);
  const causes = over ? [...new Set(over.back.map((refund) => refund.cause))] : ['released'];
  return causes.length ? listBack(owner, orderNo, causes) : [];
}
