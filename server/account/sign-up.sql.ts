// Sign-ups on their way, links by mail, and the accounts that come of them.
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, sql } from '../platform/db.ts';
import { deleteLinks } from './wechat-link.sql.ts';

type SignUpData = Record<string, string>;
export type SignUpRow = {
  sign_up_id: number;
  email: string;
  registrant: 'individual' | 'personal' | 'corporate';
  data: SignUpData;
  password_hash: string;
  language: string;
  agreement_version: number | null;
};

export async function insertSignUp(owner: Owner, row: Omit<SignUpRow, 'sign_up_id'>): Promise<number> {
  const made = await firstRow(
    owner,
    sql<{
      sign_up_id: number;
    }>`INSERT INTO sign_up (owner_id, email, registrant, data, password_hash, language, agreement_version)
      VALUES (${owner.id}, ${row.email}, ${row.registrant}, ${JSON.stringify(row.data)}::jsonb, ${row.password_hash},
        ${row.language}, ${row.agreement_version}) RETURNING sign_up_id`,
  );
  if (!made) throw new Error('a sign-up was not written');
  return made.sign_up_id;
}

/** The newest sign-up of an address that still waits for its proof. */
export function findSignUp(owner: Owner, email: string): Promise<SignUpRow | undefined> {
  return firstRow(
    owner,
    sql<SignUpRow>`SELECT sign_up_id, email, registrant, data, password_hash, language, agreement_version FROM sign_up
      WHERE owner_id = ${owner.id} AND email = ${email} AND used_at IS NULL ORDER BY sign_up_id DESC LIMIT 1`,
  );
}

/** Gives a waiting sign-up a fresh link; 0 when it was used meanwhile. */
export function renewSignUpToken(owner: Owner, id: number, hash: Buffer, seconds: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE sign_up SET token_hash = ${hash}, token_expires_at = now() + make_interval(secs => ${seconds})
      WHERE owner_id = ${owner.id} AND sign_up_id = ${id} AND used_at IS NULL`,
  );
}

/** Spends the link of a sign-up; undefined when it is unknown, late or used. */
export function spendSignUp(owner: Owner, hash: Buffer): Promise<SignUpRow | undefined> {
  return firstRow(
    owner,
    sql<SignUpRow>`UPDATE sign_up SET used_at = now()
      WHERE owner_id = ${owner.id} AND token_hash = ${hash} AND used_at IS NULL AND token_expires_at > now()
      RETURNING sign_up_id, email, registrant, data, password_hash, language, agreement_version`,
  );
}

export type NewPartner = {
  kind: 'individual' | 'personal' | 'corporate';
  name: string;
  approval: 'none' | 'waiting' | 'approved';
  country: string;
  city: string;
  address: string;
  contacts: Record<string, Record<string, string>>;
  taxNumber?: string;
  /** Of a partner that is approved as it is made. */
  level?: number;
};

export async function insertPartner(owner: Owner, row: NewPartner): Promise<number> {
  const made = await firstRow(
    owner,
    sql<{
      partner_id: number;
    }>`INSERT INTO partner (owner_id, kind, name, approval, applied_at, country, city, address, contacts,
        tax_number, level, level_given)
      VALUES (${owner.id}, ${row.kind}, ${row.name}, ${row.approval}, CASE WHEN ${row.approval} = 'waiting' THEN now() END, ${row.country},
        ${row.city}, ${row.address}, ${JSON.stringify(row.contacts)}::jsonb, ${row.taxNumber ?? ''},
        ${row.level ?? 0}, ${row.approval} = 'approved') RETURNING partner_id`,
  );
  if (!made) throw new Error('a partner was not written');
  return made.partner_id;
}

/** A guest who signs up keeps the partner, and with it the orders placed before. */
export async function raisePartner(owner: Owner, partnerId: number, row: NewPartner): Promise<void> {
  await sql`UPDATE partner SET kind = ${row.kind}, name = ${row.name}, approval = ${row.approval},
      applied_at = CASE WHEN ${row.approval} = 'waiting' THEN now() END, country = ${row.country}, city = ${row.city},
      address = ${row.address}, contacts = ${JSON.stringify(row.contacts)}::jsonb, revision = revision + 1,
      tax_number = ${row.taxNumber ?? ''}, level = ${row.level ?? 0}, level_given = ${row.approval} = 'approved'
    WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind = 'individual'`.execute(owner);
}

export type NewAccount = {
  partnerId: number;
  kind: 'member' | 'main' | 'sub';
  username: string | null;
  email: string;
  name: string;
  nickName: string;
  department: string;
  areaCode: string;
  mobile: string;
  messengers: Record<string, string>;
  language: string;
  /** Null until the person chooses one by a mailed link. */
  passwordHash: string | null;
  orderVisibility: number;
  agreementVersion: number | null;
  /** By the link of a sign-up; a main account cannot prove another person's mailbox. */
  emailProved: boolean;
};

export async function insertAccount(owner: Owner, row: NewAccount): Promise<number> {
  const made = await firstRow(
    owner,
    sql<{
      account_id: number;
    }>`INSERT INTO account (owner_id, partner_id, kind, username, email, name, nick_name, department, area_code,
        mobile, messengers, language, password_hash, order_visibility, agreement_version, email_proved_at)
      VALUES (${owner.id}, ${row.partnerId}, ${row.kind}, ${row.username}, ${row.email}, ${row.name}, ${row.nickName},
        ${row.department}, ${row.areaCode}, ${row.mobile}, ${JSON.stringify(row.messengers)}::jsonb, ${row.language},
        ${row.passwordHash}, ${row.orderVisibility}, ${row.agreementVersion},
        CASE WHEN ${row.emailProved} THEN now() END) RETURNING account_id`,
  );
  if (!made) throw new Error('an account was not written');
  return made.account_id;
}

/** 1 when a guest without a password became what it signed up as; 0 when a password was set meanwhile. */
export function raiseGuest(
  owner: Owner,
  accountId: number,
  row: Omit<NewAccount, 'partnerId' | 'username' | 'emailProved'>,
) {
  return changed(
    owner,
    sql`UPDATE account SET kind = ${row.kind}, name = ${row.name}, area_code = ${row.areaCode}, mobile = ${row.mobile},
        messengers = ${JSON.stringify(row.messengers)}::jsonb, password_hash = ${row.passwordHash}, ver_login_flag = false,
        agreement_version = ${row.agreementVersion}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND password_hash IS NULL AND kind = 'guest'`,
  );
}

export type LinkPurpose = 'reset' | 'hand-over' | 'prove' | 'email';

export async function insertLink(
  owner: Owner,
  link: {
    hash: Buffer;
    purpose: LinkPurpose;
    accountId: number;
    actingStaffId: number | null;
    /** The new address that the link proves. */
    email?: string;
    lifeSeconds: number;
  },
): Promise<void> {
  await sql`INSERT INTO account_link (owner_id, token_hash, purpose, account_id, acting_staff_id, email, expires_at)
    VALUES (${owner.id}, ${link.hash}, ${link.purpose}, ${link.accountId}, ${link.actingStaffId}, ${link.email ?? null},
      now() + make_interval(secs => ${link.lifeSeconds}))`.execute(owner);
}

/**
 * Ends the account's open links of a purpose before another replaces them. A parallel caller waits, so the link of the newest mail
 * is the one that opens.
 */
export async function endLinks(owner: OwnerTrx, accountId: number, purpose: LinkPurpose): Promise<void> {
  await sql`SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId} FOR UPDATE`.execute(owner);
  await sql`UPDATE account_link SET used_at = now()
    WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND purpose = ${purpose} AND used_at IS NULL`.execute(
    owner,
  );
}

/** A link that would still be spent. Decides nothing: the caller who goes on spends it. */
export function findOpenLink(owner: Owner, hash: Buffer, purpose: LinkPurpose) {
  return firstRow(
    owner,
    sql<{ account_id: number }>`SELECT account_id FROM account_link
      WHERE owner_id = ${owner.id} AND token_hash = ${hash} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > now()`,
  );
}

/** Spends a link; undefined when it is unknown, late, used or of another purpose. */
export function spendLink(owner: Owner, hash: Buffer, purpose: LinkPurpose) {
  return firstRow(
    owner,
    sql<{
      account_id: number;
      acting_staff_id: number | null;
      email: string | null;
    }>`UPDATE account_link SET used_at = now()
      WHERE owner_id = ${owner.id} AND token_hash = ${hash} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > now()
      RETURNING account_id, acting_staff_id, email`,
  );
}

/** Ends the account's links by mail and by WeChat, and its sessions but the given one (security rule 45). */
export async function endAccess(owner: Owner, accountId: number, keep: Buffer | null): Promise<void> {
  // Of staff also those that it opened as a partner.
  await sql`DELETE FROM login_session WHERE owner_id = ${owner.id} AND (account_id = ${accountId} OR acting_staff_id = ${accountId})
    AND token_hash IS DISTINCT FROM ${keep}::bytea`.execute(owner);
  await sql`UPDATE account_link SET used_at = now()
    WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND used_at IS NULL`.execute(owner);
  await deleteLinks(owner, accountId);
}

/**
 * A new password ends every session and link of the account and the waiting sign-ups of its proved address
 * (security rule 45). A form about the account that was opened
 * before stays valid: it has nothing of this. Returns 1 when it was written. One that was set `byMail` proves the address.
 */
export async function replacePassword(owner: Owner, accountId: number, hash: string, byMail = false): Promise<number> {
  await endAccess(owner, accountId, null);
  await sql`UPDATE sign_up SET used_at = now() WHERE owner_id = ${owner.id} AND used_at IS NULL
    AND email = (SELECT email FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId}
      AND (${byMail} OR email_proved_at IS NOT NULL))`.execute(owner);
  return changed(
    owner,
    sql`UPDATE account SET password_hash = ${hash}, first_password_until = NULL, new_email = NULL, ver_login_flag = false,
        kind = CASE WHEN kind = 'guest' THEN 'member' ELSE kind END,
        email_proved_at = CASE WHEN ${byMail} THEN coalesce(email_proved_at, now()) ELSE email_proved_at END
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND status IN (${accountCode.normal}, ${accountCode.disapproved})`,
  );
}

/** Null takes a waiting address back. 1 when written. */
export function setNewEmail(owner: Owner, accountId: number, email: string | null): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account SET new_email = ${email}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND status <> ${accountCode.deleted}`,
  );
}

export async function findNewEmail(owner: Owner, accountId: number): Promise<string | null> {
  const row = await firstRow(
    owner,
    sql<{
      new_email: string | null;
    }>`SELECT new_email FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId}`,
  );
  return row?.new_email ?? null;
}

/** 1 when the address that its reader proved is the one that still waits; open sign-ups of it end. Breaks account_email if taken. */
export async function takeNewEmail(owner: Owner, accountId: number, email: string): Promise<number> {
  const count = await changed(
    owner,
    sql`UPDATE account SET email = new_email, new_email = NULL, email_proved_at = now(), revision = revision + 1
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND new_email = ${email} AND status <> ${accountCode.deleted}`,
  );
  await sql`UPDATE sign_up SET used_at = now() WHERE owner_id = ${owner.id} AND used_at IS NULL AND email = ${email}`.execute(
    owner,
  );
  return count;
}

/** Replaces the address of an account that has never signed in. 0 when its person has signed in meanwhile. */
export function replaceEmail(owner: Owner, accountId: number, email: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account SET email = ${email}, new_email = NULL, revision = revision + 1 WHERE owner_id = ${owner.id}
      AND account_id = ${accountId} AND email_proved_at IS NULL AND password_hash IS NULL AND status <> ${accountCode.deleted}`,
  );
}

/**
 * Adds a supplier for a login that has none yet: a company with the login's number, name and e-mail (decision 0280), so that the role
 * always has a supplier. Its contacts, language and zone are changed on the supplier's page.
 */
export async function makeSupplierOf(owner: Owner, accountId: string | number): Promise<void> {
  await sql`WITH made AS (INSERT INTO supplier (owner_id, supplier_id, name, contacts, language, zone)
      SELECT a.owner_id, a.account_id, coalesce(nullif(a.name, ''), a.email),
        jsonb_build_array(jsonb_build_object('name', a.name, 'email', a.email, 'areaCode', '', 'phone', '')), a.language, o.zone
      FROM account a JOIN owner o USING (owner_id)
      WHERE a.owner_id = ${owner.id} AND a.account_id = ${accountId}::bigint AND a.kind = 'staff' AND a.supplier_id IS NULL
      ON CONFLICT DO NOTHING RETURNING owner_id, supplier_id)
    UPDATE account a SET supplier_id = m.supplier_id FROM made m WHERE a.owner_id = m.owner_id AND a.account_id = m.supplier_id`.execute(
    owner,
  );
}

/** Whether the login's supplier is active and changes its places itself. */
export async function mayKeepPlaces(owner: Owner, accountId: number): Promise<boolean> {
  const row = await firstRow(
    owner,
    sql`SELECT 1 FROM account a JOIN supplier c USING (owner_id, supplier_id)
      WHERE a.owner_id = ${owner.id} AND a.account_id = ${accountId} AND c.active AND c.keeps_stock`,
  );
  return row !== undefined;
}
