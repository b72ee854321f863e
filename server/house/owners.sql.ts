// Owners as the house keeps them: who they are and who may enter first, and nothing of what they sell (decision 0315).
import type { SetupSteps } from '../../contract/house.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Language } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../platform/db.ts';

export type OwnerListRow = {
  id: string;
  state: 'open' | 'closed' | 'begun';
  code: string;
  name: string;
  hostnames: string[];
  saved: number;
  entered: boolean;
  created_at: Date;
};
type OwnerFilter = { query: string; state: string | null; size: number; from: number };

const isAdmin = sql`a.kind = 'staff' AND 'admin' = ANY(a.roles) AND a.status <> ${accountCode.deleted}`;

/** Owners and those being set up, the newest first. `of` is the house. */
export async function listOwners(house: House, of: Owner, { query, state, size, from }: OwnerFilter) {
  const like = anywhere(query);
  const all = sql`(SELECT 'o' || o.owner_id AS key, o.owner_id::text AS id,
      CASE WHEN o.closed_at IS NULL THEN 'open' ELSE 'closed' END AS state, o.code, o.name,
      ARRAY(SELECT h.host FROM hostname h WHERE h.owner_id = o.owner_id ORDER BY h.host) AS hostnames, 0 AS saved, o.created_at,
      EXISTS (SELECT 1 FROM account a WHERE a.owner_id = o.owner_id AND ${isAdmin} AND a.password_hash IS NOT NULL) AS entered
    FROM owner o WHERE NOT o.is_house
    UNION ALL SELECT 's' || s.setup_id, s.setup_id::text, 'begun', coalesce(s.steps -> 'names' ->> 'code', ''),
      coalesce(s.steps -> 'names' ->> 'name', ''),
      ARRAY(SELECT jsonb_array_elements_text(coalesce(s.steps -> 'reach' -> 'hostnames', '[]'))),
      (SELECT count(*)::int FROM jsonb_object_keys(s.steps)), s.created_at, false
    FROM owner_setup s WHERE s.owner_id = ${of.id} AND NOT EXISTS (SELECT 1 FROM owner o WHERE o.owner_id = s.new_owner_id))`;
  const where = sql`${onlyIf(state, sql`f.state = ${state}`)}
    AND ${onlyIf(query || null, sql`concat_ws(' ', f.code, f.name, array_to_string(f.hostnames, ' ')) ILIKE ${like}`)}`;
  const count = await firstRow(
    house,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM ${all} f WHERE ${where}`,
  );
  const list = await rows(
    house,
    sql<OwnerListRow>`SELECT f.* FROM ${all} f WHERE ${where}
      ORDER BY f.state, f.created_at DESC, f.key LIMIT ${size} OFFSET ${from}`,
  );
  return { total: count?.total ?? 0, list };
}

/** The names of today of those whom entries of the installation's log are about, by subject: "owner 3", "setup 1". */
export async function listSubjectNames(house: House, of: Owner, subjects: string[]): Promise<Map<string, string>> {
  const found = await rows(
    house,
    sql<{ subject: string; name: string }>`SELECT t.subject, t.name FROM (
        SELECT 'owner ' || o.owner_id AS subject, o.name FROM owner o WHERE NOT o.is_house
        UNION ALL SELECT 'setup ' || s.setup_id, s.steps -> 'names' ->> 'name' FROM owner_setup s WHERE s.owner_id = ${of.id}) t
      WHERE t.subject = ANY(${subjects}) AND t.name IS NOT NULL`,
  );
  return new Map(found.map(({ subject, name }) => [subject, name]));
}

export type OwnerFacts = {
  code: string;
  name: string;
  legal_name: string;
  legal_address: string;
  tax_number: string;
  languages: Language[];
  currency: Currency;
  zone: string;
  address: string | null;
  created_at: Date;
  hostnames: string[];
  closed_at: Date | null;
  closed_reason: string | null;
};

export function findOwnerFacts(owner: Owner): Promise<OwnerFacts | undefined> {
  return firstRow(
    owner,
    sql<OwnerFacts>`SELECT o.code, o.name, o.legal_name, o.legal_address, o.tax_number, o.languages, o.currency, o.zone, o.address,
        o.created_at, o.closed_at, o.closed_reason,
        ARRAY(SELECT h.host FROM hostname h WHERE h.owner_id = o.owner_id ORDER BY h.host) AS hostnames
      FROM owner o WHERE o.owner_id = ${owner.id} AND NOT o.is_house`,
  );
}

/** Whether there is this owner, in whatever cell. */
export async function findOpened(house: House, of: Owner): Promise<boolean> {
  return (await firstRow(house, sql`SELECT 1 FROM owner WHERE owner_id = ${of.id}`)) !== undefined;
}

export type InvitedRow = { account_id: number; name: string; email: string; language: Language };

/** The invited admin, as long as no admin of the owner has a password. */
export function findInvited(owner: Owner): Promise<InvitedRow | undefined> {
  return firstRow(
    owner,
    sql<InvitedRow>`SELECT a.account_id, a.name, a.email, a.language FROM account a
      WHERE a.owner_id = ${owner.id} AND ${isAdmin} AND a.password_hash IS NULL AND NOT EXISTS (SELECT 1 FROM account b
        WHERE b.owner_id = a.owner_id AND b.kind = 'staff' AND 'admin' = ANY(b.roles) AND b.password_hash IS NOT NULL)
      ORDER BY a.account_id LIMIT 1`,
  );
}

/** The mail with the newest link of an invitation, without what it says; none while it is being written. */
export function findInvitationMail(owner: Owner, email: string) {
  return firstRow(
    owner,
    sql<{ sent_at: Date | null; problem: string | null }>`SELECT sent_at, problem FROM mail
      WHERE owner_id = ${owner.id} AND recipient = ${email} AND occasion LIKE 'account invite %' AND created_at >= coalesce((
        SELECT CASE WHEN l.used_at IS NULL THEN l.expires_at - make_interval(secs => ${limits.linkLifeSeconds.invite}) ELSE 'infinity' END
        FROM account_link l JOIN account a ON a.owner_id = l.owner_id AND a.account_id = l.account_id
        WHERE l.owner_id = ${owner.id} AND a.kind = 'staff' AND a.email = ${email} AND l.purpose = 'reset'
        ORDER BY l.expires_at DESC LIMIT 1), '-infinity')
      ORDER BY mail_id DESC LIMIT 1`,
  );
}

/** 0 once the invited one, or another admin, has a password. */
export function changeInvited(owner: OwnerTrx, id: number, to: Omit<InvitedRow, 'account_id'>): Promise<number> {
  return changed(
    owner,
    sql`UPDATE account a SET name = ${to.name}, email = ${to.email}, language = ${to.language}, revision = revision + 1
      WHERE a.owner_id = ${owner.id} AND a.account_id = ${id} AND ${isAdmin} AND a.password_hash IS NULL`,
  );
}

/** An account of staff without a password: its reader chooses one by the mailed link. */
export async function insertInvited(owner: Owner, row: Omit<InvitedRow, 'account_id'>, role: 'admin' | 'house') {
  const made = await firstRow(
    owner,
    sql<{ account_id: number }>`INSERT INTO account (owner_id, kind, email, name, language, roles, email_proved_at)
      VALUES (${owner.id}, 'staff', ${row.email}, ${row.name}, ${row.language}, ARRAY[${role}::text], now()) RETURNING account_id`,
  );
  if (!made) throw new Error('an invited account was not written');
  return made.account_id;
}

/** The owner itself with its hostnames, under the number that was set aside for it. */
export async function insertOpened(owner: OwnerTrx, steps: Required<SetupSteps>, address: string): Promise<void> {
  const { names, reach } = steps;
  await sql`INSERT INTO owner (owner_id, code, name, legal_name, legal_address, tax_number, currency, zone, languages, currencies, address)
    VALUES (${owner.id}, ${names.code}, ${names.name}, ${names.legalName}, ${names.legalAddress}, ${names.taxNumber}, ${reach.currency},
      ${reach.zone}, ${reach.languages}, ARRAY[${reach.currency}::text], ${address})`.execute(owner);
  await insertHostnames(owner, reach.hostnames);
}

export async function insertHostnames(owner: Owner, hostnames: string[]): Promise<void> {
  await sql`INSERT INTO hostname (host, owner_id) SELECT unnest(${hostnames}::text[]), ${owner.id}`.execute(owner);
}

export async function insertSite(owner: Owner, title: string): Promise<void> {
  await sql`INSERT INTO web_setting (owner_id, title, description, brand_colour)
    VALUES (${owner.id}, ${JSON.stringify({ en: title })}::jsonb, '{}', '#0b6e63')`.execute(owner);
}

/** Rests whose time ended while no one could pay them may be paid for a day (decision 0716). */
export async function giveTimeForRests(owner: OwnerTrx): Promise<void> {
  await sql`UPDATE supplement SET due_at = now() + interval '1 day', due_told = NULL
    WHERE owner_id = ${owner.id} AND kind = 'rest' AND state = 'open' AND due_at < now() + interval '1 day'`.execute(
    owner,
  );
}

/** 0 for one that is closed already. */
export function markClosed(owner: OwnerTrx, why: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE owner SET closed_at = now(), closed_reason = ${why}
      WHERE owner_id = ${owner.id} AND closed_at IS NULL AND NOT is_house`,
  );
}

/** 0 for one that is open. */
export function markOpen(owner: OwnerTrx): Promise<number> {
  return changed(
    owner,
    sql`UPDATE owner SET closed_at = NULL, closed_reason = NULL WHERE owner_id = ${owner.id} AND closed_at IS NOT NULL`,
  );
}

/** Which of these another owner, or another that is being set up, has already. */
export async function findUsed(house: House, setupId: string | null, wanted: { code: string; hostnames: string[] }) {
  const others = sql`FROM owner_setup s WHERE s.setup_id IS DISTINCT FROM ${setupId}::bigint
    AND NOT EXISTS (SELECT 1 FROM owner o WHERE o.owner_id = s.new_owner_id)`;
  const row = await firstRow(
    house,
    sql<{ code: boolean; hosts: string[] }>`SELECT EXISTS (SELECT 1 FROM owner WHERE code = ${wanted.code})
        OR EXISTS (SELECT 1 ${others} AND s.steps -> 'names' ->> 'code' = ${wanted.code}) AS code,
      ARRAY(SELECT host FROM hostname WHERE host = ANY(${wanted.hostnames}::text[])
        UNION SELECT w.host FROM unnest(${wanted.hostnames}::text[]) AS w(host)
          WHERE EXISTS (SELECT 1 ${others} AND s.steps -> 'reach' -> 'hostnames' ? w.host)) AS hosts`,
  );
  return row ?? { code: false, hosts: [] };
}
