// The booking agreement that a form names (§5): an order cannot be placed under one that the owner never published.
import { LRUCache } from 'lru-cache';
import { Refusal } from '../../../domain/errors.ts';
import { memoryKey } from '../../catalog/offer/cache-contents.ts';
import type { Context } from '../../platform/context.ts';
import { findAgreement } from '../../site/site.sql.ts';

/** A published version stays as it is. */
const known = new LRUCache<string, true>({ max: 1_000 });

/** Refuses agreementNeeded for the token of no version of the owner's booking agreement. */
export async function refuseUnknownAgreement({ owner }: Context, token: string | undefined): Promise<void> {
  if (!token) return;
  const key = memoryKey(owner, `${owner.id} ${token}`);
  if (known.has(key)) return;
  const found = await findAgreement(owner, { token, kind: null });
  if (found?.kind !== 'booking') throw new Refusal('agreementNeeded', { fields: { agreed: { problem: 'required' } } });
  known.set(key, true);
}
