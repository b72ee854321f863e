// The limit of a key (decision 0546): its row is read with each call, so that what happened to it counts at once; but calls of a minute are
// taken some at a time, by one statement that all processes share, and this process counts them off. A call costs no write of its own then.
import { LRUCache } from 'lru-cache';
import type { Db, Owner } from '../../platform/db.ts';
import { lookAtKey, takeKeyCalls, type UsedKey } from './keys.sql.ts';

/** What this process may still admit of a minute; `isOver`: there was nothing left to take. */
type Taken = { minute: string; most: number; left: number; isOver: boolean };
type CountedCall = { row: UsedKey; isAdmitted: boolean; left: number };

const memories = new WeakMap<Db, LRUCache<string, Taken>>();
const mostKeys = 10_000;

function memoryOf({ pool }: Owner): LRUCache<string, Taken> {
  const known = memories.get(pool) ?? new LRUCache<string, Taken>({ max: mostKeys });
  memories.set(pool, known);
  return known;
}

/** Undefined for a key that is unknown or over. */
export async function countCall(owner: Owner, hash: Buffer, address: string): Promise<CountedCall | undefined> {
  const memory = memoryOf(owner);
  const key = hash.toString('base64');
  const taken = memory.get(key);
  if (taken && (taken.isOver || taken.left > 0)) {
    // Before anything is waited for, so that calls at once do not count off the same.
    taken.left -= 1;
    const row = await lookAtKey(owner, hash, address);
    if (!row) return undefined;
    // Of another minute, or of a limit that was changed since: it is worth nothing.
    if (row.minute === taken.minute && row.per_minute === taken.most)
      return { row, isAdmitted: !taken.isOver, left: restOf(row, taken) };
  }
  const row = await takeKeyCalls(owner, hash, address);
  if (!row) return undefined;
  const { minute, per_minute: most, minute_calls: calls, share } = row;
  const got = Math.max(0, Math.min(share, most - (calls - share)));
  const known = memory.get(key);
  const isSame = known?.minute === minute && known.most === most;
  const left = Math.max(0, got - 1) + (isSame ? Math.max(0, known.left) : 0);
  const now: Taken = { minute, most, left, isOver: got + left === 0 };
  memory.set(key, now);
  return { row, isAdmitted: got > 0, left: restOf(row, now) };
}

/** What the key may still call in this minute, as far as this process knows. */
const restOf = ({ per_minute: most, minute_calls: calls }: UsedKey, { left }: Taken): number =>
  Math.max(0, most - calls) + Math.max(0, left);
