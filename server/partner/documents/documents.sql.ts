// Papers of partners. Adding one requires the partner's lock, so that the limit on their number holds.
import { type DocumentKind, partnerDocumentRules } from '../../../domain/partner-documents.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';

export type PartnerDocumentRow = {
  document_id: string;
  kind: DocumentKind;
  ends_on: string | null;
  name: string;
  size: number;
  by_partner: boolean;
  by_name: string;
  created_at: Date;
};

export function listDocuments(owner: Owner, partnerId: string | number): Promise<PartnerDocumentRow[]> {
  return rows(
    owner,
    sql<PartnerDocumentRow>`SELECT document_id, kind, ends_on, name, octet_length(bytes) AS size, by_partner, by_name, created_at
      FROM partner_document WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint
      ORDER BY created_at DESC, document_id`,
  );
}

export type DocumentBytes = { name: string; type: string; bytes: Buffer };

export function findPartnerDocument(
  owner: Owner,
  partnerId: string | number,
  id: string,
): Promise<DocumentBytes | undefined> {
  return firstRow(
    owner,
    sql<DocumentBytes>`SELECT name, type, bytes FROM partner_document
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint AND document_id = ${id}`,
  );
}

/** False for an unknown partner. Locks its documents until the end of the transaction. */
export async function lockForDocuments(owner: OwnerTrx, partnerId: string | number): Promise<boolean> {
  const locked = sql`SELECT 1 FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint FOR NO KEY UPDATE`;
  return (await rows(owner, locked)).length === 1;
}

export type NewDocument = Omit<PartnerDocumentRow, 'size' | 'created_at'> & { type: string; bytes: Buffer };

/** 1 when there was room. */
export function insertDocument(owner: OwnerTrx, partnerId: string | number, row: NewDocument): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO partner_document (owner_id, document_id, partner_id, kind, ends_on, name, type, bytes, by_partner, by_name)
      SELECT ${owner.id}, ${row.document_id}, ${partnerId}::bigint, ${row.kind}, ${row.ends_on}::date, ${row.name}, ${row.type},
        ${row.bytes}, ${row.by_partner}, ${row.by_name}
      WHERE (SELECT count(*) FROM partner_document
        WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint) < ${partnerDocumentRules.mostFiles}`,
  );
}

/** The deleted one's name; with `ownOnly` only one that the partner sent in. */
export function deleteDocument(owner: OwnerTrx, partnerId: string | number, id: string, ownOnly: boolean) {
  return firstRow(
    owner,
    sql<{ name: string; kind: DocumentKind }>`DELETE FROM partner_document
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint AND document_id = ${id} AND (by_partner OR NOT ${ownOnly}::boolean)
      RETURNING name, kind`,
  );
}

/** Over `partner_document d`: it ends soon or has ended, and no later one of its kind has taken its place. */
const isEnding = (today: string) => sql`d.ends_on <= ${today}::date + ${partnerDocumentRules.remindDays}::int
  AND NOT EXISTS (SELECT 1 FROM partner_document n WHERE n.owner_id = d.owner_id AND n.partner_id = d.partner_id AND n.kind = d.kind
    AND (n.ends_on IS NULL OR n.ends_on > d.ends_on))`;

/** Over `partner p`: one of its documents is ending. */
export const hasEnding = (today: string) => sql`EXISTS (SELECT 1 FROM partner_document d
  WHERE d.owner_id = p.owner_id AND d.partner_id = p.partner_id AND ${isEnding(today)})`;

export async function countEnding(owner: Owner, today: string): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ n: number }>`SELECT count(DISTINCT d.partner_id)::int AS n FROM partner_document d
      WHERE d.owner_id = ${owner.id} AND ${isEnding(today)}`,
  );
  return row?.n ?? 0;
}
