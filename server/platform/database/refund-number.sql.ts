// How a refund that failed is followed by the one that was requested instead.
import { sql } from '../db.ts';

/** The next number of a failed refund is the same with a count behind it: a second try at once meets the first. */
export const nextNo = sql`regexp_replace(f.refund_no, '-t[0-9]+$', '') || '-t'
  || coalesce(substring(f.refund_no from '-t([0-9]+)$')::int, 1) + 1`;

/** Of refund f. */
export const isFollowed = sql`EXISTS (SELECT 1 FROM refund n WHERE n.owner_id = f.owner_id AND n.refund_no = ${nextNo})`;
