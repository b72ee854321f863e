// Suppliers as the owner's staff keeps them (decision 0280).
import type { Language } from '../../domain/languages.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

export type SupplierContact = { name: string; email: string; areaCode: string; phone: string };

export type SupplierForm = {
  name: string;
  contacts: SupplierContact[];
  language: Language;
  zone: string;
  address: string;
  note: string;
  active: boolean;
  keepsStock: boolean;
  getsMails: boolean;
};

export type SupplierRow = SupplierForm & { supplier_id: number; revision: number };

const columns = sql`c.supplier_id, c.name, c.contacts, c.language, c.zone, c.address, c.note, c.active, c.keeps_stock AS "keepsStock",
  c.gets_mails AS "getsMails", c.revision`;

export function findSupplier(owner: Owner, id: string | number): Promise<SupplierRow | undefined> {
  return firstRow(
    owner,
    sql<SupplierRow>`SELECT ${columns} FROM supplier c WHERE c.owner_id = ${owner.id} AND c.supplier_id = ${id}::bigint`,
  );
}

export type SupplierListRow = Pick<SupplierRow, 'supplier_id' | 'name' | 'contacts' | 'active'> & {
  trouble: string;
  logins: number;
  products: number;
};
type SupplierFilter = { query: string; state: 'active' | 'inactive' | 'trouble' | null; size: number; from: number };

/** Products that a supplier delivers, wholly or in a package. */
const productsOf = sql`product d WHERE d.owner_id = c.owner_id AND (d.supplier_id = c.supplier_id OR EXISTS (SELECT 1 FROM package k
  WHERE k.owner_id = d.owner_id AND k.product_id = d.product_id AND k.supplier_id = c.supplier_id))`;

/** Over `supplier c`: why its system refuses us; '' where it does not, or is not connected. */
const troubleOf = sql`coalesce((SELECT l.problem FROM octo_link l WHERE l.owner_id = c.owner_id AND l.supplier_id = c.supplier_id
  AND l.active), '')`;

export async function listSupplierRows(owner: Owner, { query, state, size, from }: SupplierFilter) {
  const like = anywhere(query);
  const isState = state === 'trouble' ? sql`${troubleOf} <> ''` : sql`c.active = ${state === 'active'}`;
  const where = sql`c.owner_id = ${owner.id} AND ${onlyIf(state, isState)}
    AND ${onlyIf(query || null, sql`concat_ws(' ', c.name, c.contacts::text) ILIKE ${like}`)}`;
  const count = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM supplier c WHERE ${where}`,
  );
  const list = await rows(
    owner,
    sql<SupplierListRow>`SELECT c.supplier_id, c.name, c.contacts, c.active, ${troubleOf} AS trouble,
        (SELECT count(*)::int FROM account a WHERE a.owner_id = c.owner_id AND a.supplier_id = c.supplier_id
          AND a.status = ${accountCode.normal}) AS logins, (SELECT count(*)::int FROM ${productsOf}) AS products
      FROM supplier c WHERE ${where} ORDER BY c.active DESC, lower(c.name), c.supplier_id LIMIT ${size} OFFSET ${from}`,
  );
  return { total: count?.total ?? 0, list };
}

export function listProductsOf(owner: Owner, id: string) {
  return rows(
    owner,
    sql<{
      product_id: number;
      names: Record<string, string>;
    }>`SELECT d.product_id, d.names FROM supplier c, LATERAL (SELECT d.* FROM ${productsOf}) d
      WHERE c.owner_id = ${owner.id} AND c.supplier_id = ${id}::bigint ORDER BY d.key LIMIT 100`,
  );
}

export function listSupplierNames(owner: Owner) {
  return rows(
    owner,
    sql<{ supplier_id: number; name: string; active: boolean }>`SELECT supplier_id, name, active FROM supplier
      WHERE owner_id = ${owner.id} ORDER BY lower(name), supplier_id`,
  );
}

export async function insertSupplier(owner: Owner, form: SupplierForm): Promise<string> {
  const row = await firstRow(
    owner,
    sql<{
      id: string;
    }>`INSERT INTO supplier (owner_id, name, contacts, language, zone, address, note, active, keeps_stock, gets_mails)
      VALUES (${owner.id}, ${form.name}, ${JSON.stringify(form.contacts)}::jsonb, ${form.language}, ${form.zone}, ${form.address},
        ${form.note}, ${form.active}, ${form.keepsStock}, ${form.getsMails}) RETURNING supplier_id::text AS id`,
  );
  if (!row) throw new Error('a supplier was not written');
  return row.id;
}

/** 1 when written; 0 when changed since `revision`. */
export function changeSupplier(owner: Owner, id: string, revision: number, form: SupplierForm): Promise<number> {
  return changed(
    owner,
    sql`UPDATE supplier SET name = ${form.name}, contacts = ${JSON.stringify(form.contacts)}::jsonb, language = ${form.language},
        zone = ${form.zone}, address = ${form.address}, note = ${form.note}, active = ${form.active}, keeps_stock = ${form.keepsStock},
        gets_mails = ${form.getsMails}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND supplier_id = ${id}::bigint AND revision = ${revision}`,
  );
}
