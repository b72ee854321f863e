// The log of calls with keys (decision 0360).
import { LRUCache } from 'lru-cache';
import type { Context } from '../../platform/context.ts';
import { hashToken } from '../../platform/make-ids.ts';
import { makeLineLog } from '../../platform/observe/gather-lines.ts';
import { findEndedKey, insertKeyCalls, type KeyCall } from './keys.sql.ts';

const log = makeLineLog<KeyCall>(insertKeyCalls);
export const writeNotedCalls = log.write;

export function noteKeyCall({ key, owner, owners, source, now, clock }: Context, call: string, code: number): void {
  // Calls beyond the limit are not noted one by one: they would fill the log.
  if (!key || key.problem === 'tooFrequent') return;
  const milliseconds = Math.max(0, clock().getTime() - now.getTime());
  log.note(owners, { ownerId: owner.id, keyId: key.id, at: now, call, code, source, milliseconds });
}

const notSignedIn = 401;
/** Each key that is over, while nothing more is noted of it. */
const quiet = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

type EndedCall = Pick<Context, 'owner' | 'owners' | 'source' | 'now'> & { sent: string; call: string };

/** Once a minute for each key and process (decision 0755): a system that no one changed goes on calling. Unknown keys belong to no one. */
export async function noteEndedKey({ owner, owners, source, now, sent, call }: EndedCall): Promise<void> {
  const hash = hashToken(sent);
  const name = `${owner.id} ${hash.toString('base64')}`;
  if (quiet.has(name)) return;
  const keyId = await findEndedKey(owner, hash);
  if (keyId === undefined) return;
  quiet.set(name, true);
  log.note(owners, { ownerId: owner.id, keyId, at: now, call, code: notSignedIn, source, milliseconds: 0 });
}
