// Profiles, partners and sub-accounts (§2 uc/account): every change is guarded by the revision its form was opened with.

import type { Contacts, LegalData } from '../../domain/account-forms.ts';
import { deleteLinks } from '../account/wechat-link.sql.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

export type MemberRow = {
  account_id: number;
  partner_id: number;
  kind: 'member' | 'guest' | 'main' | 'sub';
  username: string | null;
  email: string;
  name: string;
  nick_name: string;
  department: string;
  area_code: string;
  mobile: string;
  landline: string;
  messengers: Record<string, string>;
  common_address: string;
  region: string;
  zone: string;
  status: number;
  order_visibility: 1 | 2;
  email_proved_at: Date | null;
  /** It waits for its reader to follow the mailed link. */
  new_email: string | null;
  password_set: boolean;
  created_at: Date;
  last_login_at: Date | null;
  revision: number;
};

const columns = sql`account_id, partner_id, kind, username, email, name, nick_name, department, area_code, mobile, landline,
  messengers, common_address, region, zone, status, order_visibility, email_proved_at, new_email, password_hash IS NOT NULL AS password_set,
  created_at, last_login_at, revision`;

/** A login of a partner that is not deleted. */
export function findMember(owner: Owner, partnerId: number, accountId: number | string) {
  return firstRow(
    owner,
    sql<MemberRow>`SELECT ${columns} FROM account WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}
      AND account_id = ${accountId} AND status <> ${accountCode.deleted}`,
  );
}

export function listMembers(owner: Owner, partnerId: number) {
  return rows(
    owner,
    sql<MemberRow>`SELECT ${columns} FROM account WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}
      ORDER BY kind = 'sub', account_id`,
  );
}

export type ChildFilter = { query: string; status: number | null; size: number; from: number };

export async function listChildren(owner: Owner, partnerId: number, filter: ChildFilter) {
  const like = anywhere(filter.query);
  const where = sql`owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind = 'sub' AND status <> ${accountCode.deleted}
    AND ${onlyIf(filter.status, sql`status = ${filter.status}`)}
    AND ${onlyIf(filter.query || null, sql`concat_ws(' ', username, email, name, nick_name, department) ILIKE ${like}`)}`;
  const count = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM account WHERE ${where}`,
  );
  const list = await rows(
    owner,
    sql<MemberRow>`SELECT ${columns} FROM account WHERE ${where} ORDER BY account_id DESC LIMIT ${filter.size} OFFSET ${filter.from}`,
  );
  return { total: count?.total ?? 0, list };
}

export type Profile = {
  name: string;
  nickName: string;
  department: string;
  areaCode: string;
  mobile: string;
  landline: string;
  messengers: Record<string, string>;
  commonAddress: string;
  region: string;
  zone: string;
};

/** 1 when written; 0 when it was changed since `revision`. `visibility` null leaves it. */
export function updateProfile(
  owner: Owner,
  accountId: number,
  revision: number,
  row: Profile,
  visibility: number | null,
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account SET name = ${row.name}, nick_name = ${row.nickName}, department = ${row.department},
        area_code = ${row.areaCode}, mobile = ${row.mobile}, landline = ${row.landline},
        messengers = ${JSON.stringify(row.messengers)}::jsonb, common_address = ${row.commonAddress}, region = ${row.region},
        zone = ${row.zone}, order_visibility = coalesce(${visibility}, order_visibility), revision = revision + 1
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND revision = ${revision} AND status <> ${accountCode.deleted}`,
  );
}

/**
 * Moves a sub-account's status, only from the given ones; its sessions and links to WeChat end unless it becomes
 * normal. Whether it moved.
 */
export async function moveChildStatus(
  owner: Owner,
  partnerId: number,
  accountId: number | string,
  { from, to }: { from: number[]; to: number },
): Promise<boolean> {
  const row = await firstRow(
    owner,
    sql<{ moved: number }>`WITH moved AS (
        UPDATE account SET status = ${to}, revision = revision + 1
        WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND account_id = ${accountId} AND kind = 'sub'
          AND status = ANY(${from}) RETURNING account_id),
      ended AS (
        DELETE FROM login_session s USING moved m
        WHERE s.owner_id = ${owner.id} AND s.account_id = m.account_id AND ${to} <> 1)
      SELECT count(*)::int AS moved FROM moved`,
  );
  if (row?.moved === 1 && to !== 1) await deleteLinks(owner, accountId);
  return row?.moved === 1;
}

export type PartnerRow = {
  partner_id: number;
  kind: 'individual' | 'personal' | 'corporate';
  name: string;
  approval: 'none' | 'waiting' | 'approved' | 'disapproved';
  approval_reason: string;
  applied_at: Date | null;
  frozen: boolean;
  level: number;
  level_given: boolean;
  agent_type: number;
  country: string;
  city: string;
  address: string;
  tax_number: string;
  contacts: Partial<Contacts>;
  revision: number;
  created_at: Date;
  logo_id: string | null;
};

/** Over `partner`. A process of the version before approves without the note (decision 0240). */
export const levelGiven = sql`(level_given OR approval = 'approved')`;

export function findPartner(owner: Owner, partnerId: number | string): Promise<PartnerRow | undefined> {
  return firstRow(
    owner,
    sql<PartnerRow>`SELECT partner_id, kind, name, approval, approval_reason, applied_at, frozen, level,
        ${levelGiven} AS level_given, agent_type, country, city, address, tax_number, contacts, revision, created_at,
        (SELECT logo_id FROM partner_logo l
          WHERE l.owner_id = partner.owner_id AND l.partner_id = partner.partner_id) AS logo_id
      FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`,
  );
}

export type PartnerChange = LegalData & { contacts: Contacts };

/**
 * A disapproved application that its people change waits again, and its account is normal again; staff change data alone. 0 when changed
 * since `revision`.
 */
export function updatePartner(
  owner: Owner,
  partnerId: number,
  revision: number,
  row: PartnerChange,
  by: 'partner' | 'staff' = 'partner',
) {
  const again = by === 'partner';
  return changed(
    owner,
    sql`WITH back AS (
        UPDATE account a SET status = ${accountCode.normal} FROM partner p
        WHERE a.owner_id = ${owner.id} AND a.partner_id = ${partnerId} AND a.status = ${accountCode.disapproved} AND ${again}
          AND p.owner_id = a.owner_id AND p.partner_id = a.partner_id AND p.revision = ${revision})
      UPDATE partner SET name = ${row.name}, country = ${row.country}, city = ${row.city}, address = ${row.address},
        tax_number = ${row.taxNumber}, contacts = ${JSON.stringify(row.contacts)}::jsonb, revision = revision + 1,
        approval = CASE WHEN approval = 'disapproved' AND ${again} THEN 'waiting' ELSE approval END,
        applied_at = CASE WHEN approval = 'disapproved' AND ${again} THEN now() ELSE applied_at END
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND revision = ${revision}`,
  );
}

export type LogoRow = { logo_id: string; type: string; bytes: Buffer };

export function findLogo(owner: Owner, partnerId: number): Promise<LogoRow | undefined> {
  return firstRow(
    owner,
    sql<LogoRow>`SELECT logo_id, type, bytes FROM partner_logo WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`,
  );
}

export async function saveLogo(owner: Owner, partnerId: number, row: LogoRow): Promise<void> {
  await sql`INSERT INTO partner_logo (owner_id, partner_id, logo_id, type, bytes)
    VALUES (${owner.id}, ${partnerId}, ${row.logo_id}, ${row.type}, ${row.bytes})
    ON CONFLICT (owner_id, partner_id) DO UPDATE
    SET logo_id = excluded.logo_id, type = excluded.type, bytes = excluded.bytes`.execute(owner);
}

export async function deleteLogo(owner: Owner, partnerId: number): Promise<void> {
  await sql`DELETE FROM partner_logo WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`.execute(owner);
}
