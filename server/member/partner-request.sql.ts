// Changes of its legal data that an approved partner asks for (decision 0283): one waits at a time, and one caller ends it.
import type { LegalData } from '../../domain/account-forms.ts';
import { changed, firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

export type LegalRequestState = 'waiting' | 'approved' | 'refused' | 'withdrawn';
export type LegalRequestRow = {
  request_id: number;
  partner_id: number;
  partner_name: string;
  before: Partial<LegalData>;
  asked: Partial<LegalData>;
  state: LegalRequestState;
  reason: string;
  asked_by: string;
  asked_by_email: string;
  decided_by: string;
  asked_at: Date;
  decided_at: Date | null;
};

const columns = sql`q.request_id, q.partner_id, p.name AS partner_name, q.before, q.asked, q.state, q.reason, a.name AS asked_by,
  a.email AS asked_by_email, q.decided_by, q.asked_at, q.decided_at`;
const tables = sql`partner_request q JOIN partner p ON p.owner_id = q.owner_id AND p.partner_id = q.partner_id
  JOIN account a ON a.owner_id = q.owner_id AND a.account_id = q.account_id`;

/** The newest request of a partner, whatever became of it. */
export function findLegalRequest(owner: Owner, partnerId: number): Promise<LegalRequestRow | undefined> {
  return firstRow(
    owner,
    sql<LegalRequestRow>`SELECT ${columns} FROM ${tables} WHERE q.owner_id = ${owner.id} AND q.partner_id = ${partnerId}
      ORDER BY q.request_id DESC LIMIT 1`,
  );
}

/** The longest waiting first; of those that were decided, the newest. */
export async function listLegalRequests(
  owner: Owner,
  filter: { state: LegalRequestState | null; size: number; from: number },
) {
  const where = sql`q.owner_id = ${owner.id} AND ${onlyIf(filter.state, sql`q.state = ${filter.state}`)}`;
  const count = await firstRow(
    owner,
    sql<{
      total: number;
      waiting: number;
    }>`SELECT (SELECT count(*)::int FROM partner_request q WHERE ${where}) AS total,
      (SELECT count(*)::int FROM partner_request q WHERE q.owner_id = ${owner.id} AND q.state = 'waiting') AS waiting`,
  );
  const list = await rows(
    owner,
    sql<LegalRequestRow>`SELECT ${columns} FROM ${tables} WHERE ${where}
      ORDER BY q.state = 'waiting' DESC, CASE WHEN q.state = 'waiting' THEN q.request_id END, q.decided_at DESC, q.request_id DESC
      LIMIT ${filter.size} OFFSET ${filter.from}`,
  );
  return { total: count?.total ?? 0, waiting: count?.waiting ?? 0, list };
}

export type NewLegalRequest = {
  partnerId: number;
  accountId: number;
  before: Partial<LegalData>;
  asked: Partial<LegalData>;
};

export async function insertLegalRequest(owner: Owner, row: NewLegalRequest): Promise<void> {
  await sql`INSERT INTO partner_request (owner_id, partner_id, account_id, before, asked)
    VALUES (${owner.id}, ${row.partnerId}, ${row.accountId}, ${JSON.stringify(row.before)}::jsonb,
      ${JSON.stringify(row.asked)}::jsonb)`.execute(owner);
}

/** Ends the partner's waiting request without an answer. 0 when none waits. */
export function withdrawLegalRequest(owner: Owner, partnerId: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE partner_request SET state = 'withdrawn', decided_at = now()
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND state = 'waiting'`,
  );
}

/** Holds the request's partner, before the request: in the order in which its people write both. Undefined when there is none. */
export function holdPartnerOf(owner: Owner, id: string) {
  return firstRow(
    owner,
    sql<{ partner_id: number }>`SELECT p.partner_id FROM partner p JOIN partner_request q ON q.owner_id = p.owner_id
        AND q.partner_id = p.partner_id WHERE p.owner_id = ${owner.id} AND q.request_id = ${id} FOR NO KEY UPDATE OF p`,
  );
}

/** Decides a waiting request; undefined when it was decided, withdrawn or replaced meanwhile. */
export function decideLegalRequest(
  owner: Owner,
  id: string,
  decision: { approve: boolean; reason: string; decidedBy: string },
) {
  return firstRow(
    owner,
    sql<{ partner_id: number; account_id: number; asked: Partial<LegalData> }>`UPDATE partner_request
      SET state = ${decision.approve ? 'approved' : 'refused'}, reason = ${decision.reason}, decided_by = ${decision.decidedBy},
        decided_at = now()
      WHERE owner_id = ${owner.id} AND request_id = ${id} AND state = 'waiting' RETURNING partner_id, account_id, asked`,
  );
}

/** Writes legal data that was approved; the rest stays. */
export function writeLegal(owner: Owner, partnerId: number, legal: Partial<LegalData>): Promise<number> {
  return changed(
    owner,
    sql`UPDATE partner SET name = coalesce(${legal.name ?? null}, name), country = coalesce(${legal.country ?? null}, country),
        city = coalesce(${legal.city ?? null}, city), address = coalesce(${legal.address ?? null}, address),
        tax_number = coalesce(${legal.taxNumber ?? null}, tax_number), revision = revision + 1
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`,
  );
}
