// Reviews as the owner's staff look after them: those that wait and those that readers reported come first.
import type { Language } from '../../domain/languages.ts';
import type { ReportReason, ReviewState } from '../../domain/review-rules.ts';
import { firstRow, notPrepared, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

export type DeskReview = {
  review_id: number;
  product_id: number;
  order_no: string;
  stars: number;
  body: string;
  language: Language;
  author: string;
  used_on: string;
  state: ReviewState;
  hidden_why: string;
  answer: string;
  created_at: Date;
  pictures: string[];
  names: Record<string, string>;
  reports: { reason: ReportReason; count: number }[];
  total: number;
};

export type ReviewFilter = { query: string; state: ReviewState | 'reported' | null; size: number; from: number };

const isReported = sql`v.state = 'published' AND EXISTS (SELECT 1 FROM review_report x WHERE x.owner_id = v.owner_id
  AND x.review_id = v.review_id)`;

/** How many wait for the owner's staff. */
export async function countReviewsToSee(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM review v
      WHERE v.owner_id = ${owner.id} AND (v.state = 'waiting' OR ${isReported})`,
  );
  return row?.count ?? 0;
}

export function listReviewRows(owner: Owner, { query, state, size, from }: ReviewFilter): Promise<DeskReview[]> {
  const ofState = state === 'reported' ? isReported : sql`v.state = ${state}`;
  return rows(
    owner,
    sql<DeskReview>`${notPrepared} SELECT v.review_id, v.product_id, s.order_no, v.stars, v.body, v.language, v.author,
        v.used_on::text AS used_on, v.state, v.hidden_why, v.answer, v.created_at, p.names, (count(*) OVER ())::int AS total,
        ARRAY(SELECT i.picture_id FROM review_picture i WHERE i.owner_id = v.owner_id AND i.sub_order_no = v.sub_order_no
          ORDER BY i.place) AS pictures,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT x.reason, count(*)::int AS count FROM review_report x
          WHERE x.owner_id = v.owner_id AND x.review_id = v.review_id GROUP BY 1 ORDER BY 2 DESC, 1) t) AS reports
      FROM review v JOIN product p ON p.owner_id = v.owner_id AND p.product_id = v.product_id
      JOIN sub_order s ON s.owner_id = v.owner_id AND s.sub_order_no = v.sub_order_no
      WHERE v.owner_id = ${owner.id} AND ${onlyIf(state, ofState)} AND ${onlyIf(
        query || null,
        sql`strpos(lower(concat_ws(' ', s.order_no, v.author, v.body, p.names::text)), lower(${query})) > 0`,
      )}
      ORDER BY v.state = 'waiting' DESC, ${isReported} DESC, v.created_at DESC, v.review_id DESC LIMIT ${size} OFFSET ${from}`,
  );
}
