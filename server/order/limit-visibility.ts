// Who sees which orders (§3 visibility, security rule 31): one condition for lists, counts, details, files and exports.
import { buyerOf, type Context } from '../platform/context.ts';
import { sql } from '../platform/db.ts';
import type { Visible } from './read.sql.ts';

/**
 * A condition over `purchase p`. A session opened by an e-mailed code sees the orders it placed; a sub-account whose
 * orders are creator-only sees its orders; other accounts of a partner see the partner's orders that are not creator-only.
 */
export function limitVisibility(context: Context): Visible {
  const buyer = buyerOf(context);
  const ofPartner = sql`p.partner_id = ${buyer.partnerId}`;
  if (!buyer.verAuthFlag)
    return sql`${ofPartner} AND p.account_id = ${buyer.accountId} AND p.session_hash = ${buyer.sessionHash}`;
  if (buyer.kind === 'main') return ofPartner;
  if (buyer.orderVisibility === 2) return sql`${ofPartner} AND p.account_id = ${buyer.accountId}`;
  return sql`${ofPartner} AND (p.account_id = ${buyer.accountId} OR NOT EXISTS (SELECT 1 FROM account v
    WHERE v.owner_id = p.owner_id AND v.account_id = p.account_id AND v.order_visibility = 2))`;
}

/** Staff of the owner see all orders of the owner's site; the row's owner is checked by every statement. */
export function everyOrder(): Visible {
  return sql`true`;
}
