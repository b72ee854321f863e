// Accounts, sessions, codes, puzzles, counted tries.

import type { StaffRole } from '../../domain/account-status.ts';
import type { Language } from '../../domain/languages.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, rows, sql } from '../platform/db.ts';

export type AccountRow = {
  account_id: number;
  partner_id: number | null;
  kind: 'member' | 'guest' | 'main' | 'sub' | 'staff';
  username: string | null;
  name: string;
  nick_name: string;
  email: string;
  /** Its reader opened a link or entered a code that was mailed there; sub-accounts may have anyone's address (decision 0083). */
  email_proved: boolean;
  area_code: string;
  mobile: string;
  language: Language;
  password_hash: string | null;
  status: number;
  ver_login_flag: boolean;
  roles: StaffRole[];
  order_visibility: number;
  zone: string;
  totp_sealed: string | null;
  /** The end of a password that the installation made; null once the person chose one. */
  first_password_until: Date | null;
  partner_name: string;
  partner_kind: 'individual' | 'personal' | 'corporate';
  partner_frozen: boolean;
  approval: 'none' | 'waiting' | 'approved' | 'disapproved';
  approval_reason: string;
  level: number;
  agent_type: number;
};

/** An account with what its partner allows; staff have no partner. */
export const accountColumns = sql`a.account_id, a.partner_id, a.kind, a.username, a.name, a.nick_name, a.email,
  a.email_proved_at IS NOT NULL AS email_proved, a.area_code, a.mobile, a.language, a.password_hash, a.status, a.ver_login_flag, a.roles,
  a.order_visibility, a.zone, a.totp_sealed, a.first_password_until,
  coalesce(p.name, '') AS partner_name, coalesce(p.kind, 'individual') AS partner_kind, coalesce(p.frozen, false) AS partner_frozen,
  coalesce(p.approval, 'none') AS approval, coalesce(p.approval_reason, '') AS approval_reason, coalesce(p.level, 0) AS level,
  coalesce(p.agent_type, 0) AS agent_type`;
export const accountTables = sql`account a LEFT JOIN partner p ON p.owner_id = a.owner_id AND p.partner_id = a.partner_id`;

/** What staff must do before anything else; null for buyers. */
export const dutyOf = (account: 'a' | 't') => {
  const of = (column: string) => sql.ref(`${account}.${column}`);
  return sql`CASE WHEN ${of('kind')} IS DISTINCT FROM 'staff' THEN NULL WHEN ${of('first_password_until')} IS NOT NULL THEN 'newPassword'
    WHEN ${of('totp_sealed')} IS NULL AND (SELECT o.staff_second_factor FROM owner o WHERE o.owner_id = ${of('owner_id')})
      THEN 'secondFactor' END`;
};

export function findAccountById(owner: Owner, accountId: number | string): Promise<AccountRow | undefined> {
  return firstRow(
    owner,
    sql<AccountRow>`SELECT ${accountColumns} FROM ${accountTables}
      WHERE a.owner_id = ${owner.id} AND a.account_id = ${accountId} AND a.status <> ${accountCode.deleted}`,
  );
}

export function touchSession(owner: Owner, hash: Buffer): Promise<number> {
  return changed(
    owner,
    sql`UPDATE login_session SET seen_at = now() WHERE owner_id = ${owner.id} AND token_hash = ${hash}`,
  );
}

export type NewSession = {
  hash: Buffer;
  accountId: number;
  verAuth: boolean;
  staff: boolean;
  idleSeconds: number;
  lifeSeconds: number;
  actingStaffId: number | null;
};

export async function insertSession(owner: Owner, row: NewSession): Promise<void> {
  await sql`WITH seen AS (UPDATE account SET last_login_at = now()
      WHERE owner_id = ${owner.id} AND account_id = ${row.accountId} AND ${row.actingStaffId}::bigint IS NULL)
    INSERT INTO login_session (owner_id, token_hash, account_id, ver_auth_flag, staff, idle_seconds, acting_staff_id, ends_at)
    VALUES (${owner.id}, ${row.hash}, ${row.accountId}, ${row.verAuth}, ${row.staff}, ${row.idleSeconds}, ${row.actingStaffId},
      now() + make_interval(secs => ${row.lifeSeconds}))`.execute(owner);
}

export function deleteSession(owner: Owner, hash: Buffer): Promise<number> {
  return changed(owner, sql`DELETE FROM login_session WHERE owner_id = ${owner.id} AND token_hash = ${hash}`);
}

/** Ends all sessions of an account but the given one (security rule 45). */
export function deleteOtherSessions(owner: Owner, accountId: number, keep: Buffer): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM login_session WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND token_hash <> ${keep}`,
  );
}

/** Who signs in under a name: an e-mail, proved or not, or a username. Proved addresses come first. */
export function findAccount(owner: Owner, named: string, staff: boolean): Promise<AccountRow | undefined> {
  return firstRow(
    owner,
    sql<AccountRow>`SELECT ${accountColumns} FROM ${accountTables}
      WHERE a.owner_id = ${owner.id} AND a.status <> ${accountCode.deleted} AND (a.kind = 'staff') = ${staff}
        AND (a.email = lower(${named}) OR lower(a.username) = lower(${named}))
      ORDER BY a.email = lower(${named}) AND a.email_proved_at IS NOT NULL DESC, lower(a.username) = lower(${named}) DESC NULLS LAST,
        a.account_id LIMIT 1`,
  );
}

/** The buyer's account that proved this mailbox; no other account is found by the address. */
export function findProvedAccount(owner: Owner, email: string): Promise<AccountRow | undefined> {
  return firstRow(
    owner,
    sql<AccountRow>`SELECT ${accountColumns} FROM ${accountTables}
      WHERE a.owner_id = ${owner.id} AND a.status <> ${accountCode.deleted} AND a.kind <> 'staff' AND a.email = ${email}
        AND a.email_proved_at IS NOT NULL`,
  );
}

/** Sub-accounts that were opened with an address and still wait for its owner's word; the newest few. */
export function listClaims(owner: Owner, email: string): Promise<AccountRow[]> {
  return rows(
    owner,
    sql<AccountRow>`SELECT ${accountColumns} FROM ${accountTables}
      WHERE a.owner_id = ${owner.id} AND a.status <> ${accountCode.deleted} AND a.kind = 'sub' AND a.email = ${email}
        AND a.email_proved_at IS NULL
      ORDER BY a.account_id DESC LIMIT 3`,
  );
}

/** 1 when the address of an account was proved just now, 0 when it was before. Breaks account_email when another account has it. */
export function proveEmail(owner: Owner, accountId: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account SET email_proved_at = now(), revision = revision + 1
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND email_proved_at IS NULL AND status <> ${accountCode.deleted}`,
  );
}

/** A guest's account and its partner; a code proved the e-mail just now. */
export async function insertGuest(owner: Owner, email: string, language: string): Promise<AccountRow> {
  const made = await firstRow(
    owner,
    sql<{ account_id: number }>`WITH p AS (
        INSERT INTO partner (owner_id, kind, name) VALUES (${owner.id}, 'individual', ${email}) RETURNING partner_id)
      INSERT INTO account AS a (owner_id, partner_id, kind, email, name, language, ver_login_flag, email_proved_at)
      SELECT ${owner.id}, partner_id, 'guest', ${email}, '', ${language}, true, now() FROM p
      RETURNING account_id`,
  );
  const row = made && (await findAccountById(owner, made.account_id));
  if (!row) throw new Error('a guest was not written');
  return row;
}

/** A guest without a name takes that of the contact of the first order (decision 0759). */
export async function nameGuest(owner: Owner, accountId: number, name: string): Promise<void> {
  await sql`UPDATE account SET name = ${name}, revision = revision + 1
    WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND kind = 'guest' AND name = ''`.execute(owner);
}

export function setPasswordHash(owner: Owner, accountId: number, hash: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account SET password_hash = ${hash} WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND password_hash IS NULL`,
  );
}

export type NewCaptcha = { ticket: string; flow: string; x: number; text: string | null; lifeSeconds: number };

export async function insertCaptcha(owner: Owner, row: NewCaptcha): Promise<void> {
  await sql`INSERT INTO captcha (owner_id, ticket, flow, answer_x, answer_text, expires_at)
    VALUES (${owner.id}, ${row.ticket}, ${row.flow}, ${row.x}, ${row.text}, now() + make_interval(secs => ${row.lifeSeconds}))`.execute(
    owner,
  );
}

/** Spends a ticket: each try spends it, right or wrong (security rule 43). Undefined when spent, late or of another flow. */
export function spendCaptcha(owner: Owner, ticket: string, flow: string) {
  return firstRow(
    owner,
    sql<{ answer_x: number; answer_text: string | null; left_seconds: number }>`UPDATE captcha SET used = true
      WHERE owner_id = ${owner.id} AND ticket = ${ticket} AND flow = ${flow} AND NOT used AND expires_at > now()
      RETURNING answer_x, answer_text, extract(epoch FROM expires_at - now())::float8 AS left_seconds`,
  );
}

export type NewCode = { email: string; purpose: string; flow: string; hash: Buffer; lifeSeconds: number };

export async function insertCode(owner: Owner, row: NewCode): Promise<void> {
  await sql`INSERT INTO email_code (owner_id, email, purpose, flow, code_hash, expires_at)
    VALUES (${owner.id}, ${row.email}, ${row.purpose}, ${row.flow}, ${row.hash},
      now() + make_interval(secs => ${row.lifeSeconds}))`.execute(owner);
}

/**
 * Counts a try of the newest code of a browser's flow before anything is compared, so that parallel tries cannot pass (security rule 42).
 * A code that another browser requests for the same address is not affected.
 */
export function countCodeTry(owner: Owner, email: string, purpose: string, flow: string, tries: number) {
  return firstRow(
    owner,
    sql<{ code_id: number; code_hash: Buffer; tries: number }>`UPDATE email_code SET tries = tries + 1
      WHERE owner_id = ${owner.id} AND NOT used AND tries < ${tries} AND expires_at > now() AND flow = ${flow}
        AND code_id = (SELECT max(code_id) FROM email_code
          WHERE owner_id = ${owner.id} AND email = ${email} AND purpose = ${purpose} AND flow = ${flow})
      RETURNING code_id, code_hash, tries`,
  );
}

export function spendCode(owner: Owner, codeId: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE email_code SET used = true WHERE owner_id = ${owner.id} AND code_id = ${codeId} AND NOT used`,
  );
}

/** Counts one more in a bucket's window and returns the count; one statement, shared by all processes. */
export async function countAttempt(owner: Owner, bucket: string, windowSeconds: number): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ count: number }>`INSERT INTO attempt (owner_id, bucket, window_at, count)
      VALUES (${owner.id}, ${bucket},
        to_timestamp(floor(extract(epoch FROM now()) / ${windowSeconds}::float8) * ${windowSeconds}::float8), 1)
      ON CONFLICT (owner_id, bucket, window_at) DO UPDATE SET count = attempt.count + 1 RETURNING count`,
  );
  return row?.count ?? 1;
}

/** Takes one attempt of the present window back. */
export async function uncountAttempt(owner: Owner, bucket: string, windowSeconds: number): Promise<void> {
  await sql`UPDATE attempt SET count = count - 1 WHERE owner_id = ${owner.id} AND bucket = ${bucket} AND count > 0
    AND window_at = to_timestamp(floor(extract(epoch FROM now()) / ${windowSeconds}::float8) * ${windowSeconds}::float8)`.execute(
    owner,
  );
}

/** How often a bucket was counted in its present window. */
export async function readAttempts(owner: Owner, bucket: string, windowSeconds: number): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ count: number }>`SELECT count FROM attempt WHERE owner_id = ${owner.id} AND bucket = ${bucket}
      AND window_at = to_timestamp(floor(extract(epoch FROM now()) / ${windowSeconds}::float8) * ${windowSeconds}::float8)`,
  );
  return row?.count ?? 0;
}

export async function forgetAttempts(owner: Owner, bucket: string): Promise<void> {
  await sql`DELETE FROM attempt WHERE owner_id = ${owner.id} AND bucket = ${bucket}`.execute(owner);
}

/** Removes what has expired: puzzles, codes, counts, sessions, links, nonces and unproved sign-ups. */
export async function deleteExpired(house: House): Promise<void> {
  await sql`DELETE FROM captcha WHERE expires_at < now() - interval '1 hour'`.execute(house);
  await sql`DELETE FROM email_code WHERE expires_at < now() - interval '2 days'`.execute(house);
  await sql`DELETE FROM attempt WHERE window_at < now() - interval '2 days'`.execute(house);
  await sql`DELETE FROM known_source WHERE seen_at < now() - interval '90 days'`.execute(house);
  await sql`DELETE FROM login_session WHERE ends_at < now() - interval '1 day'`.execute(house);
  await sql`DELETE FROM account_link WHERE expires_at < now() - interval '1 day'`.execute(house);
  await sql`DELETE FROM used_nonce WHERE at < now() - interval '20 minutes'`.execute(house);
  await sql`DELETE FROM sign_up WHERE created_at < now() - interval '7 days'`.execute(house);
}

/** Writes or moves the second factor's secret and returns what is in force afterwards. */
export async function storeTotp(
  owner: Owner,
  accountId: number,
  step: { pending?: string; confirm?: true; off?: true },
): Promise<string | null> {
  const row = await firstRow(
    owner,
    sql<{ totp_sealed: string | null }>`UPDATE account SET
        totp_sealed = CASE WHEN ${step.off === true} THEN NULL WHEN ${step.confirm === true} THEN totp_pending ELSE totp_sealed END,
        totp_pending = ${step.pending ?? null}, totp_step = CASE WHEN ${step.confirm === true} THEN 0 ELSE totp_step END
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} RETURNING totp_sealed`,
  );
  return row?.totp_sealed ?? null;
}

/** Each step of the second factor works once: 1 the first time, then 0. */
export function spendTotpStep(owner: Owner, accountId: number, step: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account SET totp_step = ${step} WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND totp_step < ${step}`,
  );
}

/** Forms for travellers whose links went to the account's former address, for orders of its partner: who reads it may have left. */
export async function endFormerLinks(owner: Owner, partnerId: number | null, email: string): Promise<void> {
  await sql`DELETE FROM completion_link k WHERE k.owner_id = ${owner.id} AND lower(k.sent_to) = lower(${email})
    AND EXISTS (SELECT FROM purchase p WHERE p.owner_id = k.owner_id AND p.order_no = ANY(k.order_nos)
      AND p.partner_id = ${partnerId})`.execute(owner);
}
