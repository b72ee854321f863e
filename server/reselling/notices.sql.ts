// What a supplier's notices make us ask again (decision 0460). However many come, each thing waits once, and a little after it was last
// asked; a notice that comes while it is being asked makes it asked once more.
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';
import { unlessQuiet, unlisted } from './links.sql.ts';
import type { TheirProduct } from './read-octo.ts';

const pause = { placesSeconds: 5, productsSeconds: 10, bookingSeconds: 5 } as const;

export type SubscriptionNote = { ref: string; hash: Buffer | null };

export async function noteSubscription(owner: Owner, supplierId: string, { ref, hash }: SubscriptionNote) {
  await sql`UPDATE octo_link SET subscription_ref = ${ref}, notice_hash = ${hash}
    WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint`.execute(owner);
}

/** Of a connected supplier that received our secret. */
export function findNoticeHash(owner: Owner, supplierId: string) {
  return firstRow(
    owner,
    sql<{ hash: Buffer }>`SELECT notice_hash AS hash FROM octo_link WHERE owner_id = ${owner.id}
      AND supplier_id = ${supplierId}::bigint AND notice_hash IS NOT NULL`,
  );
}

export async function wakePlaces(owner: Owner, supplierId: string | number, productRef: string, optionRef: string) {
  const soon = sql`greatest(now(), asked_at + make_interval(secs => ${pause.placesSeconds}::int))`;
  await sql`WITH told AS (UPDATE octo_link SET noticed_at = now() WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint)
    UPDATE octo_offer SET due_at = ${soon} WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint
      AND product_ref = ${productRef} AND (${optionRef} = '' OR option_ref = ${optionRef}) AND due_at > ${soon}`.execute(
    owner,
  );
}

export async function wakeProducts(owner: Owner, supplierId: string | number): Promise<void> {
  const soon = sql`greatest(now(), read_at + make_interval(secs => ${pause.productsSeconds}::int))`;
  await sql`UPDATE octo_link SET noticed_at = now(), products_due_at = least(products_due_at, ${soon})
    WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint`.execute(owner);
}

export async function wakeBooking(owner: Owner, supplierId: string, uuid: string): Promise<void> {
  const soon = sql`greatest(now(), asked_at + make_interval(secs => ${pause.bookingSeconds}::int))`;
  await sql`WITH told AS (UPDATE octo_link SET noticed_at = now() WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint)
    UPDATE octo_supply SET due_at = ${soon} WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}::bigint
      AND uuid = ${uuid}::uuid AND due_at > ${soon}`.execute(owner);
}

/** Suppliers whose products are due to be read; each is taken by one process for a while. */
export function claimProducts(owner: Owner, most: number): Promise<{ supplier_id: number }[]> {
  return rows(
    owner,
    sql<{ supplier_id: number }>`WITH due AS MATERIALIZED (SELECT l.supplier_id FROM octo_link l
        WHERE l.owner_id = ${owner.id} AND l.products_due_at <= now() AND l.active AND ${unlessQuiet}
        ORDER BY l.products_due_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
      UPDATE octo_link l SET products_due_at = now() + interval '2 minutes' FROM due c
      WHERE l.owner_id = ${owner.id} AND l.supplier_id = c.supplier_id RETURNING l.supplier_id`,
  );
}

/** `products` undefined: the supplier gave no answer, and those of before stay. What was noticed meanwhile stays due. */
export async function noteProducts(
  owner: Owner,
  supplierId: number,
  { products, seconds }: { products: TheirProduct[] | undefined; seconds: number },
): Promise<void> {
  const read = products
    ? sql`products = ${JSON.stringify(products)}::jsonb || ${unlisted(products)}, read_at = now(),`
    : sql``;
  await sql`UPDATE octo_link SET ${read} products_due_at = CASE WHEN products_due_at <= now() + interval '30 seconds'
      THEN products_due_at ELSE now() + make_interval(secs => ${seconds}::int) END
    WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}`.execute(owner);
}
