// What lets a cancellation happen once (security rule 8): the key of its call, which a part of a line cannot do without. A line is not
// cancelled twice, but of its quantity a repeat would take another part.
import { Refusal } from '../../../domain/errors.ts';
import { claimKey, type KeyedCall } from '../../platform/answer-once.ts';
import type { Context } from '../../platform/context.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import type { LineOfOrder } from '../read.sql.ts';

/** Two requests with one key cancel once; without a key each counts. Refuses idempotencyConflict for a different request. */
export async function isFirstOf(owner: OwnerTrx, keyed: KeyedCall | undefined): Promise<boolean> {
  return !keyed || (await claimKey(owner, keyed)) === undefined;
}

/** Refuses invalidInput for less than what is left of a line, where the call has no key. */
export function refuseUnkeyedPart(
  { idempotencyKey }: Pick<Context, 'idempotencyKey'>,
  lines: LineOfOrder[],
  { subOrderNo, refundNum }: { subOrderNo?: string | undefined; refundNum?: number | undefined },
): void {
  const line = subOrderNo ? lines.find((line) => line.sub_order_no === subOrderNo) : lines[0];
  if (!line || refundNum === undefined || refundNum >= line.quantity - line.cancelled_quantity) return;
  const problem = idempotencyKey ? 'keyForm' : 'required';
  throw new Refusal('invalidInput', { fields: { 'Idempotency-Key': { problem } } });
}
