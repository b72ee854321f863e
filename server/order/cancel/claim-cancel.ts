// What lets a cancellation happen once (security rule 8): the key of its call. A line is not cancelled twice, but of its quantity a repeat
// without a key takes another part.
import { claimKey, type KeyedCall } from '../../platform/answer-once.ts';
import type { OwnerTrx } from '../../platform/db.ts';

/** Two requests with one key cancel once; without a key each counts. Refuses idempotencyConflict for a different request. */
export async function isFirstOf(owner: OwnerTrx, keyed: KeyedCall | undefined): Promise<boolean> {
  return !keyed || (await claimKey(owner, keyed)) === undefined;
}
