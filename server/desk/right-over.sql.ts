// Which orders a member of staff may read and decide (rules §7 and §10): the one rule for lists, counts, details, confirming and
// rejecting. A supplier may only access the orders of its products.
import { NotHere } from '../../domain/errors.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import type { Visible } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { sql } from '../platform/db.ts';

export type Right = {
  /** Over `purchase p`: what is seen. */
  sees: Visible;
  /** As whom orders are decided; null: not at all. */
  decidesAs: 'owner' | 'supplier' | null;
  /** Which of them are decided. */
  decides: Visible;
  /** Prices, payments, the buyer and how to write to them. */
  money: boolean;
};

/** Not here for roles that have no business with orders. */
export function rightOver(context: Context): Right {
  const { roles, accountId } = staffOf(context);
  const has = (role: (typeof roles)[number]) => roles.includes(role) || roles.includes('admin');
  if (has('operations')) return { sees: everyOrder(), decidesAs: 'owner', decides: everyOrder(), money: true };
  const own = sql`EXISTS (SELECT 1 FROM product own WHERE own.owner_id = p.owner_id AND own.product_id = p.product_id
    AND own.supplier_id = ${accountId})`;
  const decidesAs = roles.includes('supplier') ? 'supplier' : null;
  if (has('finance')) return { sees: everyOrder(), decidesAs, decides: own, money: true };
  if (decidesAs) return { sees: own, decidesAs, decides: own, money: false };
  throw new NotHere();
}
