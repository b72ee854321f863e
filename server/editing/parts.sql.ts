// Packages, SKUs, add-ons, pictures and areas of a product, written as in the document. Parts that were ever sold are never removed.
import {
  addOnFields,
  type ProductDocument,
  packageFields,
  type SkuDocument,
  skuFields,
} from '../../domain/product-fields.ts';
import { columnValues, listColumns, setColumns } from '../catalog/field-columns.sql.ts';
import { type Owner, rows, sql } from '../platform/db.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/**
 * Packages that the document left out: with everything of theirs when nothing was ever asked for, else off the shelf. Their departures
 * are held first, so that an order under way is either seen or finds no places.
 */
export async function dropPackages(owner: Owner, productId: number, stored: string[]): Promise<void> {
  const left = sql`SELECT package_id FROM package WHERE owner_id = ${owner.id} AND product_id = ${productId}
    AND package_id <> ALL(${stored}::bigint[])`;
  await sql`SELECT 1 FROM departure WHERE owner_id = ${owner.id} AND package_id IN (${left}) ORDER BY departure_id FOR UPDATE`.execute(
    owner,
  );
  const gone = await rows(
    owner,
    sql<{
      package_id: number;
    }>`SELECT package_id FROM package k WHERE owner_id = ${owner.id} AND package_id IN (${left})
      AND NOT EXISTS (SELECT 1 FROM departure d JOIN sub_order o ON o.owner_id = d.owner_id AND o.departure_id = d.departure_id
        WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id)
      AND NOT EXISTS (SELECT 1 FROM departure d JOIN quotation_hold h ON h.owner_id = d.owner_id AND h.departure_id = d.departure_id
        WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id)`,
  );
  const ids = gone.map((row) => row.package_id);
  await sql`UPDATE package SET on_shelf = false WHERE owner_id = ${owner.id} AND package_id IN (${left})
    AND package_id <> ALL(${ids}::bigint[])`.execute(owner);
  if (!ids.length) return;
  await removeSkus(
    owner,
    sql`SELECT sku_id FROM sku WHERE owner_id = ${owner.id} AND package_id = ANY(${ids}::bigint[])`,
  );
  await sql`DELETE FROM departure WHERE owner_id = ${owner.id} AND package_id = ANY(${ids}::bigint[])`.execute(owner);
  await sql`DELETE FROM price_rule WHERE owner_id = ${owner.id} AND package_id = ANY(${ids}::bigint[])`.execute(owner);
  await sql`DELETE FROM package WHERE owner_id = ${owner.id} AND package_id = ANY(${ids}::bigint[])`.execute(owner);
}

async function removeSkus(owner: Owner, which: ReturnType<typeof sql>): Promise<void> {
  await sql`DELETE FROM sku_price WHERE owner_id = ${owner.id} AND sku_id IN (${which})`.execute(owner);
  await sql`DELETE FROM price_rule WHERE owner_id = ${owner.id} AND sku_id IN (${which})`.execute(owner);
  await sql`DELETE FROM sku WHERE owner_id = ${owner.id} AND sku_id IN (${which})`.execute(owner);
}

/** SKUs that the remaining packages no longer have. Departures with limits of their own for them are locked first, as orders lock them. */
export async function dropSkus(owner: Owner, packages: number[], stored: string[]): Promise<void> {
  await sql`SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id} AND d.departure_id IN (SELECT l.departure_id FROM departure_sku l
      JOIN sku s USING (owner_id, sku_id) WHERE l.owner_id = ${owner.id} AND s.package_id = ANY(${packages}::bigint[])
        AND s.sku_id <> ALL(${stored}::bigint[])) ORDER BY d.departure_id FOR UPDATE`.execute(owner);
  const left = await rows(
    owner,
    sql<{ sku_id: number; sold: boolean }>`SELECT s.sku_id, EXISTS (SELECT 1 FROM departure d
          JOIN sub_order o ON o.owner_id = d.owner_id AND o.departure_id = d.departure_id
          WHERE d.owner_id = s.owner_id AND d.package_id = s.package_id AND o.sku_id = s.sku_id) AS sold
      FROM sku s WHERE s.owner_id = ${owner.id} AND s.package_id = ANY(${packages}::bigint[]) AND s.sku_id <> ALL(${stored}::bigint[])`,
  );
  const idsOf = (sold: boolean) => left.filter((row) => row.sold === sold).map((row) => row.sku_id);
  if (!left.length) return;
  await sql`UPDATE sku SET on_shelf = false WHERE owner_id = ${owner.id} AND sku_id = ANY(${idsOf(true)}::bigint[])`.execute(
    owner,
  );
  await removeSkus(owner, sql`SELECT unnest(${idsOf(false)}::bigint[])`);
}

/** Add-ons that the document left out; removed only while no order of the product carries any. */
export async function dropAddOns(owner: Owner, productId: number, stored: string[]): Promise<void> {
  const left = sql`owner_id = ${owner.id} AND product_id = ${productId} AND add_on_id <> ALL(${stored}::bigint[])`;
  const sold = sql`EXISTS (SELECT 1 FROM package k JOIN departure d ON d.owner_id = k.owner_id AND d.package_id = k.package_id
    JOIN sub_order o ON o.owner_id = d.owner_id AND o.departure_id = d.departure_id
    WHERE k.owner_id = ${owner.id} AND k.product_id = ${productId} AND o.add_ons <> '[]')`;
  await sql`DELETE FROM add_on WHERE ${left} AND NOT ${sold}`.execute(owner);
  await sql`UPDATE add_on SET on_shelf = false WHERE ${left}`.execute(owner);
}

/** Writes packages in the order given and answers their ids in that order. */
export async function writePackages(
  owner: Owner,
  productId: number,
  packages: ProductDocument['packages'],
): Promise<number[]> {
  const list = packages.map((pack, position) => ({
    ...columnValues(packageFields, pack),
    package_id: pack.id ?? null,
    position,
  }));
  const recordset = sql`jsonb_populate_recordset(NULL::package, ${json(list)}) g`;
  const ids = list.flatMap((item) => item.package_id ?? []);
  const stored = ids.length ? await changePackages(owner, productId, ids, recordset) : [];
  const columns = listColumns(packageFields);
  const fresh = await rows(
    owner,
    sql<{
      package_id: number;
      position: number;
    }>`INSERT INTO package (owner_id, product_id, ${columns}, position)
      SELECT ${owner.id}, ${productId}, ${columns}, position FROM ${recordset} WHERE package_id IS NULL ORDER BY position
      RETURNING package_id, position`,
  );
  return [...stored, ...fresh].sort((a, b) => a.position - b.position).map((row) => row.package_id);
}

async function changePackages(
  owner: Owner,
  productId: number,
  ids: string[],
  recordset: ReturnType<typeof sql>,
): Promise<{ package_id: number; position: number }[]> {
  // Two packages may swap their keys: each gets a temporary key first.
  await sql`UPDATE package SET key = '~' || package_id WHERE owner_id = ${owner.id} AND product_id = ${productId}
    AND package_id = ANY(${ids}::bigint[])`.execute(owner);
  return rows(
    owner,
    sql<{
      package_id: number;
      position: number;
    }>`UPDATE package k SET ${setColumns(packageFields, 'g')}, position = g.position
      FROM ${recordset} WHERE k.owner_id = ${owner.id} AND k.product_id = ${productId} AND k.package_id = g.package_id
      RETURNING k.package_id, k.position`,
  );
}

export type PlacedSku = SkuDocument & { packageId: number; position: number };

export async function writeSkus(owner: Owner, skus: PlacedSku[]): Promise<void> {
  const list = skus.map((sku) => ({
    ...columnValues(skuFields, sku),
    sku_id: sku.id ?? null,
    package_id: sku.packageId,
    position: sku.position,
  }));
  const recordset = sql`jsonb_populate_recordset(NULL::sku, ${json(list)}) g`;
  if (skus.some((sku) => sku.id !== undefined))
    await sql`UPDATE sku s SET ${setColumns(skuFields, 'g')}, position = g.position
    FROM ${recordset} WHERE s.owner_id = ${owner.id} AND s.sku_id = g.sku_id AND s.package_id = g.package_id`.execute(
      owner,
    );
  const columns = sql`package_id, ${listColumns(skuFields)}, position`;
  await sql`INSERT INTO sku (owner_id, ${columns}) SELECT ${owner.id}, ${columns} FROM ${recordset}
    WHERE sku_id IS NULL ORDER BY package_id, position`.execute(owner);
}

export async function writeAddOns(owner: Owner, productId: number, addOns: ProductDocument['addOns']): Promise<void> {
  if (!addOns.length) return;
  const list = addOns.map((addOn, position) => ({
    ...columnValues(addOnFields, addOn),
    add_on_id: addOn.id ?? null,
    position,
  }));
  const recordset = sql`jsonb_populate_recordset(NULL::add_on, ${json(list)}) g`;
  await sql`UPDATE add_on a SET ${setColumns(addOnFields, 'g')}, position = g.position
    FROM ${recordset} WHERE a.owner_id = ${owner.id} AND a.product_id = ${productId} AND a.add_on_id = g.add_on_id`.execute(
    owner,
  );
  const columns = sql`${listColumns(addOnFields)}, position`;
  await sql`INSERT INTO add_on (owner_id, product_id, ${columns}) SELECT ${owner.id}, ${productId}, ${columns}
    FROM ${recordset} WHERE add_on_id IS NULL ORDER BY position`.execute(owner);
}

export async function replaceLinks(
  owner: Owner,
  productId: number,
  { pictures, areas }: Pick<ProductDocument, 'pictures' | 'areas'>,
): Promise<void> {
  await sql`DELETE FROM product_picture WHERE owner_id = ${owner.id} AND product_id = ${productId}`.execute(owner);
  await sql`DELETE FROM product_area WHERE owner_id = ${owner.id} AND product_id = ${productId}`.execute(owner);
  const placed = pictures.map((picture, position) => ({ ...picture, position }));
  if (pictures.length)
    await sql`INSERT INTO product_picture (owner_id, product_id, picture_id, alts, focus_x, focus_y, position)
    SELECT ${owner.id}, ${productId}, "pictureId", alts, "focusX", "focusY", position
    FROM jsonb_to_recordset(${json(placed)}) AS g("pictureId" text, alts jsonb, "focusX" int, "focusY" int, position int)`.execute(
      owner,
    );
  if (areas.length)
    await sql`INSERT INTO product_area (owner_id, product_id, area_id)
    SELECT ${owner.id}, ${productId}, area FROM unnest(${areas}::bigint[]) AS g(area)`.execute(owner);
}

/**
 * Copies the future day prices and day costs, and the agent prices of the original: packages and SKUs have the same order in both.
 */
export async function copyPrices(owner: Owner, from: string, to: number, today: string): Promise<void> {
  const placed = (
    id: string | number,
  ) => sql`SELECT s.sku_id, row_number() OVER (ORDER BY k.position, k.package_id, s.position, s.sku_id) AS place
    FROM package k JOIN sku s ON s.owner_id = k.owner_id AND s.package_id = k.package_id
    WHERE k.owner_id = ${owner.id} AND k.product_id = ${id}::bigint`;
  const pairs = sql`pairs AS (SELECT o.sku_id AS old_id, n.sku_id AS new_id FROM (${placed(from)}) o JOIN (${placed(to)}) n USING (place))`;
  await sql`WITH ${pairs} INSERT INTO sku_price (owner_id, sku_id, play_on, session, price_minor)
    SELECT ${owner.id}, n.new_id, x.play_on, x.session, x.price_minor FROM pairs n
    JOIN sku_price x ON x.owner_id = ${owner.id} AND x.sku_id = n.old_id AND x.play_on >= ${today}::date`.execute(
    owner,
  );
  await sql`WITH ${pairs} INSERT INTO sku_cost (owner_id, sku_id, play_on, cost_minor)
    SELECT ${owner.id}, n.new_id, x.play_on, x.cost_minor FROM pairs n
    JOIN sku_cost x ON x.owner_id = ${owner.id} AND x.sku_id = n.old_id AND x.play_on >= ${today}::date`.execute(owner);
  const packs = (
    id: string | number,
  ) => sql`SELECT package_id, row_number() OVER (ORDER BY position, package_id) AS place FROM package
    WHERE owner_id = ${owner.id} AND product_id = ${id}::bigint`;
  await sql`WITH ${pairs}, packs AS (SELECT o.package_id AS old_id, n.package_id AS new_id
      FROM (${packs(from)}) o JOIN (${packs(to)}) n USING (place))
    INSERT INTO price_rule (owner_id, product_id, package_id, sku_id, level, partner_id, kind, value, valid_by, valid_from, valid_until)
    SELECT ${owner.id}, ${to}, k.new_id, n.new_id, r.level, r.partner_id, r.kind, r.value, r.valid_by, r.valid_from, r.valid_until
    FROM price_rule r LEFT JOIN pairs n ON n.old_id = r.sku_id LEFT JOIN packs k ON k.old_id = r.package_id
    WHERE r.owner_id = ${owner.id} AND r.product_id = ${from}::bigint AND (r.sku_id IS NULL OR n.new_id IS NOT NULL)
      AND (r.package_id IS NULL OR k.new_id IS NOT NULL) AND coalesce(r.valid_until, 'infinity') >= ${today}::date
    ORDER BY r.rule_id`.execute(owner);
}
