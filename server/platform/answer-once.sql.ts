// Answers of calls that create or move money, one row for each key of an account and call.
import { changed, firstRow, type House, type Owner, sql } from './db.ts';

/** What a caller sent under a key: the same request under it gets the same answer. */
export type KeyedCall = { accountId: number; call: string; key: string; bodyHash: Buffer };

/**
 * Writes keys with their answers, as a part of a statement that writes more: for rows of `from`, with the columns account_id, call, key,
 * body_hash (hexadecimal) and answer.
 */
export const insertAnswers = (owner: Owner, from: 'orders') =>
  sql`INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer)
    SELECT ${owner.id}, account_id, call, key, decode(body_hash, 'hex'), answer FROM ${sql.ref(from)}`;

/** The constraint that a second use of a key violates. */
export const keyConstraint = 'idempotency_key_pkey';

/** 1 for the first use of a key, 0 afterwards. Of two at the same time the second waits for the first. */
export function insertKey(owner: Owner, { accountId, call, key, bodyHash }: KeyedCall): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer)
      VALUES (${owner.id}, ${accountId}, ${call}, ${key}, ${bodyHash}, 'null') ON CONFLICT DO NOTHING`,
  );
}

export function findRow(owner: Owner, { accountId, call, key }: KeyedCall) {
  return firstRow(
    owner,
    sql<{ body_hash: Buffer; answer: unknown }>`SELECT body_hash, answer FROM idempotency_key
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND call = ${call} AND key = ${key}`,
  );
}

/** The same as a column of a statement whose rows `q` have account_id, call and key: null on the first use of the key. */
export const answeredColumn = (owner: Owner) =>
  sql`(SELECT json_build_object('hash', encode(i.body_hash, 'hex'), 'answer', i.answer) FROM idempotency_key i
    WHERE i.owner_id = ${owner.id} AND i.account_id = q.account_id AND i.call = q.call AND i.key = q.key) AS answered`;

export type Answered = { hash: string; answer: unknown };

export async function updateAnswer(owner: Owner, { accountId, call, key }: KeyedCall, answer: unknown): Promise<void> {
  await sql`UPDATE idempotency_key SET answer = ${JSON.stringify(answer)}::jsonb
    WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND call = ${call} AND key = ${key}`.execute(owner);
}

/** A repeat comes within minutes; after seven days a key is free again. */
export async function deleteOldAnswers(house: House): Promise<void> {
  await sql`DELETE FROM idempotency_key WHERE created_at < now() - interval '7 days'`.execute(house);
}
