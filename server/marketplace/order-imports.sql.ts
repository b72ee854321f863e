// Uploaded lists of orders: a row in import_job, and all its orders as they were checked in one import_chunk (server/porting has the same
// tables for the catalogue). Only channel_order records whether an order is booked.
import type { Text } from '../../domain/languages.ts';
import type { Money } from '../../domain/money.ts';
import { orderImportRules } from '../../domain/order-sources.ts';
import { firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import type { WishedOrder } from './book-platform-order.ts';

/** `word`: the key of a text; the numbers are its blanks. */
export type RowProblem = { row: number; column: string; word: string; min?: number; max?: number; left?: number };

export type ImportedOrder = {
  index: number;
  row: number;
  /** Of its lines. Lists that were uploaded before 0.5.0 have none. */
  rows?: number[];
  reference: string;
  names: Text;
  playOn: string | null;
  quantity: number;
  /** Null where something is wrong. */
  wish: WishedOrder | null;
  platformPrice: Money | null;
  payable: Money | null;
  listed: Money | null;
  problems: RowProblem[];
};

/** Of orders that were tried: the order, or why it was refused. */
export type Tried = { orderNo: string } | { problem: RowProblem };

export type OrderImportRow = {
  id: string;
  name: string;
  source: number;
  partner_id: string;
  partner_name: string;
  started_at: Date;
  orders: ImportedOrder[];
  tried: Record<string, Tried>;
};

export type NewOrderImport = {
  accountId: number;
  id: string;
  file: { name: string; kind: 'xlsx' | 'csv'; hash: Buffer };
  about: { source: number; partnerId: string };
  orders: ImportedOrder[];
};

export async function insertOrderImport(owner: OwnerTrx, row: NewOrderImport): Promise<void> {
  const { accountId, id, file, about, orders } = row;
  await sql`INSERT INTO import_job (owner_id, account_id, import_id, file_hash, file_name, kind, subject, about, state, total, progress)
    VALUES (${owner.id}, ${accountId}, ${id}, ${file.hash}, ${file.name}, ${file.kind}, 'orders', ${JSON.stringify(about)}::jsonb,
      'checked', ${orders.length}, ${orders.length})`.execute(owner);
  await sql`INSERT INTO import_chunk (owner_id, import_id, chunk, products)
    VALUES (${owner.id}, ${id}, 0, ${JSON.stringify(orders)}::jsonb)`.execute(owner);
}

const found = sql`SELECT j.import_id AS id, j.file_name AS name, (j.about ->> 'source')::int AS source,
    j.about ->> 'partnerId' AS partner_id, coalesce(p.name, '') AS partner_name, j.started_at, c.products AS orders, c.outcomes AS tried
  FROM import_job j JOIN import_chunk c ON c.owner_id = j.owner_id AND c.import_id = j.import_id
  LEFT JOIN partner p ON p.owner_id = j.owner_id AND p.partner_id = (j.about ->> 'partnerId')::bigint`;

export function listOrderImports(owner: Owner, accountId: number): Promise<OrderImportRow[]> {
  return rows(
    owner,
    sql<OrderImportRow>`${found} WHERE j.owner_id = ${owner.id} AND j.account_id = ${accountId} AND j.subject = 'orders'
      ORDER BY j.started_at DESC LIMIT ${orderImportRules.mostRecent}`,
  );
}

export function findOrderImport(owner: Owner, accountId: number, id: string): Promise<OrderImportRow | undefined> {
  return firstRow(
    owner,
    sql<OrderImportRow>`${found} WHERE j.owner_id = ${owner.id} AND j.account_id = ${accountId} AND j.import_id = ${id}
      AND j.subject = 'orders'`,
  );
}

/** Laid over what is there, so that two who book the same list keep what the other one found. */
export async function noteTried(owner: Owner, id: string, tried: Record<string, Tried>): Promise<void> {
  await sql`UPDATE import_chunk SET outcomes = outcomes || ${JSON.stringify(tried)}::jsonb
    WHERE owner_id = ${owner.id} AND import_id = ${id} AND chunk = 0`.execute(owner);
}
