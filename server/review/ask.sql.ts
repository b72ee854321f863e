// Asking travellers for a review: who is due, and the right to ask, which one process takes.
import { reviewRules } from '../../domain/review-rules.ts';
import { changed, firstRow, type House, type Owner, rows, sql } from '../platform/db.ts';

export type DueAsk = { owner_id: number; order_no: string; product_id: number };

/** Products of orders used a day ago or longer, a stay from its end; of several used lines the first represents all. */
export function listDueAsks(house: House, now: Date, most: number): Promise<DueAsk[]> {
  return rows(
    house,
    sql<DueAsk>`SELECT DISTINCT s.owner_id, s.order_no, s.product_id
      FROM redemption r JOIN sub_order s ON s.owner_id = r.owner_id AND s.sub_order_no = r.sub_order_no
      JOIN owner o ON o.owner_id = r.owner_id
      WHERE o.review_asks AND o.closed_at IS NULL AND r.at <= ${now}::timestamptz - make_interval(hours => ${reviewRules.askAfterHours})
        AND r.at > ${now}::timestamptz - make_interval(days => ${reviewRules.askWithinDays})
        AND (s.until_on IS NULL OR s.until_on < (${now}::timestamptz AT TIME ZONE (s.terms ->> 'zone'))::date)
        AND NOT EXISTS (SELECT 1 FROM review_ask a WHERE a.owner_id = s.owner_id AND a.order_no = s.order_no
          AND a.product_id = s.product_id)
        AND NOT EXISTS (SELECT 1 FROM review v JOIN sub_order t ON t.owner_id = v.owner_id AND t.sub_order_no = v.sub_order_no
          WHERE v.owner_id = s.owner_id AND t.order_no = s.order_no AND v.product_id = s.product_id)
      LIMIT ${most}`,
  );
}

/** 1 for the process that sends the request, 0 for all others. */
export function claimAsk(owner: Owner, due: DueAsk, now: Date): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO review_ask (owner_id, order_no, product_id, sub_order_no, created_at, expires_at)
      SELECT s.owner_id, s.order_no, s.product_id, min(s.sub_order_no), ${now}::timestamptz,
        ${now}::timestamptz + make_interval(days => ${reviewRules.linkDays})
      FROM redemption r JOIN sub_order s ON s.owner_id = r.owner_id AND s.sub_order_no = r.sub_order_no
      WHERE s.owner_id = ${owner.id} AND s.order_no = ${due.order_no} AND s.product_id = ${due.product_id} GROUP BY 1, 2, 3
      ON CONFLICT (owner_id, order_no, product_id) DO NOTHING`,
  );
}

/** Of the ask that a mail is written for; undefined where its review is written meanwhile. */
export function findAsk(owner: Owner, orderNo: string, productId: number) {
  return firstRow(
    owner,
    sql<{ sub_order_no: string }>`SELECT a.sub_order_no FROM review_ask a
      WHERE a.owner_id = ${owner.id} AND a.order_no = ${orderNo} AND a.product_id = ${productId}
        AND NOT EXISTS (SELECT 1 FROM review v WHERE v.owner_id = a.owner_id AND v.sub_order_no = a.sub_order_no)`,
  );
}

/** The newest mail's link is the one that leads in. */
export async function storeAskToken(owner: Owner, orderNo: string, productId: number, hash: Buffer): Promise<void> {
  await sql`UPDATE review_ask SET token_hash = ${hash}
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND product_id = ${productId}`.execute(owner);
}

/** The answer to a published review; undefined where it was taken back, or no one reads the review any more. */
export async function findReviewAnswer(owner: Owner, reviewId: string) {
  const row = await firstRow(
    owner,
    sql<{
      answer: string;
      country: string;
      city: string;
      id: number;
    }>`SELECT v.answer, y.key AS country, p.city, p.product_id AS id
      FROM review v JOIN product p ON p.owner_id = v.owner_id AND p.product_id = v.product_id
      JOIN city c ON c.city = p.city JOIN country y ON y.country = c.country
      WHERE v.owner_id = ${owner.id} AND v.review_id = ${reviewId} AND v.state = 'published' AND v.answer <> ''`,
  );
  if (!row) return undefined;
  const { answer, ...reviewed } = row;
  return { answer, reviewed };
}
