// Recharges: money that a partner pays in, and its payment at a channel.
import type { Currency } from '../../../domain/currencies.ts';
import { paymentCode, rechargeCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, sql } from '../../platform/db.ts';
import { type LockedRate, rateColumns, rateValues } from '../payment.sql.ts';

export type NewRecharge = {
  rechargeNo: string;
  paymentNo: string;
  partnerId: number;
  accountId: number;
  channel: string;
  /** What the deposit will rise by. */
  currency: Currency;
  amountMinor: number;
  /** Of a card; null where the channel asks for none. */
  cardholder: { email: string; phone: string } | null;
  /** The amount requested from the channel, its fee included. */
  paid: { currency: Currency; amountMinor: number; feeMinor: number; locked: LockedRate };
  lifeSeconds: number;
};

export async function insertRecharge(owner: Owner, row: NewRecharge): Promise<void> {
  const { paid } = row;
  await sql`INSERT INTO recharge (owner_id, recharge_no, partner_id, account_id, currency, amount_minor)
    VALUES (${owner.id}, ${row.rechargeNo}, ${row.partnerId}, ${row.accountId}, ${row.currency}, ${row.amountMinor})`.execute(
    owner,
  );
  await sql`INSERT INTO payment (owner_id, payment_no, recharge_no, channel, status, live, currency, amount_minor,
    fee_minor, order_minor, ${rateColumns}, cardholder, expires_at, next_poll_at)
    VALUES (${owner.id}, ${row.paymentNo}, ${row.rechargeNo}, ${row.channel}, ${paymentCode.paying}, true, ${paid.currency},
      ${paid.amountMinor}, ${paid.feeMinor}, ${row.amountMinor},
      ${rateValues(paid.locked)}, ${row.cardholder && JSON.stringify(row.cardholder)}::jsonb,
      now() + make_interval(secs => ${row.lifeSeconds}), now() + interval '1 minute')`.execute(owner);
}

export type RechargeRow = {
  recharge_no: string;
  partner_id: number;
  currency: Currency;
  amount_minor: number;
  status: 0 | 1 | 2;
  payment_no: string;
  reason: string;
};

/** Its payment is found by the number that it has from the recharge, which is what the key of payments can do. */
export function findRecharge(owner: Owner, partnerId: number, rechargeNo: string): Promise<RechargeRow | undefined> {
  return firstRow(
    owner,
    sql<RechargeRow>`SELECT r.recharge_no, r.partner_id, r.currency, r.amount_minor, r.status, y.payment_no, y.reason
      FROM recharge r JOIN payment y ON y.owner_id = r.owner_id AND y.recharge_no = r.recharge_no
        AND y.payment_no BETWEEN r.recharge_no || 'P' AND r.recharge_no || 'PZZZZZ'
      WHERE r.owner_id = ${owner.id} AND r.partner_id = ${partnerId} AND r.recharge_no = ${rechargeNo}`,
  );
}

/** Successful, once; undefined when it was before. */
export function receiveRecharge(owner: Owner, rechargeNo: string) {
  return firstRow(
    owner,
    sql<{
      partner_id: number;
      currency: Currency;
      amount_minor: number;
    }>`UPDATE recharge SET status = ${rechargeCode.received}, settled_at = now()
      WHERE owner_id = ${owner.id} AND recharge_no = ${rechargeNo} AND status <> ${rechargeCode.received}
      RETURNING partner_id, currency, amount_minor`,
  );
}

export function failRecharge(owner: Owner, rechargeNo: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE recharge SET status = ${rechargeCode.failed}, settled_at = now()
      WHERE owner_id = ${owner.id} AND recharge_no = ${rechargeNo} AND status = ${rechargeCode.waiting}`,
  );
}

/** What the owner chose as the least and the most of one recharge; null where it chose nothing. */
export async function findRechargeBounds(owner: Owner): Promise<{ least: number | null; most: number | null }> {
  const row = await firstRow(
    owner,
    sql<{ least: number | null; most: number | null }>`SELECT recharge_least_minor AS least, recharge_most_minor AS most
      FROM owner WHERE owner_id = ${owner.id}`,
  );
  return row ?? { least: null, most: null };
}
