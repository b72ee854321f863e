// Reviews by line and by product. The row itself is the guard: its key is the line's redemption, so there is one.
import type { Language } from '../../domain/languages.ts';
import type { ReportReason, ReviewState } from '../../domain/review-rules.ts';
import type { Terms, Visible } from '../order/read.sql.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../platform/db.ts';
import { isSeen, type Viewer } from '../site/hidden.sql.ts';

export type ReviewedLine = {
  sub_order_no: string;
  order_no: string;
  product_id: number;
  terms: Terms;
  name: string;
  /** Of the order. */
  language: Language;
  /** Where it was used, by the product's calendar; null until then. */
  used_on: string | null;
};

const lineColumns = sql`s.sub_order_no, s.order_no, s.product_id, s.terms, coalesce(p.contact ->> 'name', '') AS name, p.language,
  (r.at AT TIME ZONE (s.terms ->> 'zone'))::date::text AS used_on`;
const lineTables = sql`sub_order s JOIN purchase p ON p.owner_id = s.owner_id AND p.order_no = s.order_no
  LEFT JOIN redemption r ON r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no`;

export function findLineByToken(owner: Owner, hash: Buffer, now: Date): Promise<ReviewedLine | undefined> {
  return firstRow(
    owner,
    sql<ReviewedLine>`SELECT ${lineColumns} FROM review_ask a JOIN ${lineTables} ON true
      WHERE a.owner_id = ${owner.id} AND a.token_hash = ${hash} AND a.expires_at > ${now}
        AND s.owner_id = a.owner_id AND s.sub_order_no = a.sub_order_no`,
  );
}

export function findVisibleLine(owner: Owner, subOrderNo: string, visible: Visible): Promise<ReviewedLine | undefined> {
  return firstRow(
    owner,
    sql<ReviewedLine>`SELECT ${lineColumns} FROM ${lineTables}
      WHERE s.owner_id = ${owner.id} AND s.sub_order_no = ${subOrderNo} AND ${visible}`,
  );
}

export type ReviewRow = {
  review_id: number;
  stars: number;
  body: string;
  language: Language;
  author: string;
  used_on: string;
  state: ReviewState;
  answer: string;
};

const reviewColumns = sql`v.review_id, v.stars, v.body, v.language, v.author, v.used_on::text AS used_on, v.state, v.answer`;

export function findReviewOf(owner: Owner, subOrderNo: string): Promise<ReviewRow | undefined> {
  return firstRow(
    owner,
    sql<ReviewRow>`SELECT ${reviewColumns} FROM review v WHERE v.owner_id = ${owner.id} AND v.sub_order_no = ${subOrderNo}`,
  );
}

type NewReview = {
  subOrderNo: string;
  stars: number;
  body: string;
  language: string;
  author: string;
  now: Date;
};

/** Its current state; undefined where the line is not redeemed or has a review already. */
export async function insertReview(owner: OwnerTrx, review: NewReview): Promise<ReviewState | undefined> {
  const row = await firstRow(
    owner,
    sql<{ state: ReviewState }>`INSERT INTO review
        (owner_id, sub_order_no, product_id, stars, body, language, author, used_on, state, created_at)
      SELECT s.owner_id, s.sub_order_no, s.product_id, ${review.stars}::smallint, ${review.body}, ${review.language}, ${review.author},
        (r.at AT TIME ZONE (s.terms ->> 'zone'))::date, CASE WHEN o.review_at_once THEN 'published' ELSE 'waiting' END,
        ${review.now}::timestamptz
      FROM redemption r JOIN sub_order s ON s.owner_id = r.owner_id AND s.sub_order_no = r.sub_order_no
      JOIN owner o ON o.owner_id = r.owner_id
      WHERE r.owner_id = ${owner.id} AND r.sub_order_no = ${review.subOrderNo}
      ON CONFLICT (owner_id, sub_order_no) DO NOTHING RETURNING state`,
  );
  return row?.state;
}

/** The line of the review that nothing is left of; undefined where it was erased before. */
export async function eraseReview(
  owner: OwnerTrx,
  by: { subOrderNo: string } | { id: string },
): Promise<string | undefined> {
  const which = 'id' in by ? sql`review_id = ${by.id}` : sql`sub_order_no = ${by.subOrderNo}`;
  const row = await firstRow(
    owner,
    sql<{ review_id: number; sub_order_no: string }>`UPDATE review
      SET state = 'erased', body = '', author = '', answer = '', answered_at = NULL, hidden_why = ''
      WHERE owner_id = ${owner.id} AND ${which} AND state <> 'erased' RETURNING review_id, sub_order_no`,
  );
  if (!row) return undefined;
  await dropPictures(owner, row.sub_order_no, []);
  await sql`DELETE FROM review_translation WHERE owner_id = ${owner.id} AND review_id = ${row.review_id}`.execute(
    owner,
  );
  await dropReports(owner, row.review_id);
  return row.sub_order_no;
}

/** 1 where it moved to that state; nothing leads back from an erased one. */
export function moveReview(owner: OwnerTrx, id: string, to: 'published' | 'hidden', why: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE review SET state = ${to}, hidden_why = ${why} WHERE owner_id = ${owner.id} AND review_id = ${id} AND state <> 'erased'`,
  );
}

/** Of a published review with an answer. */
export function findAnsweredLine(owner: OwnerTrx, id: string) {
  return firstRow(
    owner,
    sql<{ sub_order_no: string; order_no: string }>`SELECT s.sub_order_no, s.order_no FROM review v
      JOIN sub_order s ON s.owner_id = v.owner_id AND s.sub_order_no = v.sub_order_no
      WHERE v.owner_id = ${owner.id} AND v.review_id = ${id} AND v.state = 'published' AND v.answer <> ''`,
  );
}

/** Undefined for an erased review. */
export function lockAnswer(owner: OwnerTrx, id: string): Promise<{ answer: string } | undefined> {
  return firstRow(
    owner,
    sql<{ answer: string }>`SELECT answer FROM review
      WHERE owner_id = ${owner.id} AND review_id = ${id} AND state <> 'erased' FOR UPDATE`,
  );
}

export function writeAnswer(owner: OwnerTrx, id: string, text: string, now: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE review SET answer = ${text}, answered_at = CASE WHEN ${text} = '' THEN NULL ELSE ${now}::timestamptz END
      WHERE owner_id = ${owner.id} AND review_id = ${id} AND state <> 'erased'`,
  );
}

export async function dropReports(owner: Owner, id: string | number): Promise<void> {
  await sql`DELETE FROM review_report WHERE owner_id = ${owner.id} AND review_id = ${id}`.execute(owner);
}

type NewReport = { id: string; source: Buffer; reason: ReportReason; now: Date };

/** Of a published review; a second report of one source changes nothing. Undefined where there is no such review. */
export async function insertReport(owner: Owner, { id, source, reason, now }: NewReport): Promise<boolean> {
  const row = await firstRow(
    owner,
    sql<{ found: boolean }>`WITH v AS (SELECT review_id FROM review
        WHERE owner_id = ${owner.id} AND review_id = ${id} AND state = 'published'),
      made AS (INSERT INTO review_report (owner_id, review_id, source_hash, reason, created_at)
        SELECT ${owner.id}, review_id, ${source}::bytea, ${reason}, ${now}::timestamptz FROM v ON CONFLICT DO NOTHING)
      SELECT EXISTS (SELECT 1 FROM v) AS found`,
  );
  return row?.found ?? false;
}

export type PictureOfReview = { place: number; picture_id: string };

export function listPicturesOf(owner: Owner, subOrderNo: string): Promise<PictureOfReview[]> {
  return rows(
    owner,
    sql<PictureOfReview>`SELECT place, picture_id FROM review_picture
      WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo} ORDER BY place`,
  );
}

/** Before pictures are put to a line or its review is written: one of them comes first. */
export async function lockForPictures(owner: OwnerTrx, subOrderNo: string): Promise<void> {
  await sql`SELECT 1 FROM sub_order WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo} FOR NO KEY UPDATE`.execute(
    owner,
  );
}

/** Into a place of the line, locked by the caller, that is empty; 0 where a review exists already. */
export function putPicture(
  owner: OwnerTrx,
  { subOrderNo, place, id, now }: { subOrderNo: string; place: number; id: string; now: Date },
): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO review_picture (owner_id, sub_order_no, place, picture_id, created_at)
      SELECT r.owner_id, r.sub_order_no, ${place}::smallint, ${id}, ${now}::timestamptz FROM redemption r
      WHERE r.owner_id = ${owner.id} AND r.sub_order_no = ${subOrderNo}
        AND NOT EXISTS (SELECT 1 FROM review v WHERE v.owner_id = r.owner_id AND v.sub_order_no = r.sub_order_no)`,
  );
}

/** Pictures of a review are also named by their line, so a review gets no other line's pictures. */
const dropped = (which: ReturnType<typeof sql>) => sql`WITH gone AS (DELETE FROM review_picture i WHERE ${which}
    RETURNING owner_id, picture_id),
  sizes AS (DELETE FROM picture_size z USING gone WHERE z.owner_id = gone.owner_id AND z.picture_id = gone.picture_id)
  DELETE FROM picture f USING gone WHERE f.owner_id = gone.owner_id AND f.picture_id = gone.picture_id`;

export async function dropPictures(owner: OwnerTrx, subOrderNo: string, but: string[]): Promise<void> {
  const others = sql`i.owner_id = ${owner.id} AND i.sub_order_no = ${subOrderNo} AND i.picture_id <> ALL(${but}::text[])`;
  await dropped(others).execute(owner);
}

/** What is in a place, with its bytes, before another comes there. */
export async function emptyPlace(owner: OwnerTrx, subOrderNo: string, place: number): Promise<void> {
  await dropped(
    sql`i.owner_id = ${owner.id} AND i.sub_order_no = ${subOrderNo} AND i.place = ${place}::smallint`,
  ).execute(owner);
}

/** Those that a review was never sent with. */
export async function dropLeftPictures(house: House, before: Date): Promise<void> {
  const left = sql`i.created_at < ${before}::timestamptz AND NOT EXISTS (SELECT 1 FROM review v WHERE v.owner_id = i.owner_id
    AND v.sub_order_no = i.sub_order_no)`;
  await dropped(left).execute(house);
}

export type ShownReview = ReviewRow & { pictures: string[] };

const picturesOf = sql`ARRAY(SELECT i.picture_id FROM review_picture i
  WHERE i.owner_id = v.owner_id AND i.sub_order_no = v.sub_order_no ORDER BY i.place) AS pictures`;

export type ReviewPage = {
  total: number;
  counts: { stars: number; n: number }[];
  languages: { key: Language; count: number }[];
  list: ShownReview[];
};

type ReviewQuery = {
  id: string;
  sort: 'newest' | 'highest' | 'lowest';
  language: Language | undefined;
  size: number;
  from: number;
};

/** A page of a product's reviews with the counts of all; undefined where the caller does not see the product. */
export function findReviewPage(owner: Owner, audience: Viewer, query: ReviewQuery): Promise<ReviewPage | undefined> {
  const { id, sort, language, size, from } = query;
  const published = sql`v.owner_id = ${owner.id} AND v.product_id = ${id} AND v.state = 'published'`;
  const chosen = sql`${published} AND ${onlyIf(language, sql`v.language = ${language}`)}`;
  const order = { newest: sql``, highest: sql`v.stars DESC,`, lowest: sql`v.stars,` }[sort];
  return firstRow(
    owner,
    sql<ReviewPage>`SELECT (SELECT count(*)::int FROM review v WHERE ${chosen}) AS total,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT v.stars, count(*)::int AS n FROM review v WHERE ${published}
          GROUP BY 1) t) AS counts,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT v.language AS key, count(*)::int AS count FROM review v WHERE ${published}
          GROUP BY 1 ORDER BY 2 DESC, 1) t) AS languages,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${reviewColumns}, ${picturesOf} FROM review v WHERE ${chosen}
          ORDER BY ${order} v.created_at DESC, v.review_id DESC LIMIT ${size} OFFSET ${from}) t) AS list
      FROM product p WHERE p.owner_id = ${owner.id} AND p.product_id = ${id} AND p.state <> 'draft' AND ${isSeen(owner, audience, 'p')}`,
  );
}
