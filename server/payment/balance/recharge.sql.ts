// Recharges: what a partner pays in, its payment at a channel, and answers kept for repeats of a call.
import { changed, firstRow, type Sql, sql } from '../../platform/db.ts';

export type NewRecharge = {
  rechargeNo: string;
  paymentNo: string;
  partnerId: number;
  accountId: number;
  channel: string;
  /** What the deposit will rise by. */
  currency: string;
  amountMinor: number;
  /** What the channel is asked for, its fee included. */
  paid: { currency: string; amountMinor: number; feeMinor: number; rate: string };
  lifeSeconds: number;
};

export async function insertRecharge(db: Sql, ownerId: number, row: NewRecharge): Promise<void> {
  const { paid } = row;
  await sql`INSERT INTO recharge (owner_id, recharge_no, partner_id, account_id, currency, amount_minor)
    VALUES (${ownerId}, ${row.rechargeNo}, ${row.partnerId}, ${row.accountId}, ${row.currency}, ${row.amountMinor})`.execute(
    db,
  );
  await sql`INSERT INTO payment (owner_id, payment_no, recharge_no, channel, status, live, currency, amount_minor, fee_minor, order_minor, rate, expires_at, next_poll_at)
    VALUES (${ownerId}, ${row.paymentNo}, ${row.rechargeNo}, ${row.channel}, 102, true, ${paid.currency}, ${paid.amountMinor}, ${paid.feeMinor}, ${row.amountMinor},
      ${paid.rate}, now() + make_interval(secs => ${row.lifeSeconds}), now() + interval '1 minute')`.execute(db);
}

export type RechargeRow = {
  recharge_no: string;
  partner_id: number;
  currency: string;
  amount_minor: number;
  status: 0 | 1 | 2;
  payment_no: string;
  reason: string;
};

/** Its payment is found by the number that it has from the recharge, which is what the key of payments can do. */
export function findRecharge(
  db: Sql,
  ownerId: number,
  partnerId: number,
  rechargeNo: string,
): Promise<RechargeRow | undefined> {
  return firstRow(
    db,
    sql<RechargeRow>`SELECT r.recharge_no, r.partner_id, r.currency, r.amount_minor, r.status, y.payment_no, y.reason
      FROM recharge r JOIN payment y ON y.owner_id = r.owner_id AND y.recharge_no = r.recharge_no
        AND y.payment_no BETWEEN r.recharge_no || 'P' AND r.recharge_no || 'PZZZZZ'
      WHERE r.owner_id = ${ownerId} AND r.partner_id = ${partnerId} AND r.recharge_no = ${rechargeNo}`,
  );
}

/** Successful, once; undefined when it was before. */
export function receiveRecharge(db: Sql, ownerId: number, rechargeNo: string) {
  return firstRow(
    db,
    sql<{
      partner_id: number;
      currency: string;
      amount_minor: number;
    }>`UPDATE recharge SET status = 1, settled_at = now()
      WHERE owner_id = ${ownerId} AND recharge_no = ${rechargeNo} AND status <> 1 RETURNING partner_id, currency, amount_minor`,
  );
}

export function failRecharge(db: Sql, ownerId: number, rechargeNo: string): Promise<number> {
  return changed(
    db,
    sql`UPDATE recharge SET status = 2, settled_at = now() WHERE owner_id = ${ownerId} AND recharge_no = ${rechargeNo} AND status = 0`,
  );
}

export type Answering = { accountId: number; call: string; key: string; bodyHash: Buffer };

/** Takes a key for its first use; 0 when it was used before. Two at once wait for each other. */
export function claimKey(db: Sql, ownerId: number, { accountId, call, key, bodyHash }: Answering): Promise<number> {
  return changed(
    db,
    sql`INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer)
      VALUES (${ownerId}, ${accountId}, ${call}, ${key}, ${bodyHash}, 'null'::jsonb) ON CONFLICT DO NOTHING`,
  );
}

export async function keepAnswer(db: Sql, ownerId: number, { accountId, call, key }: Answering, answer: unknown) {
  await sql`UPDATE idempotency_key SET answer = ${JSON.stringify(answer)}::jsonb
    WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${call} AND key = ${key}`.execute(db);
}
