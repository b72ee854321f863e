// What is left at suppliers, as they last said it (decision 0375).
import type { Currency } from '../../../domain/currencies.ts';
import { firstRow, type House, type Owner, rows, sql } from '../../platform/db.ts';

export type SupplyBalanceRow = { currency: Currency; available_minor: number; low: boolean; asked_at: Date };

export async function writeBalance(owner: Owner, channel: string, row: SupplyBalanceRow): Promise<void> {
  const { currency, available_minor: available, low, asked_at: at } = row;
  await sql`INSERT INTO channel_balance (owner_id, channel, currency, available_minor, low, asked_at)
    VALUES (${owner.id}, ${channel}, ${currency}, ${available}, ${low}, ${at.toISOString()}::timestamptz)
    ON CONFLICT (owner_id, channel) DO UPDATE SET currency = EXCLUDED.currency, available_minor = EXCLUDED.available_minor,
      low = EXCLUDED.low, asked_at = EXCLUDED.asked_at WHERE channel_balance.asked_at <= EXCLUDED.asked_at`.execute(
    owner,
  );
}

export function findBalance(owner: Owner, channel: string): Promise<SupplyBalanceRow | undefined> {
  return firstRow(
    owner,
    sql<SupplyBalanceRow>`SELECT currency, available_minor, low, asked_at FROM channel_balance
      WHERE owner_id = ${owner.id} AND channel = ${channel}`,
  );
}

/** Owners who pay from such a balance and whose supplier was not asked for an hour. */
export function listUnasked(house: House, channels: string[], most: number) {
  return rows(
    house,
    sql<{ owner_id: number; channel: string }>`SELECT c.owner_id, c.channel FROM channel_setting c
      LEFT JOIN channel_balance b USING (owner_id, channel)
      WHERE c.active AND c.channel = ANY(${channels}) AND c.keys_sealed IS NOT NULL
        AND coalesce(b.asked_at < now() - interval '1 hour', true) LIMIT ${most}`,
  );
}
