// Hosts, owners, web settings.

import type { Currency } from '../../domain/currencies.ts';
import type { Day } from '../../domain/dates.ts';
import type { CurrencyRate } from '../../domain/exchange-rate.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, rows, sql } from '../platform/db.ts';

export type SiteRow = {
  owner_id: number;
  code: string;
  name: string;
  currency: Currency;
  zone: string;
  languages: string[];
  currencies: Currency[];
  rates: { currency: string; source: CurrencyRate['source']; on: Day | null }[];
  pay_minutes: number;
  customer_service: boolean;
  omit_ver_code_type: number;
  address: string | null;
  limits: Record<string, number>;
  is_house: boolean;
};

/** The owner of a hostname; undefined for an unknown host, and while the installation has it closed (decision 0335). */
export function findOwnerOfHost(house: House, host: string): Promise<SiteRow | undefined> {
  return firstRow(
    house,
    sql<SiteRow>`SELECT o.owner_id, o.code, o.name, o.currency, o.zone, o.languages, o.currencies, o.pay_minutes,
        h.customer_service, o.omit_ver_code_type, o.address, o.limits, o.is_house,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', r.currency, 'source', r.source, 'on', r.on_day)), '[]')
          FROM exchange_rate r WHERE r.owner_id = o.owner_id) AS rates
      FROM hostname h JOIN owner o USING (owner_id) WHERE h.host = ${host} AND o.closed_at IS NULL`,
  );
}

export type WebSettingRow = {
  title: Record<string, string>;
  description: Record<string, string>;
  owner_picture: string | null;
  favicon: string | null;
  wx_qr_code: string | null;
  brand_colour: string;
  online_services: { type: number; infoList: { info: string; picture: string | null }[]; timeInfo: string }[];
};

export function findWebSetting(owner: Owner): Promise<WebSettingRow | undefined> {
  return firstRow(
    owner,
    sql<WebSettingRow>`SELECT title, description, owner_picture, favicon, wx_qr_code, brand_colour, online_services
      FROM web_setting WHERE owner_id = ${owner.id}`,
  );
}

export type OwnerRow = {
  name: string;
  brand_colour: string;
  currency: Currency;
  zone: string;
  address: string | null;
  phone: string | null;
  /** The picture at the head of the shop's pages, under the address that screens use. */
  logo: { address: string; width: number; height: number } | null;
  legal_name: string;
  legal_address: string;
  tax_number: string;
};

/** The owner as mails and documents name it; `address` is its own site, never taken from a request (security rule 48). */
export async function findOwner(owner: Owner): Promise<OwnerRow> {
  const row = await firstRow(
    owner,
    sql<OwnerRow>`SELECT o.name, w.brand_colour, o.currency, o.zone, o.legal_name, o.legal_address, o.tax_number,
        coalesce(o.address, (SELECT 'https://' || min(h.host) FROM hostname h WHERE h.owner_id = o.owner_id)) AS address,
        (SELECT jsonb_build_object('address', w.owner_picture, 'width', i.width, 'height', i.height) FROM picture i
          WHERE i.owner_id = o.owner_id AND i.picture_id = substring(w.owner_picture FROM '[^/]+$')) AS logo,
        (SELECT s -> 'infoList' -> 0 ->> 'info' FROM jsonb_array_elements(w.online_services) s WHERE s ->> 'type' = '6' LIMIT 1) AS phone
      FROM owner o JOIN web_setting w USING (owner_id) WHERE o.owner_id = ${owner.id}`,
  );
  if (!row) throw new Error(`no owner ${owner.id}`);
  return row;
}

/** What the key pairs of sites are for, in their rows and under their seals. */
export const callKeyPurpose = 'secret-calls';

/** Key pairs of some sites, by which a command proves the secret key. */
export function listSealedKeys(house: House) {
  return rows(
    house,
    sql<{ owner_id: number; sealed: string }>`SELECT owner_id, sealed FROM owner_key WHERE purpose = ${callKeyPurpose}
      ORDER BY created_at DESC LIMIT 50`,
  );
}

export function findKey(owner: Owner, purpose: string) {
  return firstRow(
    owner,
    sql<{ public_key: string; sealed: string }>`SELECT public_key, sealed FROM owner_key
      WHERE owner_id = ${owner.id} AND purpose = ${purpose}`,
  );
}

/** The first of several callers wins and all read the stored value; `unopened` is the one that may be replaced. */
export async function insertSecretKey(
  owner: Owner,
  purpose: string,
  key: { publicKey: string; sealed: string; unopened: string | null },
) {
  await sql`INSERT INTO owner_key (owner_id, purpose, public_key, sealed)
    VALUES (${owner.id}, ${purpose}, ${key.publicKey}, ${key.sealed})
    ON CONFLICT (owner_id, purpose) DO UPDATE SET public_key = EXCLUDED.public_key, sealed = EXCLUDED.sealed, created_at = now()
      WHERE owner_key.sealed = ${key.unopened}`.execute(owner);
}

/** 1 for a nonce never seen, 0 for one used before. */
export function insertNonce(owner: Owner, nonce: string): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO used_nonce (owner_id, nonce) VALUES (${owner.id}, ${nonce}) ON CONFLICT DO NOTHING`,
  );
}

export type AgreementRow = {
  kind: 'registration' | 'booking' | 'privacy';
  version: number;
  token: string;
  titles: Record<string, string>;
  texts: Record<string, string>;
  published_at: Date;
};

/** One version by its token, or the newest of a kind. */
export function findAgreement(owner: Owner, by: { token: string | null; kind: string | null }) {
  return firstRow(
    owner,
    sql<AgreementRow>`SELECT kind, version, token, titles, texts, published_at FROM agreement
      WHERE owner_id = ${owner.id} AND (token = ${by.token} OR (${by.token}::text IS NULL AND kind = ${by.kind}))
      ORDER BY version DESC LIMIT 1`,
  );
}

/** Of the newest privacy policy. */
export function findPrivacy(owner: Owner): Promise<Pick<AgreementRow, 'titles'> | undefined> {
  return firstRow(
    owner,
    sql<Pick<AgreementRow, 'titles'>>`SELECT titles FROM agreement
      WHERE owner_id = ${owner.id} AND kind = 'privacy' ORDER BY version DESC LIMIT 1`,
  );
}

export function listAgreements(owner: Owner) {
  return rows(
    owner,
    sql<AgreementRow>`SELECT kind, version, token, titles, texts, published_at FROM agreement
      WHERE owner_id = ${owner.id} ORDER BY kind, version DESC`,
  );
}

export async function insertAgreement(owner: Owner, row: Omit<AgreementRow, 'version' | 'published_at'>) {
  const made = await firstRow(
    owner,
    sql<{ version: number }>`INSERT INTO agreement (owner_id, kind, version, token, titles, texts)
      SELECT ${owner.id}, ${row.kind}, coalesce(max(version), 0) + 1, ${row.token}, ${JSON.stringify(row.titles)}::jsonb,
        ${JSON.stringify(row.texts)}::jsonb
      FROM agreement WHERE owner_id = ${owner.id} AND kind = ${row.kind} RETURNING version`,
  );
  return made?.version ?? 1;
}

/** Administrators who are mailed about waiting tasks. */
export function listAdminMails(owner: Owner) {
  return rows(
    owner,
    sql<{ email: string; language: string }>`SELECT email, language FROM account
      WHERE owner_id = ${owner.id} AND kind = 'staff' AND status = ${accountCode.normal} AND 'admin' = ANY(roles)
      ORDER BY account_id LIMIT 5`,
  );
}

/**
 * Over a table of owners: its pages are open. Mails that lead to them, and ends of time that only a page can prevent, wait while an owner
 * is closed (decision 0716).
 */
export const isOwnerOpen = (named: 'p' | 's' | 'n') =>
  sql`NOT EXISTS (SELECT 1 FROM owner o WHERE o.owner_id = ${sql.ref(`${named}.owner_id`)} AND o.closed_at IS NOT NULL)`;

/** Those that are served from this database (decision 0491). */
export async function listOwnerIds(house: House): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT owner_id FROM owner o
      WHERE NOT EXISTS (SELECT 1 FROM owner_away a WHERE a.owner_id = o.owner_id) ORDER BY owner_id`,
  );
  return found.map((row) => row.owner_id);
}
