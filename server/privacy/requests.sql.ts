// Requests to be erased: one of an account at a time, withdrawn by the person, refused or carried out by staff.
import type { ReviewWish } from '../../domain/privacy/retention.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

export type ErasureRow = {
  erasure_id: number;
  account_id: number | null;
  state: 'asked' | 'withdrawn' | 'refused' | 'done';
  reviews: ReviewWish;
  reason: string;
  asked_at: Date;
  decided_at: Date | null;
  decided_by_name: string;
  email: string;
  name: string;
};

const columns = sql`e.erasure_id, e.account_id, e.state, e.reviews, e.reason, e.asked_at, e.decided_at, e.decided_by_name,
  coalesce(a.email, '') AS email, coalesce(a.name, '') AS name`;
const tables = sql`erasure e LEFT JOIN account a ON a.owner_id = e.owner_id AND a.account_id = e.account_id`;

export function findNewestErasure(owner: Owner, accountId: number): Promise<ErasureRow | undefined> {
  return firstRow(
    owner,
    sql<ErasureRow>`SELECT ${columns} FROM ${tables} WHERE e.owner_id = ${owner.id} AND e.account_id = ${accountId}
      ORDER BY e.erasure_id DESC LIMIT 1`,
  );
}

/** 0 where one waits already. */
export function insertErasure(
  owner: OwnerTrx,
  { accountId, mark, reviews, now }: { accountId: number; mark: string; reviews: ReviewWish; now: Date },
): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO erasure (owner_id, person_mark, account_id, reviews, state, asked_at)
      VALUES (${owner.id}, ${mark}, ${accountId}, ${reviews}, 'asked', ${now}::timestamptz) ON CONFLICT DO NOTHING`,
  );
}

export function markErasureWithdrawn(owner: Owner, accountId: number, now: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE erasure SET state = 'withdrawn', decided_at = ${now}::timestamptz
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND state = 'asked'`,
  );
}

/** The account of the request, where it still waited. */
export function markErasureRefused(
  owner: OwnerTrx,
  { id, reason, by, now }: { id: string; reason: string; by: string; now: Date },
): Promise<{ account_id: number } | undefined> {
  return firstRow(
    owner,
    sql<{ account_id: number }>`UPDATE erasure
      SET state = 'refused', reason = ${reason}, decided_by_name = ${by}, decided_at = ${now}::timestamptz
      WHERE owner_id = ${owner.id} AND erasure_id = ${id} AND state = 'asked' RETURNING account_id`,
  );
}

/** What waits, the longest waiting first, or what was decided, the newest first. */
export function listErasures(owner: Owner, waiting: boolean, most: number): Promise<ErasureRow[]> {
  return rows(
    owner,
    sql<ErasureRow>`SELECT ${columns} FROM ${tables} WHERE e.owner_id = ${owner.id} AND (e.state = 'asked') = ${waiting}
      ORDER BY ${waiting ? sql`e.asked_at` : sql`e.decided_at DESC`}, e.erasure_id LIMIT ${most}`,
  );
}

/** Locked, so that it is decided once. */
export function findErasure(owner: OwnerTrx, id: string): Promise<ErasureRow | undefined> {
  return firstRow(
    owner,
    sql<ErasureRow>`SELECT ${columns} FROM ${tables} WHERE e.owner_id = ${owner.id} AND e.erasure_id = ${id} FOR UPDATE OF e`,
  );
}
