// What travellers paid at platforms (decision 0430), beside the amounts of the file of orders.
import type { Currency } from '../../domain/currencies.ts';
import { type Money, money } from '../../domain/money.ts';
import { type Owner, rows, sql } from '../platform/db.ts';

/** By the numbers of orders; without those whose price there is not known. */
export async function listPlatformPrices(owner: Owner, orderNos: string[]): Promise<Map<string, Money>> {
  const found = await rows(
    owner,
    sql<{
      order_no: string;
      minor: number;
      currency: Currency;
    }>`SELECT order_no, told_minor AS minor, told_currency AS currency
      FROM channel_order WHERE owner_id = ${owner.id} AND order_no = ANY(${orderNos}::text[])
        AND told_minor IS NOT NULL AND told_currency IS NOT NULL`,
  );
  return new Map(found.map((row) => [row.order_no, money(row.minor, row.currency)]));
}
