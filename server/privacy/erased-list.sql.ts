// For the list of erased persons: what is known of them here, and every address that a restored database holds.
import type { ReviewWish } from '../../domain/privacy/retention.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { type House, rows, sql } from '../platform/db.ts';

export function listErasedMarks(house: House) {
  return rows(
    house,
    sql<{ owner_id: number; person_mark: string; reviews: ReviewWish; at: Date; accounts: number[] }>`
      SELECT DISTINCT ON (owner_id, person_mark) owner_id, person_mark, reviews, decided_at AS at,
        array_remove(array_agg(account_id::int) OVER (PARTITION BY owner_id, person_mark), NULL) AS accounts
      FROM erasure WHERE state = 'done' ORDER BY owner_id, person_mark, decided_at DESC`,
  );
}

type KnownPerson = { owner_id: number; email: string; account_id: number | null; since: Date };

/** With the first moment at which each was here; accounts that did not prove their address by their numbers too. */
export function listKnownPersons(house: House) {
  return rows(
    house,
    sql<KnownPerson>`SELECT owner_id, email, NULL::bigint AS account_id, since FROM (SELECT owner_id, email, min(since) AS since FROM (
        SELECT owner_id, email, created_at AS since FROM account WHERE kind <> 'staff' AND status <> ${accountCode.deleted}
        UNION ALL SELECT owner_id, lower(contact ->> 'email'), placed_at FROM purchase
        UNION ALL SELECT q.owner_id, lower(v.customer_email), q.created_at FROM quotation_version v
          JOIN quotation q ON q.owner_id = v.owner_id AND q.quotation_id = v.quotation_id
        UNION ALL SELECT owner_id, email, changed_at FROM product_notice
        UNION ALL SELECT owner_id, email, created_at FROM sign_up) k
      WHERE email <> '' GROUP BY owner_id, email) e
      UNION ALL SELECT owner_id, email, account_id, created_at FROM account
        WHERE kind <> 'staff' AND status <> ${accountCode.deleted} AND email_proved_at IS NULL`,
  );
}
