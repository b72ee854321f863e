// The log of calls with keys: gathered for a second, then written together, so that no call waits for its own line.
import type { Context } from '../../platform/context.ts';
import type { House, Owners } from '../../platform/db.ts';
import { insertKeyCalls, type KeyCall } from './keys.sql.ts';

/** Of one process, by its database: `owners` of a context is another object than the round's. */
const gathered = new WeakMap<House, KeyCall[]>();
/** Beyond this the database is away; further lines are given up before memory is. */
const mostWaiting = 10_000;

function listOf({ house }: Owners): KeyCall[] {
  const known = gathered.get(house) ?? [];
  gathered.set(house, known);
  return known;
}

export function noteKeyCall({ key, owner, owners, source, now, clock }: Context, call: string, code: number): void {
  // Calls beyond the limit are not noted one by one: they would fill the log.
  if (!key || key.problem === 'tooFrequent') return;
  const list = listOf(owners);
  if (list.length >= mostWaiting) return;
  const milliseconds = Math.max(0, clock().getTime() - now.getTime());
  list.push({ ownerId: owner.id, keyId: key.id, at: now, call, code, source, milliseconds });
}

export async function writeNotedCalls(owners: Owners): Promise<void> {
  const list = listOf(owners).splice(0);
  if (!list.length) return;
  try {
    await insertKeyCalls(owners.house, list);
  } catch (error) {
    listOf(owners).unshift(...list);
    throw error;
  }
}
