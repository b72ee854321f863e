// What the sitemap lists.
import { fileAddress } from '../../contract/file-address.ts';
import { paths } from '../../domain/paths.ts';
import { retailLevel } from '../../domain/price-levels.ts';
import { type Owner, rows, sql } from '../platform/db.ts';
import { isSeen, type Viewer } from '../site/hidden.sql.ts';
import { cardTables } from './catalog.sql.ts';

/** All callers without a level. */
const visitors: Viewer = { partnerId: null, level: retailLevel };

type PublicRow = { id: string; country: string | null; city: string | null; pictures: string[] };

/** A public page, and the photographs that its owner uploaded for it. */
export type PublicPage = { path: string; pictures: string[] };

/** All public pages: products on the shelf and the owner's own pages. */
export async function listPublicPages(owner: Owner): Promise<PublicPage[]> {
  const found = await rows(
    owner,
    sql<PublicRow>`SELECT place::text AS id, country, city, pictures FROM (
        SELECT k.key AS country, p.city, 0 AS part, p.product_id AS place, ARRAY(
            SELECT f.picture_id::text FROM product_picture f
            WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id ORDER BY f.position) AS pictures
          FROM ${cardTables} WHERE p.owner_id = ${owner.id} AND p.on_shelf AND ${isSeen(owner, visitors, 'p')}
        UNION ALL SELECT NULL, NULL, 1, page_id, '{}' FROM custom_page
          WHERE owner_id = ${owner.id} AND active AND of_country IS NULL AND of_city IS NULL AND of_type IS NULL) a
      ORDER BY part, place`,
  );
  return found.map(({ id, country, city, pictures }) => ({
    path: country && city ? paths.product({ country, city, id }) : paths.page(id),
    pictures: pictures.map((picture) => fileAddress('ownerPicture', { id: picture })),
  }));
}

/** Lists of what there is in a country or city, of a category, and of both: each of them is a page of its own. */
export async function listPublicLists(owner: Owner): Promise<PublicPage[]> {
  const found = await rows(
    owner,
    sql<{
      country: string | null;
      city: string | null;
      type: number | null;
    }>`SELECT k.key AS country, p.city, p.type FROM ${cardTables}
      WHERE p.owner_id = ${owner.id} AND p.on_shelf AND ${isSeen(owner, visitors, 'p')}
      GROUP BY GROUPING SETS ((k.key), (k.key, p.type), (p.city), (p.type), (p.city, p.type))
      ORDER BY k.key NULLS LAST, p.city NULLS FIRST, p.type NULLS FIRST`,
  );
  return found.map(({ country, city, type }) => ({
    path: paths.search({ type: type ?? undefined, country: country ?? undefined, city: city ?? undefined }),
    pictures: [],
  }));
}
