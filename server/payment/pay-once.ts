// Paying is carried out once per key (decisions §2): a repeat after the money came gets the first answer again, another key does not.
// Money inside the house keeps its whole answer; for a channel the attempt is kept, which knows where its buyer goes on. An attempt that
// came to nothing before its buyer was led anywhere gives its key to the next.
import { createHash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { Refusal } from '../../domain/errors.ts';
import { findAnswer } from '../order/order.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { Sql, Trx } from '../platform/db.ts';
import { type Answering, claimKey } from './balance/recharge.sql.ts';

type Shown = OutputOf<'paying'>;
export type Kept = { paymentNo: string; answer: Shown | null };

export function askedOf(context: Context, input: ParsedInputOf<'paying'>): Answering {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest();
  return { accountId: buyerOf(context).accountId, call: 'paying', key: context.idempotencyKey ?? '', bodyHash };
}

/** What this key did before. Refuses idempotencyConflict when it came with something else. */
export async function findKept(db: Sql, ownerId: number, asked: Answering): Promise<Kept | undefined> {
  const known = await findAnswer(db, ownerId, asked.accountId, asked.call, asked.key);
  if (!known) return undefined;
  if (!known.body_hash.equals(asked.bodyHash)) throw new Refusal('idempotencyConflict');
  return known.answer as Kept;
}

/** First in the transaction that pays: two at once wait for each other here, and the second gets what the first was told. */
export async function claimAsked(trx: Trx, ownerId: number, asked: Answering): Promise<Kept | undefined> {
  return (await claimKey(trx, ownerId, asked)) === 1 ? undefined : findKept(trx, ownerId, asked);
}
