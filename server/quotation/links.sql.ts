// The links by which a customer reads a quotation.
import type { Owner, OwnerTrx } from '../platform/db.ts';
import { sql } from '../platform/db.ts';
import type { MovedQuotation } from './quotation.sql.ts';

export async function insertQuotationLink(owner: Owner, id: number, hash: Buffer): Promise<void> {
  await sql`INSERT INTO quotation_link (owner_id, token_hash, quotation_id) VALUES (${owner.id}, ${hash}, ${id})`.execute(
    owner,
  );
}

export async function deleteQuotationLinks(owner: OwnerTrx, id: number): Promise<void> {
  await sql`DELETE FROM quotation_link WHERE owner_id = ${owner.id} AND quotation_id = ${id}`.execute(owner);
}

/**
 * Where the version goes to another customer than the last one that was sent: to another e-mail, or, where one of
 * them had none, under another name.
 */
export async function deleteLinksOfAnother(
  owner: OwnerTrx,
  { quotation_id: id, version }: MovedQuotation,
): Promise<void> {
  await sql`DELETE FROM quotation_link k USING quotation_version n, LATERAL (
      SELECT v.customer_email, v.customer_name FROM quotation_version v
      WHERE v.owner_id = n.owner_id AND v.quotation_id = n.quotation_id AND v.version < n.version AND v.sent_at IS NOT NULL
      ORDER BY v.version DESC LIMIT 1) b
    WHERE n.owner_id = ${owner.id} AND n.quotation_id = ${id} AND n.version = ${version}
      AND k.owner_id = n.owner_id AND k.quotation_id = n.quotation_id
      AND CASE WHEN '' IN (b.customer_email, n.customer_email) THEN lower(b.customer_name) <> lower(n.customer_name)
        ELSE lower(b.customer_email) <> lower(n.customer_email) END`.execute(owner);
}
