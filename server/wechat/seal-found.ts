// The key of an order found by number and contact (§9: valid for 30 days): it contains the order and its expiry, sealed under the
// server's secret key, so that nothing is stored.
import { NotHere } from '../../domain/errors.ts';
import { limits } from '../../domain/limits.ts';
import type { Context } from '../platform/context.ts';

const purpose = 'order found by its contact';

/** `contact`: as its reader typed it. */
type Found = { ownerId: number; orderNo: string; until: number; contact?: string };

export function sealFound({ vault, owner, now }: Context, orderNo: string, contact?: string): string {
  const until = now.getTime() + limits.foundOrderDays * 86_400_000;
  const found: Found = { ownerId: owner.id, orderNo, until, ...(contact !== undefined && { contact }) };
  return vault.seal(JSON.stringify(found), purpose);
}

/** The order of a key. Forged, expired and another owner's keys look the same. */
export function openFound({ vault, owner, now }: Context, key: string): string {
  const found = read(vault, key);
  if (!found || found.ownerId !== owner.id || found.until <= now.getTime()) throw new NotHere();
  return found.orderNo;
}

/** By which its reader found the order: the key ends with it. Undefined for a key of an earlier release. */
export const contactOfKey = ({ vault }: Context, key: string): string | undefined => read(vault, key)?.contact;

function read(vault: Context['vault'], key: string): Found | undefined {
  try {
    return JSON.parse(vault.open(key, purpose)) as Found;
  } catch {
    return undefined;
  }
}
