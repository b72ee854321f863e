// Numbers of platforms for cancellations of a part (decision 0573).
import { changed, firstRow, type Owner, type OwnerTrx, sql } from '../../platform/db.ts';

/** `skuId` null: of whatever the order has. */
export type PartUnits = { skuId: string | null; quantity: number }[];

type Claim = { orderNo: string; refundRef: string; units: PartUnits };

/** `same`: the number was cancelled before · `other`: for other units. Under the lock of the order's booking. */
export async function claimPartRefund(
  owner: OwnerTrx,
  { orderNo, refundRef, units }: Claim,
): Promise<'new' | 'same' | 'other'> {
  const made = await changed(
    owner,
    sql`INSERT INTO channel_refund (owner_id, order_no, refund_ref, units)
      VALUES (${owner.id}, ${orderNo}, ${refundRef}, ${JSON.stringify(units)}::jsonb) ON CONFLICT DO NOTHING`,
  );
  if (made === 1) return 'new';
  return (await isPartRefunded(owner, { orderNo, refundRef, units })) ? 'same' : 'other';
}

/** Whether these units were cancelled under the number before. */
export async function isPartRefunded(owner: Owner, { orderNo, refundRef, units }: Claim): Promise<boolean> {
  const known = await firstRow(
    owner,
    sql<{ same: boolean }>`SELECT units = ${JSON.stringify(units)}::jsonb AS same FROM channel_refund
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND refund_ref = ${refundRef}`,
  );
  return known?.same ?? false;
}

/** How many units the platform cancelled under its other numbers. */
export async function countPartRefunded(owner: Owner, orderNo: string, except: string): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ units: number }>`SELECT coalesce(sum((u ->> 'quantity')::int), 0)::int AS units
      FROM channel_refund r CROSS JOIN jsonb_array_elements(r.units) u
      WHERE r.owner_id = ${owner.id} AND r.order_no = ${orderNo} AND r.refund_ref <> ${except}`,
  );
  return row?.units ?? 0;
}
