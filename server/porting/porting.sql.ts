// What an import and an export read of the installation: the rights of who asked, the things that a file names, and all products.

import type { StaffRole } from '../../domain/account-status.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';

/** Rights are read again while a long work goes on. */
export async function mayStill(owner: Owner, accountId: number, roles: StaffRole[]): Promise<boolean> {
  const found = await rows(
    owner,
    sql`SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND kind = 'staff'
      AND status = ${accountCode.normal}
      AND roles && ${roles}::text[]`,
  );
  return found.length > 0;
}

export type Named = { keys: string[]; suppliers: string[]; freight: string[]; pictures: string[]; areas: string[] };
export type Known = {
  products: Map<string, { id: string; revision: number }>;
  suppliers: Set<string>;
  freight: Set<string>;
  pictures: Set<string>;
  areas: Set<string>;
};

/** Which of the things that documents name exist, in one round trip. */
export async function findKnown(owner: Owner, named: Named): Promise<Known> {
  const row = await firstRow(
    owner,
    sql<{
      products: { key: string; id: string; revision: number }[];
      suppliers: string[];
      freight: string[];
      pictures: string[];
      areas: string[];
    }>`SELECT
      (SELECT coalesce(json_agg(json_build_object('key', key, 'id', product_id::text, 'revision', revision)), '[]') FROM product
        WHERE owner_id = ${owner.id} AND key = ANY(${named.keys}::text[])) AS products,
      ARRAY(SELECT supplier_id::text FROM supplier WHERE owner_id = ${owner.id}
        AND supplier_id = ANY(${named.suppliers}::bigint[])) AS suppliers,
      ARRAY(SELECT freight_id::text FROM freight_table WHERE owner_id = ${owner.id}
        AND freight_id = ANY(${named.freight}::bigint[])) AS freight,
      ARRAY(SELECT picture_id FROM picture WHERE owner_id = ${owner.id} AND picture_id = ANY(${named.pictures}::text[])) AS pictures,
      ARRAY(SELECT area_id::text FROM pickup_area WHERE owner_id = ${owner.id} AND area_id = ANY(${named.areas}::bigint[])) AS areas`,
  );
  return {
    products: new Map(row?.products.map(({ key, ...item }) => [key, item])),
    suppliers: new Set(row?.suppliers),
    freight: new Set(row?.freight),
    pictures: new Set(row?.pictures),
    areas: new Set(row?.areas),
  };
}

/** Every product of the owner, for a file of all of them. */
export function listAllIds(owner: Owner): Promise<{ id: string; revision: number }[]> {
  return rows(
    owner,
    sql<{ id: string; revision: number }>`SELECT product_id::text AS id, revision FROM product
      WHERE owner_id = ${owner.id} ORDER BY product_id`,
  );
}

export async function countListed(owner: Owner): Promise<number> {
  const found = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM product WHERE owner_id = ${owner.id}`,
  );
  return found?.total ?? 0;
}

/** The number of every so-manieth product, in the order of the export. */
export async function listEvery(owner: Owner, step: number): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{
      id: string;
    }>`SELECT n.product_id::text AS id FROM (SELECT product_id, row_number() OVER (ORDER BY product_id) AS place
      FROM product WHERE owner_id = ${owner.id}) n WHERE n.place % ${step} = 0 ORDER BY n.product_id`,
  );
  return found.map(({ id }) => id);
}
