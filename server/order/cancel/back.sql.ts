// What an act that ended lines gives back, by the ways that it goes.
import type { Currency } from '../../../domain/currencies.ts';
import { type Owner, rows, sql } from '../../platform/db.ts';
import type { ExchangeRow } from '../../site/show-exchange.ts';

export type BackRow = ExchangeRow & {
  currency: Currency;
  amount_minor: number;
  of_currency: Currency;
  channel: string;
  ending: string | null;
};

/** The refunds of an order for these causes, as they were recorded: one row for each payment that they go back to. */
export function listBack(owner: Owner, orderNo: string, causes: string[]): Promise<BackRow[]> {
  return rows(
    owner,
    sql<BackRow>`SELECT y.currency, o.currency AS of_currency, y.channel, c.ending, y.rate, y.rate_source, y.rate_on, y.rate_at,
        y.surcharge_percent, b.amount_minor, b.order_minor
      FROM (SELECT r.payment_no, sum(r.amount_minor)::bigint AS amount_minor, sum(r.order_minor)::bigint AS order_minor
        FROM refund r WHERE r.owner_id = ${owner.id} AND r.order_no = ${orderNo}
          AND r.refund_no = ANY (SELECT r.payment_no || '-' || cause FROM unnest(${causes}::text[]) cause)
        GROUP BY r.payment_no) b
      JOIN payment y ON y.owner_id = ${owner.id} AND y.payment_no = b.payment_no
      JOIN purchase o ON o.owner_id = y.owner_id AND o.order_no = y.order_no
      LEFT JOIN gift_card c ON c.owner_id = y.owner_id AND c.card_id = y.card_id
      ORDER BY y.created_at, y.payment_no`,
  );
}
