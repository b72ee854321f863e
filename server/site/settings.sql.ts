// What an owner sets about its site (§3 settings), read and written as a whole under one revision.

import type { Currency } from '../../domain/currencies.ts';
import type { Language } from '../../domain/languages.ts';
import { siteLimits } from '../../domain/limits.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type SettingsRow = {
  name: string;
  currency: Currency;
  revision: number;
  title: Record<string, string>;
  description: Record<string, string>;
  brand_colour: string;
  owner_picture: string | null;
  favicon: string | null;
  wx_qr_code: string | null;
  online_services: { type: number; infoList: { info: string; picture: string | null }[]; timeInfo: string }[];
  languages: Language[];
  currencies: Currency[];
  pay_minutes: number;
  omit_ver_code_type: number;
  four_eyes_minor: number | null;
  recharge_least_minor: number | null;
  recharge_most_minor: number | null;
  staff_second_factor: boolean;
  review_asks: boolean;
  review_at_once: boolean;
  limits: Record<string, number>;
};

export function findSettings(owner: Owner): Promise<SettingsRow | undefined> {
  return firstRow(
    owner,
    sql<SettingsRow>`SELECT o.name, o.currency, o.revision, w.title, w.description, w.brand_colour, w.owner_picture, w.favicon,
        w.wx_qr_code, w.online_services, o.languages, o.currencies, o.pay_minutes, o.omit_ver_code_type, o.four_eyes_minor,
        o.recharge_least_minor, o.recharge_most_minor, o.staff_second_factor, o.review_asks, o.review_at_once, o.limits
      FROM owner o JOIN web_setting w USING (owner_id) WHERE o.owner_id = ${owner.id}`,
  );
}

export type HostRow = { host: string; customer_service: boolean };

export function listHosts(owner: Owner): Promise<HostRow[]> {
  return rows(
    owner,
    sql<HostRow>`SELECT host, customer_service FROM hostname WHERE owner_id = ${owner.id} ORDER BY host`,
  );
}

/** 1 when written; 0 when changed since `revision`. */
export async function changeSettings(owner: Owner, row: Omit<SettingsRow, 'name' | 'currency'>): Promise<number> {
  const count = await changed(
    owner,
    sql`UPDATE owner SET languages = ${row.languages}, currencies = ${row.currencies}, pay_minutes = ${row.pay_minutes},
        omit_ver_code_type = ${row.omit_ver_code_type}, four_eyes_minor = ${row.four_eyes_minor},
        recharge_least_minor = ${row.recharge_least_minor}, recharge_most_minor = ${row.recharge_most_minor},
        staff_second_factor = ${row.staff_second_factor}, review_asks = ${row.review_asks},
        review_at_once = ${row.review_at_once}, limits = (SELECT coalesce(jsonb_object_agg(l.key, l.value), '{}') FROM jsonb_each(limits) l
          WHERE l.key <> ALL(${[...siteLimits]}::text[])) || ${JSON.stringify(row.limits)}::jsonb, revision = revision + 1
      WHERE owner_id = ${owner.id} AND revision = ${row.revision}`,
  );
  if (count !== 1) return 0;
  await sql`UPDATE web_setting SET title = ${JSON.stringify(row.title)}::jsonb, description = ${JSON.stringify(row.description)}::jsonb,
      brand_colour = ${row.brand_colour}, owner_picture = ${row.owner_picture}, favicon = ${row.favicon},
      wx_qr_code = ${row.wx_qr_code}, online_services = ${JSON.stringify(row.online_services)}::jsonb
    WHERE owner_id = ${owner.id}`.execute(owner);
  return 1;
}

/** Hosts named here become the owner's; others of the owner are removed. Another owner's host violates the key. */
export async function replaceHosts(owner: Owner, hosts: HostRow[]): Promise<void> {
  await sql`DELETE FROM hostname WHERE owner_id = ${owner.id} AND host <> ALL(${hosts.map((host) => host.host)})`.execute(
    owner,
  );
  for (const host of hosts)
    await sql`INSERT INTO hostname (host, owner_id, customer_service) VALUES (${host.host}, ${owner.id}, ${host.customer_service})
      ON CONFLICT (host) DO UPDATE SET customer_service = EXCLUDED.customer_service WHERE hostname.owner_id = ${owner.id}`.execute(
      owner,
    );
}

/** Until the end of the transaction no one else numbers a version of the owner's agreements. */
export async function lockAgreements(owner: Owner): Promise<void> {
  await sql`SELECT 1 FROM owner WHERE owner_id = ${owner.id} FOR NO KEY UPDATE`.execute(owner);
}
