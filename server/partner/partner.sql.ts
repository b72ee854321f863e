// Partners as the owner's staff sees and decides them (rules §3, §10).

import { deleteLinks, deletePartnerLinks } from '../account/wechat-link.sql.ts';
import { levelGiven } from '../member/member.sql.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { hasEnding } from './documents/documents.sql.ts';

export type PartnerListRow = {
  partner_id: number;
  name: string;
  kind: 'individual' | 'personal' | 'corporate';
  approval: 'none' | 'waiting' | 'approved' | 'disapproved';
  frozen: boolean;
  level: number;
  /** By an approval or an administrator: another one is the administrators' (decision 0240). */
  level_given: boolean;
  agent_type: number;
  main_email: string;
  main_name: string;
  sub_accounts: number;
  applied_at: Date | null;
  created_at: Date;
};

export type PartnerSearch = {
  query: string;
  approval: string | null;
  kind: string | null;
  id: string | null;
  /** Today, for those with a document that is ending. */
  endingOn?: string | null;
};
type PartnerFilter = PartnerSearch & { size: number; from: number };

function matching(owner: Owner, filter: PartnerSearch) {
  const like = anywhere(filter.query);
  return sql`p.owner_id = ${owner.id}
    AND ${onlyIf(filter.id, sql`p.partner_id = ${filter.id}::bigint`)}
    AND ${onlyIf(filter.approval, sql`p.approval = ${filter.approval}`)}
    AND ${onlyIf(filter.kind, sql`p.kind = ${filter.kind}`)}
    AND ${filter.endingOn ? hasEnding(filter.endingOn) : sql`true`}
    AND ${onlyIf(
      filter.query || null,
      sql`p.name ILIKE ${like} OR EXISTS (SELECT 1 FROM account a WHERE a.owner_id = p.owner_id
      AND a.partner_id = p.partner_id AND concat_ws(' ', a.email, a.name, a.username) ILIKE ${like})`,
    )}`;
}

/** Waiting ones first, the longest waiting on top. */
const inOrder = sql`p.approval = 'waiting' DESC, CASE WHEN p.approval = 'waiting' THEN p.applied_at END, p.partner_id DESC`;

const listedPartners = sql`SELECT p.partner_id, p.name, p.kind, p.approval, p.frozen, p.level, ${levelGiven} AS level_given,
    p.agent_type, p.applied_at, p.created_at,
    coalesce(m.email, '') AS main_email, coalesce(m.name, '') AS main_name,
    (SELECT count(*)::int FROM account s WHERE s.owner_id = p.owner_id AND s.partner_id = p.partner_id
      AND s.kind = 'sub' AND s.status <> ${accountCode.deleted}) AS sub_accounts
  FROM partner p LEFT JOIN LATERAL (SELECT a.email, a.name FROM account a WHERE a.owner_id = p.owner_id
    AND a.partner_id = p.partner_id AND a.kind <> 'sub' ORDER BY a.account_id LIMIT 1) m ON true`;

/** The numbers of everything that a filter finds, in the order of the list, `most` at most. */
export async function listPartnerNumbers(owner: Owner, filter: PartnerSearch, most: number): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{ id: string }>`SELECT p.partner_id::text AS id FROM partner p WHERE ${matching(owner, filter)}
      ORDER BY ${inOrder} LIMIT ${most}`,
  );
  return found.map((row) => row.id);
}

export function listPartnersOf(owner: Owner, ids: string[]): Promise<PartnerListRow[]> {
  return rows(
    owner,
    sql<PartnerListRow>`${listedPartners} WHERE p.owner_id = ${owner.id} AND p.partner_id = ANY(${ids}::bigint[])
      ORDER BY array_position(${ids}::bigint[], p.partner_id)`,
  );
}

export async function listPartnerRows(owner: Owner, filter: PartnerFilter) {
  const where = matching(owner, filter);
  const count = await firstRow(
    owner,
    sql<{ total: number; waiting: number }>`SELECT (SELECT count(*)::int FROM partner p WHERE ${where}) AS total,
      (SELECT count(*)::int FROM partner w WHERE w.owner_id = ${owner.id} AND w.approval = 'waiting') AS waiting`,
  );
  const list = await rows(
    owner,
    sql<PartnerListRow>`${listedPartners} WHERE ${where} ORDER BY ${inOrder}
      LIMIT ${filter.size} OFFSET ${filter.from}`,
  );
  return { total: count?.total ?? 0, waiting: count?.waiting ?? 0, list };
}

/** Whether its last account was erased with its person (security rules, personal data): neither name nor address is left. */
export async function isErased(owner: Owner, id: string): Promise<boolean> {
  const row = await firstRow(
    owner,
    sql<{ erased: boolean }>`SELECT p.name = '' AND NOT EXISTS (SELECT 1 FROM account a WHERE a.owner_id = p.owner_id
        AND a.partner_id = p.partner_id AND a.kind <> 'sub' AND coalesce(a.email, '') <> '') AS erased
      FROM partner p WHERE p.owner_id = ${owner.id} AND p.partner_id = ${id}::bigint`,
  );
  return row?.erased ?? false;
}

/** Distributors at each level that has any. */
export function countAtLevels(owner: Owner) {
  return rows(
    owner,
    sql<{ level: number; count: number }>`SELECT level, count(*)::int AS count FROM partner
      WHERE owner_id = ${owner.id} AND kind <> 'individual' GROUP BY level`,
  );
}

/** Decides an application, guarded by the revision it was read with. 1 when written. */
export function decideApproval(
  owner: Owner,
  id: string,
  revision: number,
  decision: { approve: boolean; reason: string; level: number },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE partner SET approval = ${decision.approve ? 'approved' : 'disapproved'}, approval_reason = ${decision.reason},
        level = ${decision.level}, level_given = ${levelGiven} OR ${decision.approve}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND partner_id = ${id} AND revision = ${revision}
        AND approval = ANY(${decision.approve ? ['waiting', 'disapproved'] : ['waiting', 'approved']})`,
  );
}

/** The main account's own status follows the decision (§3: 2 disapproved). */
export async function markMain(owner: Owner, id: string, approved: boolean): Promise<void> {
  await sql`UPDATE account SET status = ${approved ? 1 : 2}, revision = revision + 1
    WHERE owner_id = ${owner.id} AND partner_id = ${id} AND kind = 'main' AND status = ${approved ? 2 : 1}`.execute(
    owner,
  );
}

export function setLevel(
  owner: Owner,
  id: string,
  revision: number,
  { level, agentType }: { level: number; agentType?: number | undefined },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE partner SET level = ${level}, level_given = true,
        agent_type = coalesce(${agentType ?? null}::smallint, agent_type), revision = revision + 1
      WHERE owner_id = ${owner.id} AND partner_id = ${id} AND revision = ${revision}`,
  );
}

/** Frozen partners are out at their next request; their sessions and links to WeChat end as well. */
export async function setFrozen(owner: Owner, id: string, revision: number, frozen: boolean): Promise<number> {
  const count = await changed(
    owner,
    sql`UPDATE partner SET frozen = ${frozen}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND partner_id = ${id} AND revision = ${revision} AND frozen <> ${frozen}`,
  );
  if (count === 1 && frozen)
    await sql`DELETE FROM login_session s USING account a WHERE s.owner_id = ${owner.id} AND a.owner_id = s.owner_id
      AND a.account_id = s.account_id AND a.partner_id = ${id}`.execute(owner);
  if (count === 1 && frozen) await deletePartnerLinks(owner, id);
  return count;
}

/** 0 frozen by the owner, 1 normal (§3). Deleted and disabled accounts stay as they are. */
export async function freezeAccount(owner: Owner, partnerId: string, accountId: string, frozen: boolean) {
  const count = await changed(
    owner,
    sql`UPDATE account SET status = ${frozen ? 0 : 1}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND account_id = ${accountId} AND status = ${frozen ? 1 : 0}`,
  );
  if (count === 1 && frozen)
    await sql`DELETE FROM login_session WHERE owner_id = ${owner.id} AND account_id = ${accountId}`.execute(owner);
  if (count === 1 && frozen) await deleteLinks(owner, accountId);
  return count;
}
