// A call that moves money is carried out once per key (decisions §2): a repeat gets the first answer, two at once one of each.
import { createHash } from 'node:crypto';
import { Refusal } from '../../../domain/errors.ts';
import { findAnswer } from '../../order/order.sql.ts';
import type { Context } from '../../platform/context.ts';
import type { Trx } from '../../platform/db.ts';
import { claimKey, keepAnswer } from './recharge.sql.ts';

type Asking = { call: string; accountId: number; input: unknown };

/** Runs in the caller's transaction. Refuses idempotencyConflict when the key came before with something else. */
export async function answerOnce<Answer>(
  trx: Trx,
  { site, idempotencyKey: key = '' }: Context,
  { call, accountId, input }: Asking,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const bodyHash = createHash('sha256').update(JSON.stringify(input)).digest();
  const answering = { accountId, call, key, bodyHash };
  if ((await claimKey(trx, site.ownerId, answering)) === 1) {
    const answer = await work();
    await keepAnswer(trx, site.ownerId, answering, answer);
    return answer;
  }
  const known = await findAnswer(trx, site.ownerId, accountId, call, key);
  if (!known?.body_hash.equals(bodyHash)) throw new Refusal('idempotencyConflict');
  return known.answer as Answer;
}
