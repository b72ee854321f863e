// What the measurements need to know of a side's catalogue, and the room that they need in it: places for every order, money for every way.
import { DealType } from '../../domain/payment-status.ts';
import { moveBalance, openLedger } from '../../server/payment/ledger.sql.ts';
import { type Database, inTransaction, sql } from '../../server/platform/db.ts';

export type Line = {
  productId: string;
  skuId: string;
  departureId: string;
  playOn: string;
  price: number;
  currency: string;
};

export async function listProducts(database: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT product_id::text AS id FROM product ORDER BY product_id`.execute(
    database.house,
  );
  return rows.map(({ id }) => id);
}

/** Single days of attraction tickets, as many products in turn as there are, with places for every order of a run. */
export async function findLines(database: Database): Promise<Line[]> {
  await sql`UPDATE departure d SET capacity = 10000000 FROM package k JOIN product p USING (owner_id, product_id)
    WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id AND p.type = 3 AND p.currency = 'SGD'
      AND d.capacity < 10000000`.execute(database.house);
  const { rows } = await sql<Line>`SELECT DISTINCT ON (d.play_on, p.product_id) p.product_id::text AS "productId",
      s.sku_id::text AS "skuId", d.departure_id::text AS "departureId", d.play_on::text AS "playOn",
      coalesce(x.price_minor, s.price_minor)::int AS price, p.currency
    FROM departure d JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
    JOIN sku s USING (owner_id, package_id)
    LEFT JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = d.play_on
      AND x.session = ''
    WHERE p.type = 3 AND p.currency = 'SGD' AND d.session = '' AND s.position = 0 AND NOT k.oversell
      AND k.min_quantity = 1 AND d.play_on BETWEEN now() + interval '3 days' AND now() + interval '60 days'
    ORDER BY d.play_on, p.product_id, k.package_id LIMIT 2000`.execute(database.house);
  if (rows.length < 2) throw new Error('the catalogue has nothing to order');
  return rows;
}

/** A recharge as any other, so that the ledger adds up. */
export async function raiseDeposit(database: Database, email: string, amountMinor: number): Promise<void> {
  const { rows } = await sql<{
    ownerId: number;
    partnerId: number;
  }>`SELECT owner_id AS "ownerId", partner_id AS "partnerId"
    FROM account WHERE email = ${email} AND partner_id IS NOT NULL`.execute(database.house);
  const [found] = rows;
  if (!found) throw new Error(`no partner of ${email}`);
  await inTransaction(database.forOwner(found.ownerId), async (owner) => {
    const ledgerId = await openLedger(owner, found.partnerId, 'deposit', 'MYR');
    await moveBalance(owner, { ledgerId, amountMinor, dealType: DealType.recharge, cause: 'bench' });
  });
}

/** Leaves so many places of a departure and answers how many were taken before. */
export async function leavePlaces(database: Database, departureId: string, places: number): Promise<number> {
  const { rows } = await sql<{ taken: number }>`UPDATE departure SET capacity = held + sold + ${places}
    WHERE departure_id = ${departureId} RETURNING held + sold AS taken`.execute(database.house);
  return rows[0]?.taken ?? 0;
}

/** As a change of any product does; nothing in a commit that has no revisions. */
export async function renewSearch(database: Database): Promise<void> {
  await sql`UPDATE search_revision SET revision = gen_random_uuid()`.execute(database.house).catch(() => undefined);
}

export async function countTaken(database: Database, departureId: string): Promise<number> {
  const { rows } = await sql<{ taken: number }>`SELECT held + sold AS taken FROM departure
    WHERE departure_id = ${departureId}`.execute(database.house);
  return rows[0]?.taken ?? 0;
}

/** Jobs that are due or under way, and jobs that failed at least once. */
async function countJobs(database: Database): Promise<{ open: number; failed: number }> {
  const { rows } = await sql<{ open: number; failed: number }>`SELECT
      count(*) FILTER (WHERE state < 'completed')::int AS open,
      count(*) FILTER (WHERE state IN ('failed', 'retry'))::int AS failed
    FROM pgboss.job WHERE name NOT LIKE '\\_\\_pgboss%'`.execute(database.house);
  return rows[0] ?? { open: 0, failed: 0 };
}

/** Counting reads all jobs of the last minutes: every 50 ms it took a tenth of the database's time. */
const countMilliseconds = 250;

/** Waits until everything that followed is done. */
export async function untilIdle(database: Database): Promise<void> {
  const until = performance.now() + 600_000;
  for (;;) {
    const { open, failed } = await countJobs(database);
    if (failed) throw new Error(`${failed} jobs failed`);
    if (open === 0) return;
    if (performance.now() > until) throw new Error(`${open} jobs were not done within ten minutes`);
    await new Promise((resolve) => setTimeout(resolve, countMilliseconds));
  }
}
