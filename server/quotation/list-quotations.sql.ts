// Saved quotations as a list: the agent's, or those of all partners for staff.
import type { QuotationStatus } from '../../domain/quotation-status.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { firstRow, notPrepared, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import {
  joinedVersion,
  type QuotationReader,
  type QuotationRow,
  quotationColumns,
  visibleTo,
} from './quotation.sql.ts';

export type ListedQuotation = QuotationRow & { lines: number; made_by: string; partner_name: string };

/** Newest change first; words are looked for in number, customer, title and partner. */
export async function findQuotations(
  owner: Owner,
  reader: QuotationReader,
  filter: { query: string; status: QuotationStatus | null; from: number; size: number },
): Promise<{ total: number; list: ListedQuotation[] }> {
  const like = anywhere(filter.query.trim());
  // An agent's customers are found by what staff read of them (decision 0812).
  const byEmail = reader === 'staff' ? sql`` : sql`OR v.customer_email ILIKE ${like}`;
  const where = sql`${notPrepared} q.owner_id = ${owner.id} AND ${visibleTo(reader)}
    AND ${onlyIf(filter.status, sql`q.status = ${filter.status}`)}
    AND ${onlyIf(
      filter.query.trim() || null,
      sql`q.number ILIKE ${like} OR v.customer_name ILIKE ${like} ${byEmail} OR v.title ILIKE ${like}
        OR p.name ILIKE ${like}`,
    )}`;
  const from = sql`${joinedVersion} JOIN partner p USING (owner_id, partner_id) JOIN account a USING (owner_id, account_id) WHERE ${where}`;
  const list = await rows(
    owner,
    sql<ListedQuotation>`SELECT ${quotationColumns}, p.name AS partner_name, a.name AS made_by, (SELECT count(*)::int FROM quotation_line l
        WHERE l.owner_id = q.owner_id AND l.quotation_id = q.quotation_id AND l.version = q.version) AS lines
      FROM ${from} ORDER BY q.changed_at DESC, q.quotation_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
  );
  const count = await firstRow(owner, sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from}`);
  return { total: count?.total ?? 0, list };
}
