// An owner's pictures, and the widths that were made of them.
import type { ReviewState } from '../../domain/review-rules.ts';
import { firstRow, type Owner, sql } from '../platform/db.ts';

export type PictureRow = { picture_id: string; type: string; bytes: Buffer; width: number; height: number };

/** `colour` as "#rrggbb". */
type NewPicture = PictureRow & { colour: string };

export async function insertPicture(owner: Owner, row: NewPicture): Promise<void> {
  await sql`INSERT INTO picture (owner_id, picture_id, type, bytes, width, height, colour)
    VALUES (${owner.id}, ${row.picture_id}, ${row.type}, ${row.bytes}, ${row.width}, ${row.height}, ${row.colour})
    ON CONFLICT (owner_id, picture_id) DO UPDATE SET colour = excluded.colour WHERE picture.colour IS NULL`.execute(
    owner,
  );
}

/** Of the review that the picture belongs to, 'open' before it is written; null where it is none of a review. */
export type OfReview = { review: ReviewState | 'open' | null };

const reviewOf = (owner: Owner, id: string) => sql`(SELECT coalesce(v.state, 'open') FROM review_picture i
  LEFT JOIN review v ON v.owner_id = i.owner_id AND v.sub_order_no = i.sub_order_no
  WHERE i.owner_id = ${owner.id} AND i.picture_id = ${id} LIMIT 1) AS review`;

export function findPicture(owner: Owner, id: string): Promise<(PictureRow & OfReview) | undefined> {
  return firstRow(
    owner,
    sql<PictureRow & OfReview>`SELECT picture_id, type, bytes, width, height, ${reviewOf(owner, id)} FROM picture
      WHERE owner_id = ${owner.id} AND picture_id = ${id}`,
  );
}

type SizeName = { id: string; width: number; type: string };

export function findSize(owner: Owner, size: SizeName) {
  return firstRow(
    owner,
    sql<{ type: string; bytes: Buffer } & OfReview>`SELECT type, bytes, ${reviewOf(owner, size.id)} FROM picture_size
      WHERE owner_id = ${owner.id} AND picture_id = ${size.id} AND width = ${size.width} AND type = ${size.type}`,
  );
}

export async function insertSize(owner: Owner, size: SizeName & { bytes: Buffer }): Promise<void> {
  await sql`INSERT INTO picture_size (owner_id, picture_id, width, type, bytes)
    VALUES (${owner.id}, ${size.id}, ${size.width}, ${size.type}, ${size.bytes}) ON CONFLICT DO NOTHING`.execute(owner);
}
