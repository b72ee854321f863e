// The log of calls with keys (decision 0360).
import type { Context } from '../../platform/context.ts';
import { makeLineLog } from '../../platform/observe/gather-lines.ts';
import { insertKeyCalls, type KeyCall } from './keys.sql.ts';

const log = makeLineLog<KeyCall>(insertKeyCalls);
export const writeNotedCalls = log.write;

export function noteKeyCall({ key, owner, owners, source, now, clock }: Context, call: string, code: number): void {
  // Calls beyond the limit are not noted one by one: they would fill the log.
  if (!key || key.problem === 'tooFrequent') return;
  const milliseconds = Math.max(0, clock().getTime() - now.getTime());
  log.note(owners, { ownerId: owner.id, keyId: key.id, at: now, call, code, source, milliseconds });
}
