// Partners with their deposit and credit for the owner's staff, and the manual changes that wait for a second person.

import type { Currency } from '../../../domain/currencies.ts';
import { limits } from '../../../domain/limits.ts';
import type { AdjustmentType } from '../../../domain/payment-status.ts';
import { anywhere } from '../../platform/database/match-text.ts';
import { changed, firstRow, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../../platform/db.ts';

export async function findWarning(owner: Owner, partnerId: number): Promise<number | null> {
  const row = await firstRow(
    owner,
    sql<{ low_balance_minor: number | null }>`SELECT low_balance_minor FROM partner
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`,
  );
  return row?.low_balance_minor ?? null;
}

export function setWarning(owner: Owner, partnerId: number, levelMinor: number | null): Promise<number> {
  return changed(
    owner,
    sql`UPDATE partner SET low_balance_minor = ${levelMinor}::bigint WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`,
  );
}

type Contact = { name?: string; email?: string; areaCode?: string; phone?: string };

/** Of a partner: whom to write about its account, and about its orders. */
export async function findContacts(owner: Owner, id: string): Promise<{ settlement?: Contact; order?: Contact }> {
  const row = await firstRow(
    owner,
    sql<{ contacts: { settlement?: Contact; order?: Contact } | null }>`SELECT contacts FROM partner
      WHERE owner_id = ${owner.id} AND partner_id = ${id}::bigint`,
  );
  return row?.contacts ?? {};
}

export type BalanceRow = {
  partner_id: number;
  name: string;
  main_email: string;
  frozen: boolean;
  deposit_minor: number;
  /** Null without a credit line. */
  credit_minor: number | null;
  limit_minor: number;
  low: boolean;
  waiting: number;
};

export type BalanceFilter = {
  query: string;
  only: 'low' | 'credit' | 'waiting' | null;
  id: string | null;
  currency: Currency;
  size: number;
  from: number;
};

/** Distributors by name; a level of its own or the installation's (a tenth of a credit line, a deposit that is used up) makes one low. */
export async function listBalanceRows(owner: Owner, filter: BalanceFilter) {
  const like = anywhere(filter.query);
  const found = sql`WITH found AS (
    SELECT p.partner_id, p.name, p.frozen, coalesce(m.email, '') AS main_email, coalesce(d.balance_minor, 0) AS deposit_minor,
      c.balance_minor AS credit_minor, coalesce(c.credit_limit_minor, 0) AS limit_minor,
      (d.ledger_id IS NOT NULL AND d.balance_minor < coalesce(p.low_balance_minor, 1))
        OR (c.ledger_id IS NOT NULL
          AND c.balance_minor + c.credit_limit_minor < coalesce(p.low_balance_minor, round(c.credit_limit_minor / 10.0))) AS low,
      (SELECT count(*)::int FROM adjustment a WHERE a.owner_id = p.owner_id AND a.partner_id = p.partner_id
        AND a.state = 'waiting') AS waiting
    FROM partner p
    LEFT JOIN ledger_account d ON d.owner_id = p.owner_id AND d.partner_id = p.partner_id AND d.kind = 'deposit'
      AND d.currency = ${filter.currency}
    LEFT JOIN ledger_account c ON c.owner_id = p.owner_id AND c.partner_id = p.partner_id AND c.kind = 'credit'
      AND c.currency = ${filter.currency}
    LEFT JOIN LATERAL (SELECT a.email FROM account a WHERE a.owner_id = p.owner_id AND a.partner_id = p.partner_id
      AND a.kind = 'main' ORDER BY a.account_id LIMIT 1) m ON true
    WHERE p.owner_id = ${owner.id} AND p.kind <> 'individual' AND ${onlyIf(filter.id, sql`p.partner_id = ${filter.id}::bigint`)}
      AND ${onlyIf(
        filter.query || null,
        sql`p.name ILIKE ${like} OR EXISTS (SELECT 1 FROM account a WHERE a.owner_id = p.owner_id
        AND a.partner_id = p.partner_id AND concat_ws(' ', a.email, a.name, a.username) ILIKE ${like})`,
      )}),
    shown AS (SELECT * FROM found WHERE ${filter.only}::text IS NULL OR (${filter.only} = 'low' AND low)
      OR (${filter.only} = 'credit' AND credit_minor < 0) OR (${filter.only} = 'waiting' AND waiting > 0))`;
  const [count, list] = [
    await firstRow(owner, sql<{ total: number }>`${found} SELECT count(*)::int AS total FROM shown`),
    await rows(
      owner,
      sql<BalanceRow>`${found} SELECT * FROM shown ORDER BY name, partner_id LIMIT ${filter.size} OFFSET ${filter.from}`,
    ),
  ];
  return { total: count?.total ?? 0, list };
}

export async function findFourEyes(owner: Owner): Promise<number | null> {
  const row = await firstRow(
    owner,
    sql<{ four_eyes_minor: number | null }>`SELECT four_eyes_minor FROM owner WHERE owner_id = ${owner.id}`,
  );
  return row?.four_eyes_minor ?? null;
}

/**
 * What one person changed alone of a distributor's account within a day (decision 0721): by hand, and by settling top-ups above what was
 * announced (decision 0764).
 */
export async function sumDoneAlone(owner: Owner, partnerId: string, staffId: number): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ minor: number }>`SELECT ((SELECT coalesce(sum(amount_minor), 0) FROM adjustment
        WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND state = 'done' AND asked_by = ${staffId} AND decided_by = ${staffId}
          AND created_at > now() - make_interval(hours => ${limits.fourEyesHours}))
      + (SELECT coalesce(sum(excess_minor), 0) FROM recharge
        WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND excess_by = ${staffId} AND excess_minor > 0
          AND settled_at > now() - make_interval(hours => ${limits.fourEyesHours})))::bigint AS minor`,
  );
  return row?.minor ?? 0;
}

/** One after the other: what a person does alone counts together, also when it is sent at the same moment. */
export async function lockStaff(owner: OwnerTrx, staffId: number): Promise<void> {
  await sql`SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${staffId} FOR NO KEY UPDATE`.execute(
    owner,
  );
}

export type AdjustmentRow = {
  adjustment_id: number;
  partner_id: number;
  partner_name: string;
  deal_type: AdjustmentType;
  currency: Currency;
  amount_minor: number;
  reason: string;
  state: 'waiting' | 'done' | 'refused';
  asked_by: number;
  asked_by_name: string;
  decided_by_name: string | null;
  created_at: Date;
  decided_at: Date | null;
};

const adjustmentColumns = sql`a.adjustment_id, a.partner_id, p.name AS partner_name,
  a.deal_type, a.currency, a.amount_minor, a.reason, a.state,
  a.asked_by, a.asked_by_name, a.decided_by_name, a.created_at, a.decided_at`;

export type NewAdjustment = {
  partnerId: string;
  dealType: number;
  currency: Currency;
  amountMinor: number;
  reason: string;
  by: { id: number; name: string };
  /** What the same person did alone within a day; it counts towards the limit. */
  aloneMinor: number;
};

/** Writes a change by hand: at once up to the owner's limit, waiting for a second person above it. Undefined for no distributor. */
export function insertAdjustment(owner: Owner, row: NewAdjustment) {
  const { id, name } = row.by;
  return firstRow(
    owner,
    sql<{
      adjustment_id: number;
      partner_id: number;
      state: 'waiting' | 'done';
    }>`INSERT INTO adjustment (owner_id, partner_id, deal_type,
        currency, amount_minor, reason, state, asked_by, asked_by_name, decided_by, decided_by_name, decided_at)
      SELECT ${owner.id}, p.partner_id, ${row.dealType}, ${row.currency}, ${row.amountMinor}, ${row.reason},
        CASE WHEN w.waits THEN 'waiting' ELSE 'done' END,
        ${id}, ${name}, CASE WHEN NOT w.waits THEN ${id}::bigint END, CASE WHEN NOT w.waits THEN ${name}::text END,
        CASE WHEN NOT w.waits THEN now() END
      FROM partner p JOIN owner o USING (owner_id)
      CROSS JOIN LATERAL (SELECT coalesce(${row.amountMinor + row.aloneMinor}::bigint > o.four_eyes_minor, false) AS waits) w
      WHERE p.owner_id = ${owner.id} AND p.partner_id = ${row.partnerId} AND p.kind <> 'individual'
      RETURNING adjustment_id, partner_id, state`,
  );
}

/** Decides a waiting one, once; staff never approve their own request. Undefined when it cannot be decided. */
export async function decideAdjustment(
  owner: Owner,
  id: string,
  decision: { approve: boolean; by: { id: number; name: string } },
): Promise<AdjustmentRow | undefined> {
  const { approve, by } = decision;
  const count = await changed(
    owner,
    sql`UPDATE adjustment SET state = ${approve ? 'done' : 'refused'}, decided_by = ${by.id},
      decided_by_name = ${by.name}, decided_at = now()
      WHERE owner_id = ${owner.id} AND adjustment_id = ${id} AND state = 'waiting' AND (NOT ${approve} OR asked_by <> ${by.id})`,
  );
  return count === 1 ? findAdjustment(owner, id) : undefined;
}

export function findAdjustment(owner: Owner, id: string): Promise<AdjustmentRow | undefined> {
  return firstRow(
    owner,
    sql<AdjustmentRow>`SELECT ${adjustmentColumns} FROM adjustment a JOIN partner p USING (owner_id, partner_id)
      WHERE a.owner_id = ${owner.id} AND a.adjustment_id = ${id}`,
  );
}

export async function countWaiting(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM adjustment WHERE owner_id = ${owner.id} AND state = 'waiting'`,
  );
  return row?.count ?? 0;
}

/** Waiting ones, the longest waiting first; or the last ones of a partner. */
export function listAdjustments(
  owner: Owner,
  { partnerId, size, from }: { partnerId: string | null; size: number; from: number },
): Promise<AdjustmentRow[]> {
  return rows(
    owner,
    sql<AdjustmentRow>`SELECT ${adjustmentColumns} FROM adjustment a JOIN partner p USING (owner_id, partner_id)
      WHERE a.owner_id = ${owner.id} AND CASE WHEN ${partnerId}::bigint IS NULL THEN a.state = 'waiting'
        ELSE a.partner_id = ${partnerId}::bigint END
      ORDER BY a.state = 'waiting' DESC, CASE WHEN a.state = 'waiting' THEN a.adjustment_id END, a.adjustment_id DESC
      LIMIT ${size} OFFSET ${from}`,
  );
}
