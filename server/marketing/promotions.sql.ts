// What an owner put on its home page: promotion groups, banners, the way announcements run. Places are numbered 1, 2, 3 …
import type { Scene } from '../catalog/read-scene.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

type Texts = Record<string, string>;

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Locks the owner's home page until the end of the transaction. */
export async function lockHome(owner: Owner): Promise<void> {
  await sql`SELECT 1 FROM owner WHERE owner_id = ${owner.id} FOR NO KEY UPDATE`.execute(owner);
}

export type PromotionRow = {
  promotion_id: number;
  titles: Texts;
  product_keys: string[];
  active: boolean;
  of_city: string | null;
  city_names: Texts | null;
  of_type: number | null;
  month_from: number | null;
  month_to: number | null;
  revision: number;
};

export function listPromotionRows(owner: Owner): Promise<PromotionRow[]> {
  return rows(
    owner,
    sql<PromotionRow>`SELECT promotion_id, titles, product_keys, active, of_city, c.names AS city_names, of_type, month_from, month_to,
        p.revision
      FROM promotion p LEFT JOIN city c ON c.city = p.of_city WHERE p.owner_id = ${owner.id} ORDER BY position, promotion_id`,
  );
}

export type PromotionChange = {
  titles: Texts;
  productKeys: string[];
  active: boolean;
  city: string | null;
  type: number | null;
  monthFrom: number | null;
  monthTo: number | null;
};

export async function insertPromotion(owner: Owner, row: PromotionChange): Promise<string> {
  const made = await firstRow(
    owner,
    sql<{ promotion_id: number }>`INSERT INTO promotion
        (owner_id, titles, product_keys, active, of_city, of_type, month_from, month_to, position)
      VALUES (${owner.id}, ${json(row.titles)}, ${row.productKeys}, ${row.active}, ${row.city}, ${row.type}, ${row.monthFrom},
        ${row.monthTo}, 0) RETURNING promotion_id`,
  );
  return String(made?.promotion_id);
}

/** 1 when written; 0 when gone or changed since `revision`. */
export function changePromotion(owner: Owner, id: string, revision: number, row: PromotionChange): Promise<number> {
  return changed(
    owner,
    sql`UPDATE promotion SET titles = ${json(row.titles)}, product_keys = ${row.productKeys}, active = ${row.active},
        of_city = ${row.city}, of_type = ${row.type}, month_from = ${row.monthFrom}, month_to = ${row.monthTo}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND promotion_id = ${id} AND revision = ${revision}`,
  );
}

export function deletePromotion(owner: Owner, id: string, revision: number): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM promotion WHERE owner_id = ${owner.id} AND promotion_id = ${id} AND revision = ${revision}`,
  );
}

export async function placePromotions(owner: Owner, ids: string[]): Promise<void> {
  await sql`UPDATE promotion p SET position = o.place FROM unnest(${ids}::bigint[]) WITH ORDINALITY o(id, place)
    WHERE p.owner_id = ${owner.id} AND p.promotion_id = o.id AND p.position <> o.place`.execute(owner);
}

export type GroupProductRow = {
  product_id: number;
  key: string;
  names: Texts;
  city_names: Texts;
  scene: Scene;
  on_shelf: boolean;
};

/** Products of the owner by key or by id, on the shelf or not. */
export function listGroupProducts(
  owner: Owner,
  by: { keys: string[] } | { ids: string[] },
): Promise<GroupProductRow[]> {
  const which = 'keys' in by ? sql`p.key = ANY(${by.keys}::text[])` : sql`p.product_id = ANY(${by.ids}::bigint[])`;
  return rows(
    owner,
    sql<GroupProductRow>`SELECT p.product_id, p.key, p.names, c.names AS city_names, p.scene, p.on_shelf
      FROM product p JOIN city c ON c.city = p.city WHERE p.owner_id = ${owner.id} AND ${which}`,
  );
}

export type BannerRow = {
  banner_id: number;
  titles: Texts;
  texts: Texts;
  /** Id of an uploaded picture, or "scene:<kind>/<time>" for an illustration. */
  picture_id: string | null;
  link: string;
  active: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  revision: number;
};

const bannerColumns = sql`banner_id, titles, texts, picture_id, link, active, starts_at, ends_at, revision`;

export function listBannerRows(owner: Owner): Promise<BannerRow[]> {
  return rows(
    owner,
    sql<BannerRow>`SELECT ${bannerColumns} FROM banner WHERE owner_id = ${owner.id} ORDER BY position, banner_id`,
  );
}

/** Those that visitors see at this moment. */
export function listShownBanners(owner: Owner): Promise<BannerRow[]> {
  return rows(
    owner,
    sql<BannerRow>`SELECT ${bannerColumns} FROM banner WHERE owner_id = ${owner.id} AND active
        AND (starts_at IS NULL OR starts_at <= now()) AND (ends_at IS NULL OR ends_at > now())
      ORDER BY position, banner_id LIMIT 8`,
  );
}

export type BannerChange = Omit<BannerRow, 'banner_id' | 'revision'>;

export async function insertBanner(owner: Owner, row: BannerChange): Promise<string> {
  const made = await firstRow(
    owner,
    sql<{
      banner_id: number;
    }>`INSERT INTO banner (owner_id, titles, texts, picture_id, link, position, active, starts_at, ends_at)
      VALUES (${owner.id}, ${json(row.titles)}, ${json(row.texts)}, ${row.picture_id}, ${row.link}, 0, ${row.active},
        ${row.starts_at}, ${row.ends_at}) RETURNING banner_id`,
  );
  return String(made?.banner_id);
}

/** 1 when written; 0 when gone or changed since `revision`. */
export function changeBanner(owner: Owner, id: string, revision: number, row: BannerChange): Promise<number> {
  return changed(
    owner,
    sql`UPDATE banner SET titles = ${json(row.titles)}, texts = ${json(row.texts)}, picture_id = ${row.picture_id}, link = ${row.link},
        active = ${row.active}, starts_at = ${row.starts_at}, ends_at = ${row.ends_at}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND banner_id = ${id} AND revision = ${revision}`,
  );
}

export function deleteBanner(owner: Owner, id: string, revision: number): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM banner WHERE owner_id = ${owner.id} AND banner_id = ${id} AND revision = ${revision}`,
  );
}

export async function placeBanners(owner: Owner, ids: string[]): Promise<void> {
  await sql`UPDATE banner b SET position = o.place FROM unnest(${ids}::bigint[]) WITH ORDINALITY o(id, place)
    WHERE b.owner_id = ${owner.id} AND b.banner_id = o.id AND b.position <> o.place`.execute(owner);
}

export async function isPictureStored(owner: Owner, id: string): Promise<boolean> {
  return (await rows(owner, sql`SELECT 1 FROM picture WHERE owner_id = ${owner.id} AND picture_id = ${id}`)).length > 0;
}

export async function findRollType(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ roll_type: number }>`SELECT roll_type FROM web_setting WHERE owner_id = ${owner.id}`,
  );
  return row?.roll_type ?? 1;
}

/** 1 when written; 0 when it is another than `was` by now. */
export function changeRollType(owner: Owner, rollType: number, was: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE web_setting SET roll_type = ${rollType} WHERE owner_id = ${owner.id} AND roll_type = ${was}`,
  );
}
