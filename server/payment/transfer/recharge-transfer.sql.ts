// Bank transfers for deposits: their lock, what finance found, and those that wait for their partner.
import type { Currency } from '../../../domain/currencies.ts';
import type { TransferState } from '../../../domain/transfer-rules.ts';
import { paymentCode, rechargeCode } from '../../platform/database/status.sql.ts';
import { firstRow, type Owner, rows, sql } from '../../platform/db.ts';

/** Changing the state of such a transfer requires the lock of its recharge. */
export async function lockRecharge(owner: Owner, rechargeNo: string): Promise<void> {
  await sql`SELECT 1 FROM recharge WHERE owner_id = ${owner.id} AND recharge_no = ${rechargeNo} FOR UPDATE`.execute(
    owner,
  );
}

export function findRechargeOf(owner: Owner, rechargeNo: string) {
  return firstRow(
    owner,
    sql<{
      recharge_no: string;
      partner_id: number;
      account_id: number;
      currency: Currency;
      amount_minor: number;
    }>`SELECT recharge_no, partner_id, account_id, currency, amount_minor FROM recharge
      WHERE owner_id = ${owner.id} AND recharge_no = ${rechargeNo}`,
  );
}

type Found = { amountMinor: number; reference: string; on: string };

export async function noteReceived(owner: Owner, paymentNo: string, found: Found): Promise<void> {
  await sql`UPDATE transfer SET received_minor = ${found.amountMinor}, reference = ${found.reference}, received_on = ${found.on}::date
    WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}`.execute(owner);
}

type Amounts = { amountMinor: number; feeMinor: number; creditedMinor: number; staffId: number };

/** Before the money is applied: payment and recharge have what really arrived; what is more than announced is noted of the person. */
export async function takeOtherAmount(
  owner: Owner,
  { paymentNo, rechargeNo }: { paymentNo: string; rechargeNo: string },
  { amountMinor, feeMinor, creditedMinor, staffId }: Amounts,
): Promise<void> {
  await sql`UPDATE payment SET amount_minor = ${amountMinor}, fee_minor = ${feeMinor}, order_minor = ${creditedMinor}
    WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND status <> ${paymentCode.paid}`.execute(owner);
  await sql`UPDATE recharge SET amount_minor = ${creditedMinor},
      excess_minor = greatest(0, ${creditedMinor}::bigint - amount_minor), excess_by = ${staffId}
    WHERE owner_id = ${owner.id} AND recharge_no = ${rechargeNo} AND status <> ${rechargeCode.received}`.execute(owner);
}

/** A refused one may be sent in again for as long as a new one. */
export async function extendRecharge(owner: Owner, paymentNo: string, seconds: number): Promise<void> {
  await sql`UPDATE payment SET expires_at = greatest(expires_at, now() + make_interval(secs => ${seconds}))
    WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND live`.execute(owner);
}

export type OpenRecharge = {
  recharge_no: string;
  currency: Currency;
  amount_minor: number;
  state: TransferState;
  created_at: Date;
};

/** Transfers of a partner that are under way, the newest first. */
export function listOpenRecharges(owner: Owner, partnerId: number): Promise<OpenRecharge[]> {
  return rows(
    owner,
    sql<OpenRecharge>`SELECT r.recharge_no, y.currency, y.amount_minor, t.state, r.created_at FROM recharge r
      JOIN payment y ON y.owner_id = r.owner_id AND y.recharge_no = r.recharge_no
        AND y.payment_no BETWEEN r.recharge_no || 'P' AND r.recharge_no || 'PZZZZZ'
      JOIN transfer t ON t.owner_id = y.owner_id AND t.payment_no = y.payment_no
      WHERE r.owner_id = ${owner.id} AND r.partner_id = ${partnerId} AND r.status = ${rechargeCode.waiting} AND y.live
      ORDER BY r.created_at DESC LIMIT 20`,
  );
}
