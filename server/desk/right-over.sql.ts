// Which orders a member of staff may read and decide (rules §7 and §10): the one rule for lists, counts, details, confirming and
// rejecting. A supplier may only access the orders with lines that it delivers, and of those these lines alone.
import { NotHere } from '../../domain/errors.ts';
import { linesOf, ordersOf, supplierOfLogin } from '../order/delivery/delivery.sql.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import type { Visible } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';

export type Right = {
  /** Over `purchase p`: what is seen. */
  sees: Visible;
  /** The role in which the caller decides orders; null: the caller decides none. */
  decidesAs: 'owner' | 'supplier' | null;
  /** Which of them are decided. */
  decides: Visible;
  /** Over `sub_order s`: the lines of those orders that are decided; null: all. */
  lines: Visible | null;
  /** Prices, payments, the buyer and how to write to them. */
  money: boolean;
};

/** Not here for roles that have no business with orders. */
export function rightOver(context: Context): Right {
  const { roles, accountId } = staffOf(context);
  const has = (role: (typeof roles)[number]) => roles.includes(role) || roles.includes('admin');
  const all = everyOrder();
  if (has('operations')) return { sees: all, decidesAs: 'owner', decides: all, lines: null, money: true };
  const supplier = supplierOfLogin(context.owner, accountId);
  const [ordersRight, lines] = [ordersOf(context.owner, supplier), linesOf(supplier)];
  const decidesAs = roles.includes('supplier') ? 'supplier' : null;
  if (has('finance')) return { sees: all, decidesAs, decides: ordersRight, lines, money: true };
  if (decidesAs) return { sees: ordersRight, decidesAs, decides: ordersRight, lines, money: false };
  throw new NotHere();
}
