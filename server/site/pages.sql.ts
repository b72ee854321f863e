// Announcements with their audience, window and marks of having been read; pages of the owner's own.
import { changed, firstRow, rows, type Sql, sql } from '../platform/db.ts';

export type Texts = Record<string, string>;
export type Audience = 'everyone' | 'members' | 'partners';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Who asks: the audiences they belong to, their account if any, and the moment. */
export type Reader = { ownerId: number; audiences: Audience[]; accountId: number | null; now: Date };

/** What stands in its window and is meant for the reader; `a` is the announcement. */
const shownTo = ({ ownerId, audiences, now }: Reader) => sql`a.owner_id = ${ownerId} AND a.audience = ANY(${audiences})
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

export type Part = { size: number; page: number };

/** Without their texts, newest first. */
export function listShown(db: Sql, reader: Reader, { size, page, rolls }: Part & { rolls: boolean }) {
  return rows(
    db,
    sql<
      Omit<ShownRow, 'texts'>
    >`SELECT a.announcement_id, a.title, a.published_at, a.rolls, ${unreadBy(reader)} AS unread
      FROM announcement a WHERE ${shownTo(reader)} AND (a.rolls OR NOT ${rolls}::boolean)
      ORDER BY a.published_at DESC, a.announcement_id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
  );
}

export async function countShown(db: Sql, reader: Reader, rolls: boolean): Promise<{ total: number; unread: number }> {
  const row = await firstRow(
    db,
    sql<{ total: number; unread: number }>`SELECT count(*)::int AS total,
        count(*) FILTER (WHERE ${unreadBy(reader)})::int AS unread
      FROM announcement a WHERE ${shownTo(reader)} AND (a.rolls OR NOT ${rolls}::boolean)`,
  );
  return row ?? { total: 0, unread: 0 };
}

export function findShown(db: Sql, reader: Reader, id: string): Promise<ShownRow | undefined> {
  return firstRow(
    db,
    sql<ShownRow>`SELECT a.announcement_id, a.title, a.texts, a.published_at, a.rolls, ${unreadBy(reader)} AS unread
      FROM announcement a WHERE ${shownTo(reader)} AND a.announcement_id = ${id}`,
  );
}

export async function markRead(db: Sql, ownerId: number, id: string, accountId: number): Promise<void> {
  await sql`INSERT INTO announcement_read (owner_id, announcement_id, account_id)
    VALUES (${ownerId}, ${id}, ${accountId}) ON CONFLICT DO NOTHING`.execute(db);
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

export function listAnnouncementRows(db: Sql, ownerId: number, { size, page }: Part): Promise<AnnouncementRow[]> {
  return rows(
    db,
    sql<AnnouncementRow>`SELECT announcement_id, title, texts, audience, published_at, ends_at, rolls, revision
      FROM announcement WHERE owner_id = ${ownerId}
      ORDER BY published_at DESC, announcement_id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
  );
}

export async function countAnnouncements(db: Sql, ownerId: number): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM announcement WHERE owner_id = ${ownerId}`,
  );
  return row?.total ?? 0;
}

/** Until the end of the transaction nobody else changes it. */
export function lockAnnouncement(db: Sql, ownerId: number, id: string): Promise<AnnouncementRow | undefined> {
  return firstRow(
    db,
    sql<AnnouncementRow>`SELECT announcement_id, title, texts, audience, published_at, ends_at, rolls, revision
      FROM announcement WHERE owner_id = ${ownerId} AND announcement_id = ${id} FOR UPDATE`,
  );
}

export type AnnouncementChange = Omit<AnnouncementRow, 'announcement_id' | 'revision'>;

export async function insertAnnouncement(db: Sql, ownerId: number, row: AnnouncementChange): Promise<string> {
  const made = await firstRow(
    db,
    sql<{ announcement_id: number }>`INSERT INTO announcement
        (owner_id, title, texts, audience, published_at, ends_at, rolls)
      VALUES (${ownerId}, ${json(row.title)}, ${json(row.texts)}, ${row.audience}, ${row.published_at.toISOString()},
        ${row.ends_at?.toISOString() ?? null}, ${row.rolls}) RETURNING announcement_id`,
  );
  return String(made?.announcement_id);
}

/** 1 when written; 0 when gone or changed since `revision`. */
export function changeAnnouncement(
  db: Sql,
  ownerId: number,
  { id, revision, row }: { id: string; revision: number; row: AnnouncementChange },
): Promise<number> {
  return changed(
    db,
    sql`UPDATE announcement SET title = ${json(row.title)}, texts = ${json(row.texts)}, audience = ${row.audience},
        published_at = ${row.published_at.toISOString()}, ends_at = ${row.ends_at?.toISOString() ?? null},
        rolls = ${row.rolls}, revision = revision + 1
      WHERE owner_id = ${ownerId} AND announcement_id = ${id} AND revision = ${revision}`,
  );
}

export type PageRow = {
  page_id: number;
  titles: Texts;
  texts: Texts;
  active: boolean;
  in_footer: boolean;
  revision: number;
  updated_at: Date;
};

/** A page that is shown. */
export function findPage(db: Sql, ownerId: number, id: string): Promise<PageRow | undefined> {
  return firstRow(
    db,
    sql<PageRow>`SELECT page_id, titles, texts, active, in_footer, revision, updated_at FROM custom_page
      WHERE owner_id = ${ownerId} AND page_id = ${id} AND active`,
  );
}

/** Links of the footer. */
export type FooterPage = { page_id: number; titles: Texts };

export function listFooterPages(db: Sql, ownerId: number): Promise<FooterPage[]> {
  return rows(
    db,
    sql<FooterPage>`SELECT page_id, titles FROM custom_page
      WHERE owner_id = ${ownerId} AND active AND in_footer ORDER BY page_id LIMIT 20`,
  );
}

export function listPageRows(db: Sql, ownerId: number, { size, page }: Part): Promise<PageRow[]> {
  return rows(
    db,
    sql<PageRow>`SELECT page_id, titles, texts, active, in_footer, revision, updated_at FROM custom_page
      WHERE owner_id = ${ownerId} ORDER BY page_id LIMIT ${size} OFFSET ${(page - 1) * size}`,
  );
}

export async function countPages(db: Sql, ownerId: number): Promise<number> {
  const row = await firstRow(
    db,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM custom_page WHERE owner_id = ${ownerId}`,
  );
  return row?.total ?? 0;
}

export function lockPage(db: Sql, ownerId: number, id: string): Promise<PageRow | undefined> {
  return firstRow(
    db,
    sql<PageRow>`SELECT page_id, titles, texts, active, in_footer, revision, updated_at FROM custom_page
      WHERE owner_id = ${ownerId} AND page_id = ${id} FOR UPDATE`,
  );
}

export type PageChange = Pick<PageRow, 'titles' | 'texts' | 'active' | 'in_footer'>;

export async function insertPage(db: Sql, ownerId: number, row: PageChange): Promise<string> {
  const made = await firstRow(
    db,
    sql<{ page_id: number }>`INSERT INTO custom_page (owner_id, titles, texts, active, in_footer)
      VALUES (${ownerId}, ${json(row.titles)}, ${json(row.texts)}, ${row.active}, ${row.in_footer}) RETURNING page_id`,
  );
  return String(made?.page_id);
}

/** 1 when written; 0 when gone or changed since `revision`. */
export function changePage(
  db: Sql,
  ownerId: number,
  { id, revision, row }: { id: string; revision: number; row: PageChange },
): Promise<number> {
  return changed(
    db,
    sql`UPDATE custom_page SET titles = ${json(row.titles)}, texts = ${json(row.texts)}, active = ${row.active},
        in_footer = ${row.in_footer}, updated_at = now(), revision = revision + 1
      WHERE owner_id = ${ownerId} AND page_id = ${id} AND revision = ${revision}`,
  );
}
