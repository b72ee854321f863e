// A call that creates or moves money is carried out once for each key (rules §2, security rule 8): a repeat gets the first answer, and
// of two at the same time one does the work. A different body under the same key is refused (idempotencyConflict).
import { createHash } from 'node:crypto';
import { Refusal } from '../../domain/errors.ts';
import { findRow, insertKey, type KeyedCall, updateAnswer } from './answer-once.sql.ts';
import type { Context } from './context.ts';
import type { Sql, Trx } from './db.ts';

export type { KeyedCall };

/** The caller's key for `call`, with a digest of the input. */
export function readKey(context: Context, call: string, accountId: number, input: unknown): KeyedCall {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest();
  return { accountId, call, key: context.idempotencyKey ?? '', bodyHash };
}

/** The saved answer of this key; undefined on its first use. Refuses idempotencyConflict for another body. */
export async function findAnswer<Answer>(
  db: Sql,
  ownerId: number,
  keyed: KeyedCall,
): Promise<{ answer: Answer } | undefined> {
  const found = await findRow(db, ownerId, keyed);
  if (found && !found.body_hash.equals(keyed.bodyHash)) throw new Refusal('idempotencyConflict');
  return found && { answer: found.answer as Answer };
}

/**
 * Claims the key for the work of this transaction: undefined for the first call, the first answer for a repeat. A repeat that arrives
 * while the first call is still at work waits for it here.
 */
export async function claimKey<Answer>(
  trx: Trx,
  ownerId: number,
  keyed: KeyedCall,
): Promise<{ answer: Answer } | undefined> {
  if ((await insertKey(trx, ownerId, keyed)) === 1) return undefined;
  const found = await findAnswer<Answer>(trx, ownerId, keyed);
  if (!found) throw new Refusal('idempotencyConflict');
  return found;
}

/** The answer that repeats will get. */
export function saveAnswer(trx: Trx, ownerId: number, keyed: KeyedCall, answer: unknown): Promise<void> {
  return updateAnswer(trx, ownerId, keyed, answer);
}

/** Runs `work` for the first use of a key, in the caller's transaction, and saves its answer for repeats. */
export async function answerOnce<Answer>(
  trx: Trx,
  ownerId: number,
  keyed: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const before = await claimKey<Answer>(trx, ownerId, keyed);
  if (before) return before.answer;
  const answer = await work();
  await saveAnswer(trx, ownerId, keyed, answer);
  return answer;
}
