// What shares hold of an order, with what is left on the cards among them.
import type { Currency } from '../../../domain/currencies.ts';
import { type Owner, rows, sql } from '../../platform/db.ts';

export type ShareRow = {
  channel: string;
  order_minor: number;
  amount_minor: number;
  currency: Currency;
  ending: string | null;
  left_minor: number | null;
};

export function listShares(owner: Owner, orderNo: string): Promise<ShareRow[]> {
  return rows(
    owner,
    sql<ShareRow>`SELECT y.channel, y.order_minor, y.amount_minor, y.currency, c.ending, c.balance_minor AS left_minor
      FROM payment y LEFT JOIN gift_card c ON c.owner_id = y.owner_id AND c.card_id = y.card_id
      WHERE y.owner_id = ${owner.id} AND y.order_no = ${orderNo} AND y.outcome = 'held' ORDER BY y.created_at, y.payment_no`,
  );
}
