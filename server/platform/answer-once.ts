// A call that creates or moves money is carried out once for each key (rules §2, security rule 8): a repeat gets the first answer, and
// of two at the same time one does the work. A different body under the same key is refused (idempotencyConflict).
import { createHash } from 'node:crypto';
import type { CallName } from '../../contract/calls.ts';
import { Refusal } from '../../domain/errors.ts';
import { type Answered, findRow, insertKey, type KeyedCall, updateAnswer } from './answer-once.sql.ts';
import type { Context } from './context.ts';
import { inTransaction, type Owner, type OwnerTrx } from './db.ts';

export type { KeyedCall };

export const isKey = (key: string | undefined): boolean => /^[\w-]{8,80}$/.test(key ?? '');

/** Of a call that takes a key and does not require one; undefined where none was sent. */
export function readOptionalKey(...parameters: Parameters<typeof readKey>): KeyedCall | undefined {
  return isKey(parameters[0].idempotencyKey) ? readKey(...parameters) : undefined;
}

/** The caller's key for `call`, with a digest of the input. */
export function readKey(
  context: Pick<Context, 'idempotencyKey'>,
  call: string,
  accountId: number,
  input: unknown,
): KeyedCall {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest();
  return { accountId, call, key: context.idempotencyKey ?? '', bodyHash };
}

/** The saved answer of this key; undefined on its first use. Refuses idempotencyConflict for another body. */
export async function findAnswer<Answer>(owner: Owner, keyed: KeyedCall): Promise<{ answer: Answer } | undefined> {
  const found = await findRow(owner, keyed);
  if (found && !found.body_hash.equals(keyed.bodyHash)) throw new Refusal('idempotencyConflict');
  return found && { answer: found.answer as Answer };
}

/** The same for an answer that another statement brought along. */
export function judgeAnswer<Answer>(
  found: Answered | null | undefined,
  { bodyHash }: KeyedCall,
): { answer: Answer } | undefined {
  if (!found) return undefined;
  if (found.hash !== bodyHash.toString('hex')) throw new Refusal('idempotencyConflict');
  return { answer: found.answer as Answer };
}

/**
 * Claims the key for the work of this transaction: undefined for the first call, the first answer for a repeat. A repeat that arrives
 * while the first call is still at work waits for it here.
 */
export async function claimKey<Answer>(owner: OwnerTrx, keyed: KeyedCall): Promise<{ answer: Answer } | undefined> {
  if ((await insertKey(owner, keyed)) === 1) return undefined;
  const found = await findAnswer<Answer>(owner, keyed);
  if (!found) throw new Refusal('idempotencyConflict');
  return found;
}

/** The answer that repeats will get. */
export function saveAnswer(owner: OwnerTrx, keyed: KeyedCall, answer: unknown): Promise<void> {
  return updateAnswer(owner, keyed, answer);
}

/** Runs `work` for the first use of a key, in the caller's transaction, and saves its answer for repeats. */
export async function answerOnce<Answer>(
  owner: OwnerTrx,
  keyed: KeyedCall,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const before = await claimKey<Answer>(owner, keyed);
  if (before) return before.answer;
  const answer = await work();
  await saveAnswer(owner, keyed, answer);
  return answer;
}

/**
 * The work of `call` in one transaction; a repeat under the caller's key, if it sent one, gets the first answer. `input` is what the caller
 * sent: the same key with another one is refused (idempotencyConflict).
 */
export function inTransactionOnce<Answer>(
  context: Pick<Context, 'owner' | 'idempotencyKey' | 'staff' | 'visitor'>,
  call: CallName,
  input: unknown,
  work: (owner: OwnerTrx) => Promise<Answer>,
): Promise<Answer> {
  const caller = context.staff ?? context.visitor;
  const keyed = caller && readOptionalKey(context, call, caller.accountId, input);
  return inTransaction(context.owner, (owner) => (keyed ? answerOnce(owner, keyed, () => work(owner)) : work(owner)));
}
