// Lines that a supplier of data plans delivers (decision 0375): which plan each is, and the eSIMs delivered for them. Writers hold the
// order's lock.
import { orderCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';

export type PlanRow = {
  sub_order_no: string;
  quantity: number;
  play_on: string;
  plan_kind: 'eSim' | 'card' | null;
  plan_sku: string | null;
  plan_copies: number | null;
};

/** Every line of an order with the supplier's plan of its SKU; null where it has none. */
export function listPlans(owner: Owner, orderNo: string): Promise<PlanRow[]> {
  return rows(
    owner,
    sql<PlanRow>`SELECT s.sub_order_no, s.quantity, s.play_on::text AS play_on, k.plan_kind, k.plan_sku, k.plan_copies
      FROM sub_order s LEFT JOIN sku k ON k.owner_id = s.owner_id AND k.sku_id = s.sku_id
      WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} ORDER BY s.sub_order_no`,
  );
}

/** Over `sub_order s`: its order was paid from the balance at the supplier. */
const isPaidThere = sql`EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = s.owner_id AND y.order_no = s.order_no
  AND y.channel = 'billionConnect' AND y.outcome = 'applied')`;

export type ESimRow = {
  iccid: string;
  sub_order_no: string | null;
  activation: string;
  confirmation_code: string;
  apn: string;
  pin: string;
  puk: string;
  phone: string;
  valid_until: string;
  by_name: string | null;
};

export type Supplied = {
  /** In the order in which they came. */
  list: ESimRow[];
  /** Lines of an order that was paid at the supplier, with how many eSIMs of each are still to come. */
  awaited: { subOrderNo: string; count: number }[];
};

export async function findSupplied(owner: Owner, orderNo: string): Promise<Supplied> {
  const row = await firstRow(
    owner,
    sql<Supplied>`SELECT
        (SELECT coalesce(json_agg(e ORDER BY e.created_at, e.iccid), '[]') FROM esim e
          WHERE e.owner_id = ${owner.id} AND e.order_no = ${orderNo}) AS list,
        (SELECT coalesce(json_agg(json_build_object('subOrderNo', l.sub_order_no, 'count', l.count) ORDER BY l.sub_order_no), '[]')
          FROM (SELECT s.sub_order_no, s.quantity - s.cancelled_quantity - (SELECT count(*)::int FROM esim e
              WHERE e.owner_id = s.owner_id AND e.order_no = s.order_no AND e.sub_order_no = s.sub_order_no) AS count
            FROM sub_order s JOIN sku k USING (owner_id, sku_id)
            WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND k.plan_kind = 'eSim' AND ${isPaidThere}) l
          WHERE l.count > 0) AS awaited`,
  );
  return row ?? { list: [], awaited: [] };
}

/** An eSIM without a named line is shown with every line of the order. */
export const isOfLine = ({ sub_order_no: lineNo }: Pick<ESimRow, 'sub_order_no'>, subOrderNo: string): boolean =>
  lineNo === null || lineNo === subOrderNo;

/** 0 for one that is there already. */
export function insertESim(owner: OwnerTrx, of: { orderNo: string; paymentNo: string }, row: ESimRow): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO esim (owner_id, order_no, iccid, payment_no, sub_order_no, activation, confirmation_code, apn, pin, puk, phone,
        valid_until, by_name)
      VALUES (${owner.id}, ${of.orderNo}, ${row.iccid}, ${of.paymentNo}, ${row.sub_order_no}, ${row.activation},
        ${row.confirmation_code}, ${row.apn}, ${row.pin}, ${row.puk}, ${row.phone}, ${row.valid_until}, ${row.by_name})
      ON CONFLICT DO NOTHING`,
  );
}

export async function assignESim(owner: OwnerTrx, orderNo: string, iccid: string, subOrderNo: string): Promise<void> {
  await sql`UPDATE esim SET sub_order_no = ${subOrderNo} WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND iccid = ${iccid}
    AND sub_order_no IS NULL AND EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo}
      AND s.sub_order_no = ${subOrderNo})`.execute(owner);
}

/** A line that goes to an address is on its way; 0 where it is not confirmed or not sent anywhere. */
export function markLineSent(
  owner: OwnerTrx,
  subOrderNo: string,
  sent: { carrier: string; trackingNumber: string; at: Date },
) {
  return changed(
    owner,
    sql`UPDATE sub_order SET sent_at = coalesce(sent_at, ${sent.at.toISOString()}::timestamptz), carrier = ${sent.carrier},
        tracking_number = ${sent.trackingNumber}
      WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo} AND terms @> '{"delivered": true}'
        AND (status = ${orderCode.confirmed} OR sent_at IS NOT NULL AND status = ${orderCode.completed})`,
  );
}

/** Over `purchase p`: paid at the supplier a while ago, and an eSIM that should be there is not. */
export const lacksESims = sql`p.status = ${orderCode.confirmed} AND EXISTS (SELECT 1 FROM payment y
  WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no AND y.channel = 'billionConnect' AND y.outcome = 'applied'
    AND y.settled_at < now() - interval '10 minutes'
    AND (SELECT coalesce(sum(s.quantity - s.cancelled_quantity), 0) FROM sub_order s JOIN sku k USING (owner_id, sku_id)
      WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no AND k.plan_kind = 'eSim')
    > (SELECT count(*) FROM esim e WHERE e.owner_id = p.owner_id AND e.order_no = p.order_no))`;
