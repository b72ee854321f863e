// Hosts, owners, web settings, announcements, rates.
import { type Db, firstRow, rows, sql } from '../platform/db.ts';

export type SiteRow = {
  owner_id: number;
  code: string;
  name: string;
  currency: string;
  zone: string;
  languages: string[];
  currencies: string[];
  pay_minutes: number;
};

/** The owner of a hostname; undefined for a host nobody configured. */
export function findOwnerOfHost(house: Db, host: string): Promise<SiteRow | undefined> {
  return firstRow(
    house,
    sql<SiteRow>`SELECT o.owner_id, o.code, o.name, o.currency, o.zone, o.languages, o.currencies, o.pay_minutes
      FROM hostname h JOIN owner o USING (owner_id) WHERE h.host = ${host}`,
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

export function findWebSetting(db: Db, ownerId: number): Promise<WebSettingRow | undefined> {
  return firstRow(
    db,
    sql<WebSettingRow>`SELECT title, description, owner_picture, favicon, wx_qr_code, brand_colour, online_services
      FROM web_setting WHERE owner_id = ${ownerId}`,
  );
}

export function listAnnouncements(db: Db, ownerId: number) {
  return rows(
    db,
    sql<{ announcement_id: number; title: Record<string, string>; published_at: Date }>`
      SELECT announcement_id, title, published_at FROM announcement
      WHERE owner_id = ${ownerId} AND published_at <= now() ORDER BY published_at DESC LIMIT 50`,
  );
}

export function listRates(db: Db, ownerId: number) {
  return rows(
    db,
    sql<{ currency: string; rate: string }>`SELECT currency, rate FROM exchange_rate WHERE owner_id = ${ownerId}`,
  );
}

export type OwnerRow = {
  name: string;
  brand_colour: string;
  currency: string;
  zone: string;
  address: string | null;
  phone: string | null;
};

/** The owner as mails and documents name it; `address` is its own site, never taken from a request (security rule 48). */
export async function findOwner(db: Db, ownerId: number): Promise<OwnerRow> {
  const row = await firstRow(
    db,
    sql<OwnerRow>`SELECT o.name, w.brand_colour, o.currency, o.zone, o.address,
        (SELECT s -> 'infoList' -> 0 ->> 'info' FROM jsonb_array_elements(w.online_services) s WHERE s ->> 'type' = '6' LIMIT 1) AS phone
      FROM owner o JOIN web_setting w USING (owner_id) WHERE o.owner_id = ${ownerId}`,
  );
  if (!row) throw new Error(`no owner ${ownerId}`);
  return row;
}
