// The product's row and the data around it, for the back office. Its parts are in parts.sql.ts.

import { openDay } from '../../domain/dates.ts';
import {
  addOnFields,
  type ContentName,
  type ProductDocument,
  packageFields,
  productFields,
  skuFields,
} from '../../domain/product-fields.ts';
import type { ProductContent } from '../catalog/catalog.sql.ts';
import { columnValues, jsonColumns, listColumns, selectColumns } from '../catalog/field-columns.sql.ts';
import { openOrders } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, rows, type Sql, sql } from '../platform/db.ts';
import { type Facts, namedFreight, namedPictures, namedSuppliers } from './judge-product.ts';
import { wordsForm } from './write-words.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
type Texts = Record<string, string>;

export type ProductState = 'draft' | 'published' | 'withdrawn';

/** Values from columns or tables of their own already have the shape of the document. */
export type DocumentRow = Omit<ProductDocument, ContentName> & {
  product_id: number;
  state: ProductState;
  revision: number;
  preview_token: string | null;
  zone: string;
  country_key: string;
  content: ProductContent;
};

/** A product with all its parts. */
export function findDocument(owner: Owner, id: string): Promise<DocumentRow | undefined> {
  return firstRow(
    owner,
    sql<DocumentRow>`SELECT p.product_id, p.state, p.revision, p.preview_token, c.zone, y.key AS country_key, p.content,
        ${selectColumns('p', productFields)},
        (SELECT coalesce(json_agg(json_build_object('pictureId', i.picture_id, 'alts', i.alts,
            'focusX', i.focus_x, 'focusY', i.focus_y) ORDER BY i.position), '[]')
          FROM product_picture i WHERE i.owner_id = p.owner_id AND i.product_id = p.product_id) AS pictures,
        (SELECT coalesce(json_agg(a.area_id::text ORDER BY a.area_id), '[]')
          FROM product_area a WHERE a.owner_id = p.owner_id AND a.product_id = p.product_id) AS areas,
        (SELECT coalesce(json_agg(json_build_object('id', a.add_on_id::text, ${jsonColumns('a', addOnFields)})
            ORDER BY a.position, a.add_on_id), '[]')
          FROM add_on a WHERE a.owner_id = p.owner_id AND a.product_id = p.product_id) AS "addOns",
        (SELECT coalesce(json_agg(json_build_object('id', k.package_id::text, ${jsonColumns('k', packageFields)},
            'skus', (SELECT coalesce(json_agg(json_build_object('id', s.sku_id::text, ${jsonColumns('s', skuFields)})
                ORDER BY s.position, s.sku_id), '[]')
              FROM sku s WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id)) ORDER BY k.position, k.package_id), '[]')
          FROM package k WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id) AS packages
      FROM product p JOIN city c ON c.city = p.city JOIN country y ON y.country = c.country
      WHERE p.owner_id = ${owner.id} AND p.product_id = ${id}`,
  );
}

/** Holds the product until the end of the transaction: changes of one product happen one after another. */
export function lockProduct(owner: Owner, id: string) {
  return firstRow(
    owner,
    sql<{
      revision: number;
      state: ProductState;
      key: string;
    }>`SELECT revision, state, key FROM product WHERE owner_id = ${owner.id} AND product_id = ${id} FOR NO KEY UPDATE`,
  );
}

/** What `judgeProduct` asks about; `id` null for a new product. */
export async function findFacts(owner: Owner, id: string | null, document: ProductDocument): Promise<Facts> {
  const pictures = namedPictures(document).filter((picture) => /^[\w-]{1,60}$/.test(picture));
  const city = /^[\w-]{1,40}$/.test(document.city) ? document.city : '';
  const key = /^[\w-]{1,60}$/.test(document.key) ? document.key : '';
  const suppliers = namedSuppliers(document);
  const row = await firstRow(
    owner,
    sql<Facts>`SELECT CASE WHEN EXISTS (SELECT 1 FROM city WHERE city = ${city}) THEN NULL ELSE 'choose' END AS "cityProblem",
        EXISTS (SELECT 1 FROM product WHERE owner_id = ${owner.id} AND key = ${key}
          AND product_id IS DISTINCT FROM ${id}::bigint) AS "keyTaken",
        ARRAY(SELECT supplier_id::text FROM supplier WHERE owner_id = ${owner.id}
          AND supplier_id = ANY(${suppliers}::bigint[])) AS suppliers,
        ARRAY(SELECT freight_id::text FROM freight_table WHERE owner_id = ${owner.id}
          AND freight_id = ANY(${namedFreight(document)}::bigint[])) AS freight,
        ARRAY(SELECT picture_id FROM picture WHERE owner_id = ${owner.id} AND picture_id = ANY(${pictures}::text[])) AS pictures,
        ARRAY(SELECT area_id::text FROM pickup_area WHERE owner_id = ${owner.id} AND area_id = ANY(${document.areas}::bigint[])) AS areas,
        (SELECT p.currency FROM product p WHERE p.owner_id = ${owner.id} AND p.product_id = ${id}::bigint AND (
          EXISTS (SELECT 1 FROM package k JOIN departure d ON d.owner_id = k.owner_id AND d.package_id = k.package_id
            JOIN sub_order o ON o.owner_id = d.owner_id AND o.departure_id = d.departure_id
            WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id)
          OR EXISTS (SELECT 1 FROM package k JOIN sku s ON s.owner_id = k.owner_id AND s.package_id = k.package_id
            JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id
            WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id)
          OR EXISTS (SELECT 1 FROM price_rule r WHERE r.owner_id = p.owner_id AND r.product_id = p.product_id AND r.kind <> 'percent'))
        ) AS "fixedCurrency",
        (SELECT coalesce(json_agg(json_build_object('id', k.package_id::text, 'key', k.key, 'sold', EXISTS (SELECT 1 FROM departure d
            JOIN sub_order o ON o.owner_id = d.owner_id AND o.departure_id = d.departure_id
            WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id))), '[]')
          FROM package k WHERE k.owner_id = ${owner.id} AND k.product_id = ${id}::bigint) AS packages,
        (SELECT coalesce(json_agg(json_build_object('id', s.sku_id::text, 'packageId', s.package_id::text)), '[]') FROM sku s
          JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
          WHERE k.owner_id = ${owner.id} AND k.product_id = ${id}::bigint) AS skus,
        ARRAY(SELECT add_on_id::text FROM add_on WHERE owner_id = ${owner.id} AND product_id = ${id}::bigint) AS "addOns"`,
  );
  if (!row) throw new Error('no facts');
  return row;
}

/** The zone that a product must keep, because days of it are on sale or booked (decision 0261); undefined: it is free. */
export async function findFixedZone(owner: Owner, id: string): Promise<string | undefined> {
  const row = await firstRow(
    owner,
    sql<{ zone: string }>`SELECT c.zone FROM product p JOIN city c ON c.city = p.city
      WHERE p.owner_id = ${owner.id} AND p.product_id = ${id}::bigint AND EXISTS (SELECT 1 FROM package k
        JOIN departure d ON d.owner_id = k.owner_id AND d.package_id = k.package_id
        WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id
          AND (d.capacity > 0 AND d.play_on >= current_date - 1 AND d.play_on < ${openDay}::date
            OR EXISTS (SELECT 1 FROM sub_order o WHERE o.owner_id = d.owner_id AND o.departure_id = d.departure_id
              AND o.status = ANY(${openOrders}::smallint[]))))`,
  );
  return row?.zone;
}

const headColumns = sql`${listColumns(productFields)}, content`;
const headRow = (document: ProductDocument, content: ProductContent) =>
  sql`jsonb_populate_record(NULL::product, ${json({ ...columnValues(productFields, document), content })}) g`;

/** A new draft. */
export async function insertHead(
  owner: Owner,
  document: ProductDocument,
  content: ProductContent,
  token: string,
): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ product_id: number }>`INSERT INTO product (owner_id, state, on_shelf, preview_token, ${headColumns})
      SELECT ${owner.id}, 'draft', false, ${token}, ${headColumns} FROM ${headRow(document, content)} RETURNING product_id`,
  );
  if (!row) throw new Error('a product was not written');
  return row.product_id;
}

/** 1 when written; 0 when changed since `revision`. */
export function changeHead(
  owner: Owner,
  id: string,
  revision: number,
  document: ProductDocument,
  content: ProductContent,
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE product SET (${headColumns}) = (SELECT ${headColumns} FROM ${headRow(document, content)}),
        revision = revision + 1, updated_at = now()
      WHERE owner_id = ${owner.id} AND product_id = ${id} AND revision = ${revision}`,
  );
}

/** Promotions and codes name products by key: they follow when it changes. */
export async function followKey(owner: Owner, from: string, to: string): Promise<void> {
  await sql`UPDATE promotion SET product_keys = array_replace(product_keys, ${from}, ${to})
    WHERE owner_id = ${owner.id} AND ${from} = ANY(product_keys)`.execute(owner);
  await sql`UPDATE coupon SET product_keys = array_replace(product_keys, ${from}, ${to})
    WHERE owner_id = ${owner.id} AND ${from} = ANY(product_keys)`.execute(owner);
}

/** Products from before the back office get their token when they are first opened there. */
export async function storeToken(owner: Owner, id: string, token: string): Promise<string> {
  const row = await firstRow(
    owner,
    sql<{ preview_token: string }>`UPDATE product SET preview_token = coalesce(preview_token, ${token})
      WHERE owner_id = ${owner.id} AND product_id = ${id} RETURNING preview_token`,
  );
  return row?.preview_token ?? token;
}

/** 1 when moved; 0 when changed since `revision`. Only what is published is on the shelf. */
export function changeState(owner: Owner, id: string, revision: number, state: ProductState): Promise<number> {
  return changed(
    owner,
    sql`UPDATE product SET state = ${state}, on_shelf = ${state === 'published'}, revision = revision + 1, updated_at = now()
      WHERE owner_id = ${owner.id} AND product_id = ${id} AND revision = ${revision}`,
  );
}

/** Whether some package on the shelf has a coming day with capacity, from `today` on. */
export async function hasDeparture(owner: Owner, id: string, today: string): Promise<boolean> {
  const found = await rows(
    owner,
    sql`SELECT 1 FROM package k JOIN departure d ON d.owner_id = k.owner_id AND d.package_id = k.package_id
      WHERE k.owner_id = ${owner.id} AND k.product_id = ${id} AND k.on_shelf AND d.play_on >= ${today}::date AND d.capacity > 0
        AND (k.open_days IS NULL) = (d.play_on <> date '9999-12-31') LIMIT 1`,
  );
  return found.length > 0;
}

export function findCity(db: Sql, city: string) {
  return firstRow(
    db,
    sql<{ names: Texts; country_names: Texts }>`SELECT c.names, y.names AS country_names
      FROM city c JOIN country y ON y.country = c.country WHERE c.city = ${city}`,
  );
}

/** Keys of products that begin with a text, to find a free one. */
export async function listKeys(owner: Owner, beginning: string): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{
      key: string;
    }>`SELECT key FROM product WHERE owner_id = ${owner.id} AND left(key, ${beginning.length}::int) = ${beginning}`,
  );
  return found.map((row) => row.key);
}

/** Published products of a city. */
/** Products on the shelf whose words lack the mark that words are written with now. */
export async function listWordedBefore(owner: Owner): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{
      id: string;
    }>`SELECT id::text AS id FROM worded_without(${owner.id}, ${`'${wordsForm}'`}::tsquery) old(id) ORDER BY old.id`,
  );
  return found.map((row) => row.id);
}

export async function listInCity(owner: Owner, city: string): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{ id: string }>`SELECT product_id::text AS id FROM product
      WHERE owner_id = ${owner.id} AND city = ${city} AND state = 'published' ORDER BY product_id`,
  );
  return found.map((row) => row.id);
}
