// Announcements with their audience, window and marks of having been read; pages of the owner's own.
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

type Texts = Record<string, string>;
export type Audience = 'everyone' | 'members' | 'partners';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** The caller: the audiences they belong to, their account if any, and the moment. */
export type Reader = { audiences: Audience[]; accountId: number | null; now: Date };

/** Announcements whose window is open and that are meant for the reader; `a` is the announcement. */
const shownTo = (
  owner: Owner,
  { audiences, now }: Reader,
) => sql`a.owner_id = ${owner.id} AND a.audience = ANY(${audiences})
  AND a.published_at <= ${now.toISOString()}::timestamptz
  AND (a.ends_at IS NULL OR a.ends_at > ${now.toISOString()}::timestamptz)`;

const unreadBy = ({ accountId }: Reader) => sql`(${accountId}::bigint IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM announcement_read r WHERE r.owner_id = a.owner_id AND r.announcement_id = a.announcement_id
    AND r.account_id = ${accountId}::bigint))`;

export type ShownRow = {
  announcement_id: number;
  title: Texts;
  texts: Texts;
  published_at: Date;
  rolls: boolean;
  unread: boolean;
};

export type PageSlice = { size: number; page: number };

/** Without their texts, newest first. */
export function listShown(owner: Owner, reader: Reader, { size, page, rolls }: PageSlice & { rolls: boolean }) {
  return rows(
    owner,
    sql<
      Omit<ShownRow, 'texts'>
    >`SELECT a.announcement_id, a.title, a.published_at, a.rolls, ${unreadBy(reader)} AS unread
      FROM announcement a WHERE ${shownTo(owner, reader)} AND (a.rolls OR NOT ${rolls}::boolean)
      ORDER BY a.published_at DESC, a.announcement_id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
  );
}

export async function countShown(
  owner: Owner,
  reader: Reader,
  rolls: boolean,
): Promise<{ total: number; unread: number }> {
  const row = await firstRow(
    owner,
    sql<{ total: number; unread: number }>`SELECT count(*)::int AS total,
        count(*) FILTER (WHERE ${unreadBy(reader)})::int AS unread
      FROM announcement a WHERE ${shownTo(owner, reader)} AND (a.rolls OR NOT ${rolls}::boolean)`,
  );
  return row ?? { total: 0, unread: 0 };
}

export function findShown(owner: Owner, reader: Reader, id: string): Promise<ShownRow | undefined> {
  return firstRow(
    owner,
    sql<ShownRow>`SELECT a.announcement_id, a.title, a.texts, a.published_at, a.rolls, ${unreadBy(reader)} AS unread
      FROM announcement a WHERE ${shownTo(owner, reader)} AND a.announcement_id = ${id}`,
  );
}

export async function markAnnouncementRead(owner: Owner, id: string, accountId: number): Promise<void> {
  await sql`INSERT INTO announcement_read (owner_id, announcement_id, account_id)
    VALUES (${owner.id}, ${id}, ${accountId}) ON CONFLICT DO NOTHING`.execute(owner);
}

export type AnnouncementRow = {
  announcement_id: number;
  title: Texts;
  texts: Texts;
  audience: Audience;
  published_at: Date;
  ends_at: Date | null;
  rolls: boolean;
  revision: number;
};

export function listAnnouncementRows(owner: Owner, { size, page }: PageSlice): Promise<AnnouncementRow[]> {
  return rows(
    owner,
    sql<AnnouncementRow>`SELECT announcement_id, title, texts, audience, published_at, ends_at, rolls, revision
      FROM announcement WHERE owner_id = ${owner.id}
      ORDER BY published_at DESC, announcement_id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
  );
}

export async function countAnnouncements(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM announcement WHERE owner_id = ${owner.id}`,
  );
  return row?.total ?? 0;
}

/** Locks it until the end of the transaction. */
export function lockAnnouncement(owner: Owner, id: string): Promise<AnnouncementRow | undefined> {
  return firstRow(
    owner,
    sql<AnnouncementRow>`SELECT announcement_id, title, texts, audience, published_at, ends_at, rolls, revision
      FROM announcement WHERE owner_id = ${owner.id} AND announcement_id = ${id} FOR UPDATE`,
  );
}

export type AnnouncementChange = Omit<AnnouncementRow, 'announcement_id' | 'revision'>;

export async function insertAnnouncement(owner: Owner, row: AnnouncementChange): Promise<string> {
  const made = await firstRow(
    owner,
    sql<{ announcement_id: number }>`INSERT INTO announcement
        (owner_id, title, texts, audience, published_at, ends_at, rolls)
      VALUES (${owner.id}, ${json(row.title)}, ${json(row.texts)}, ${row.audience}, ${row.published_at.toISOString()},
        ${row.ends_at?.toISOString() ?? null}, ${row.rolls}) RETURNING announcement_id`,
  );
  return String(made?.announcement_id);
}

/** 1 when written; 0 when gone or changed since `revision`. */
export function changeAnnouncement(
  owner: Owner,
  { id, revision, row }: { id: string; revision: number; row: AnnouncementChange },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE announcement SET title = ${json(row.title)}, texts = ${json(row.texts)}, audience = ${row.audience},
        published_at = ${row.published_at.toISOString()}, ends_at = ${row.ends_at?.toISOString() ?? null},
        rolls = ${row.rolls}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND announcement_id = ${id} AND revision = ${revision}`,
  );
}

export type PageRow = {
  page_id: number;
  titles: Texts;
  texts: Texts;
  active: boolean;
  in_footer: boolean;
  /** The list above which it is shown; null: it is a page of its own. */
  of_country: string | null;
  of_city: string | null;
  of_type: number | null;
  revision: number;
  updated_at: Date;
};

const pageColumns = sql`page_id, titles, texts, active, in_footer, of_country, of_city, of_type, revision, updated_at`;
/** Not above a list. */
const isOwnPage = sql`of_country IS NULL AND of_city IS NULL AND of_type IS NULL`;

/** A page that is shown. */
export function findPage(owner: Owner, id: string): Promise<PageRow | undefined> {
  return firstRow(
    owner,
    sql<PageRow>`SELECT ${pageColumns} FROM custom_page
      WHERE owner_id = ${owner.id} AND page_id = ${id} AND active AND ${isOwnPage}`,
  );
}

/** Links of the footer. */
export type FooterPage = { page_id: number; titles: Texts };

export function listFooterPages(owner: Owner): Promise<FooterPage[]> {
  return rows(
    owner,
    sql<FooterPage>`SELECT page_id, titles FROM custom_page
      WHERE owner_id = ${owner.id} AND active AND in_footer AND ${isOwnPage} ORDER BY page_id LIMIT 20`,
  );
}

export function listPageRows(owner: Owner, { size, page }: PageSlice): Promise<PageRow[]> {
  return rows(
    owner,
    sql<PageRow>`SELECT ${pageColumns} FROM custom_page
      WHERE owner_id = ${owner.id} ORDER BY page_id LIMIT ${size} OFFSET ${(page - 1) * size}`,
  );
}

export async function countPages(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM custom_page WHERE owner_id = ${owner.id}`,
  );
  return row?.total ?? 0;
}

export function lockPage(owner: Owner, id: string): Promise<PageRow | undefined> {
  return firstRow(
    owner,
    sql<PageRow>`SELECT ${pageColumns} FROM custom_page
      WHERE owner_id = ${owner.id} AND page_id = ${id} FOR UPDATE`,
  );
}

export type PageChange = Omit<PageRow, 'page_id' | 'revision' | 'updated_at'>;

export async function insertPage(owner: Owner, row: PageChange): Promise<string> {
  const made = await firstRow(
    owner,
    sql<{
      page_id: number;
    }>`INSERT INTO custom_page (owner_id, titles, texts, active, in_footer, of_country, of_city, of_type)
      VALUES (${owner.id}, ${json(row.titles)}, ${json(row.texts)}, ${row.active}, ${row.in_footer}, ${row.of_country}, ${row.of_city},
        ${row.of_type}) RETURNING page_id`,
  );
  return String(made?.page_id);
}

/** 1 when written; 0 when gone or changed since `revision`. */
export function changePage(
  owner: Owner,
  { id, revision, row }: { id: string; revision: number; row: PageChange },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE custom_page SET titles = ${json(row.titles)}, texts = ${json(row.texts)}, active = ${row.active},
        in_footer = ${row.in_footer}, of_country = ${row.of_country}, of_city = ${row.of_city}, of_type = ${row.of_type},
        updated_at = now(), revision = revision + 1
      WHERE owner_id = ${owner.id} AND page_id = ${id} AND revision = ${revision}`,
  );
}

export type ListPageRow = {
  titles: Texts | null;
  texts: Texts | null;
  country: string | null;
  country_names: Texts | null;
};

/** What the owner wrote above a list, and the country that it is of, or that its city lies in. */
export function findListPage(
  owner: Owner,
  { country, city, type }: { country: string | null; city: string | null; type: number | null },
): Promise<ListPageRow | undefined> {
  return firstRow(
    owner,
    sql<ListPageRow>`SELECT p.titles, p.texts, k.key AS country, k.names AS country_names FROM (SELECT 1) one
      LEFT JOIN custom_page p ON p.owner_id = ${owner.id} AND p.active AND p.of_country IS NOT DISTINCT FROM ${country}::text
        AND p.of_city IS NOT DISTINCT FROM ${city}::text AND p.of_type IS NOT DISTINCT FROM ${type}::smallint
      LEFT JOIN city c ON c.city = ${city} LEFT JOIN country k ON k.country = c.country OR k.key = ${country} LIMIT 1`,
  );
}

/** Countries and cities with products on the shelf: what lists there are. */
export function listListPlaces(owner: Owner) {
  return rows(
    owner,
    sql<{ city: string; names: Texts; country: string; country_names: Texts }>`SELECT c.city, c.names, k.key AS country,
        k.names AS country_names
      FROM city c JOIN country k ON k.country = c.country
      WHERE c.city IN (SELECT city FROM product WHERE owner_id = ${owner.id} AND on_shelf) ORDER BY k.key, c.city LIMIT 1000`,
  );
}
