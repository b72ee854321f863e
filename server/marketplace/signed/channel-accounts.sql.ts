// Accounts at platforms that sign their messages (decision 0432).
import type { Currency } from '../../../domain/currencies.ts';
import type { Day } from '../../../domain/dates.ts';
import { openOrders } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, rows, sql } from '../../platform/db.ts';
import { mayOrder } from '../platform-orders.sql.ts';

export type ChannelAccountRow = {
  source: number;
  account: string;
  partner_id: number;
  partner_name: string;
  secret_sealed: string;
};
type AccountUse = {
  used_at: Date | null;
  problem: string;
  price_currency: Currency | null;
  /** The partner has no account that may order (findMainAccount). */
  is_closed: boolean;
  /** Orders that it booked by its messages and whose day is to come. */
  coming: number;
};

const listed = sql`SELECT c.source, c.account, c.partner_id, p.name AS partner_name, c.secret_sealed, c.used_at, c.problem,
    c.price_currency, NOT EXISTS (SELECT FROM account a WHERE a.owner_id = c.owner_id AND a.partner_id = c.partner_id
      AND ${mayOrder}) AS is_closed
  FROM channel_account c
  JOIN partner p ON p.owner_id = c.owner_id AND p.partner_id = c.partner_id`;

/** `today`: of the shop. */
export async function listChannelAccounts(owner: Owner, today: Day): Promise<(ChannelAccountRow & AccountUse)[]> {
  const [accounts, coming] = await Promise.all([
    rows(
      owner,
      sql<ChannelAccountRow & Omit<AccountUse, 'coming'>>`${listed} WHERE c.owner_id = ${owner.id} ORDER BY c.source`,
    ),
    rows(
      owner,
      sql<{ source: number; coming: number }>`SELECT c.source, count(*)::int AS coming FROM channel_account a
          JOIN channel_order c ON c.owner_id = a.owner_id AND c.source = a.source AND c.partner_id = a.partner_id
        WHERE a.owner_id = ${owner.id} AND EXISTS (SELECT FROM sub_order s WHERE s.owner_id = c.owner_id
            AND s.order_no = c.order_no AND s.play_on >= ${today}::date AND s.status = ANY(${openOrders}::smallint[]))
        GROUP BY c.source`,
    ),
  ]);
  const counts = new Map(coming.map((row) => [row.source, row.coming]));
  return accounts.map((account) => ({ ...account, coming: counts.get(account.source) ?? 0 }));
}

export function findChannelAccount(owner: Owner, account: string): Promise<ChannelAccountRow | undefined> {
  return firstRow(owner, sql<ChannelAccountRow>`${listed} WHERE c.owner_id = ${owner.id} AND c.account = ${account}`);
}

/** A platform has one account of an owner. */
export function findAccountOf(owner: Owner, source: number): Promise<ChannelAccountRow | undefined> {
  return firstRow(owner, sql<ChannelAccountRow>`${listed} WHERE c.owner_id = ${owner.id} AND c.source = ${source}`);
}

export type NewChannelAccount = Omit<ChannelAccountRow, 'partner_id' | 'partner_name'> & {
  partnerId: string;
  price_currency: Currency | null;
};

/** Breaks channel_account_owner_id_account_key where another source has this account, or where this source gets it at this moment. */
export async function saveChannelAccount(owner: Owner, row: NewChannelAccount): Promise<void> {
  await sql`INSERT INTO channel_account (owner_id, source, account, partner_id, secret_sealed, price_currency, seen_event, use_event)
    SELECT ${owner.id}, ${row.source}, ${row.account}, ${row.partnerId}, ${row.secret_sealed}, ${row.price_currency}, e.newest, e.newest
    FROM (SELECT coalesce(max(event_id), 0) AS newest FROM order_event WHERE owner_id = ${owner.id}) e
    ON CONFLICT (owner_id, source) DO UPDATE SET account = excluded.account, partner_id = excluded.partner_id,
      secret_sealed = excluded.secret_sealed, price_currency = excluded.price_currency, due_at = now(), used_at = NULL,
      problem = ''`.execute(owner);
}

export function deleteChannelAccount(owner: Owner, source: number): Promise<number> {
  return changed(owner, sql`DELETE FROM channel_account WHERE owner_id = ${owner.id} AND source = ${source}`);
}

/** At most once a minute. */
export async function noteAccountUsed(owner: Owner, source: number): Promise<void> {
  await sql`UPDATE channel_account SET used_at = now() WHERE owner_id = ${owner.id} AND source = ${source}
    AND (used_at IS NULL OR used_at < now() - interval '1 minute')`.execute(owner);
}
