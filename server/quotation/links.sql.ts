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
 * Where the version goes to another customer than the last one that was sent: to another e-mail, or, where one of them had none, under
 * another name. An e-mail of before counts on while its links live: two customers of the same name, with a version without an e-mail
 * between them, are two.
 */
export async function deleteLinksOfAnother(
  owner: OwnerTrx,
  { quotation_id: id, version }: MovedQuotation,
): Promise<void> {
  await sql`WITH next AS (SELECT customer_email, customer_name FROM quotation_version
      WHERE owner_id = ${owner.id} AND quotation_id = ${id} AND version = ${version}),
    sent AS (SELECT version, sent_at, customer_email, customer_name FROM quotation_version
      WHERE owner_id = ${owner.id} AND quotation_id = ${id} AND version < ${version} AND sent_at IS NOT NULL),
    linked AS (SELECT * FROM sent WHERE version >= coalesce((SELECT max(version) FROM sent
      WHERE sent_at <= (SELECT min(made_at) FROM quotation_link WHERE owner_id = ${owner.id} AND quotation_id = ${id})), 0)),
    before AS ((SELECT * FROM linked ORDER BY version DESC LIMIT 1)
      UNION ALL (SELECT * FROM linked WHERE customer_email <> '' ORDER BY version DESC LIMIT 1))
    DELETE FROM quotation_link WHERE owner_id = ${owner.id} AND quotation_id = ${id} AND EXISTS (SELECT FROM before b, next n
      WHERE CASE WHEN '' IN (b.customer_email, n.customer_email) THEN lower(b.customer_name) <> lower(n.customer_name)
        ELSE lower(b.customer_email) <> lower(n.customer_email) END)`.execute(owner);
}
