// Shares of an order's price that a balance or a gift card paid while the order waits for the rest (decision 0408). They are applied with
// the payment that completes the price, or go back whole: as a refund that the next round carries out, once.
import { paymentCode } from '../../platform/database/status.sql.ts';
import { changed, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import { insertEvent } from '../order.sql.ts';

const held = (owner: OwnerTrx, orderNo: string) =>
  sql`owner_id = ${owner.id} AND order_no = ${orderNo} AND outcome = 'held'`;

/**
 * Adds a received payment to what the order holds, never above the order's price; 1 when it was added. The order waits for its rest like
 * an order without a running payment.
 */
export async function holdShare(
  owner: OwnerTrx,
  { order_no: orderNo, payment_no: paymentNo, channel }: { order_no: string; payment_no: string; channel: string },
): Promise<number> {
  const added = await changed(
    owner,
    sql`WITH share AS (UPDATE payment SET outcome = 'held', share = true
        WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND outcome IS NULL RETURNING order_minor)
      UPDATE purchase p SET shared_minor = p.shared_minor + s.order_minor, pay_status = ${paymentCode.pending} FROM share s
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND p.shared_minor + s.order_minor < p.payable_minor`,
  );
  if (added === 1) await insertEvent(owner, orderNo, { action: 'payShare', actor: 'channel', actorName: channel });
  return added;
}

/** The order is paid: what was held is part of it. */
export async function applyShares(owner: OwnerTrx, orderNo: string): Promise<void> {
  await sql`UPDATE payment SET outcome = 'applied' WHERE ${held(owner, orderNo)}`.execute(owner);
  await sql`UPDATE purchase SET shared_minor = 0 WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

/** In the transaction that holds the order's row. Returns the refunds. */
export async function releaseShares(
  owner: OwnerTrx,
  { order_no: orderNo, shared_minor: sharedMinor }: { order_no: string; shared_minor: number },
): Promise<string[]> {
  if (sharedMinor === 0) return [];
  const list = await rows(
    owner,
    sql<{ refund_no: string; channel: string }>`WITH freed AS (UPDATE payment SET outcome = 'released'
        WHERE ${held(owner, orderNo)} RETURNING *),
      refunds AS (INSERT INTO refund (owner_id, refund_no, order_no, payment_no, currency, amount_minor, order_minor, reason)
        SELECT owner_id, payment_no || '-released', order_no, payment_no, currency, amount_minor, order_minor, 'released' FROM freed
        RETURNING refund_no, payment_no),
      emptied AS (UPDATE purchase SET shared_minor = 0 WHERE owner_id = ${owner.id} AND order_no = ${orderNo})
      SELECT r.refund_no, f.channel FROM refunds r JOIN freed f USING (payment_no) ORDER BY r.refund_no`,
  );
  for (const { channel } of list)
    await insertEvent(owner, orderNo, { action: 'refund', actor: 'channel', actorName: channel, why: 'released' });
  return list.map((item) => item.refund_no);
}
