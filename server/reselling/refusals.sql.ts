// Suppliers that refuse our key or want to be left alone (decision 0823).
import { refreshCards } from '../editing/cards.sql.ts';
import { firstRow, inTransaction, type Owner, sql } from '../platform/db.ts';
import { closePlaces, listOffers } from './links.sql.ts';

/** Questions that were under way together are refused together: that is one refusal. */
const apartSeconds = 10;

/** After the second refusal in a row nothing of the supplier is sold until a good answer: each order would be paid and stand still. */
export async function noteKeyRefused(owner: Owner, supplierId: number): Promise<void> {
  await inTransaction(owner, async (owner) => {
    const row = await firstRow(
      owner,
      sql<{ closes: boolean }>`WITH was AS (SELECT closed FROM octo_link
          WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId} FOR UPDATE)
        UPDATE octo_link l SET problem = 'key', refused_at = coalesce(l.refused_at, now()),
          closed = l.closed OR coalesce(l.refused_at <= now() - make_interval(secs => ${apartSeconds}::int), false)
        FROM was WHERE l.owner_id = ${owner.id} AND l.supplier_id = ${supplierId} RETURNING l.closed AND NOT was.closed AS closes`,
    );
    if (!row?.closes) return;
    const offers = await listOffers(owner, supplierId);
    // All departures before the first card: who writes places locks them in this order, too.
    for (const offer of offers) await closePlaces(owner, offer.package_id);
    const products = new Set(offers.map((offer) => offer.product_id).toSorted((one, other) => one - other));
    for (const product of products) await refreshCards(owner, product);
  });
}

/** What was closed for refusals is asked for again. */
export async function noteGoodAnswer(owner: Owner, supplierId: number): Promise<void> {
  await sql`WITH was AS (SELECT closed FROM octo_link WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}
        AND (problem <> '' OR refused_at IS NOT NULL OR closed) FOR UPDATE),
      good AS (UPDATE octo_link SET problem = '', refused_at = NULL, closed = false
        WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId} AND EXISTS (SELECT 1 FROM was))
    UPDATE octo_offer SET due_at = now() WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}
      AND (SELECT closed FROM was)`.execute(owner);
}

export async function noteQuiet(owner: Owner, supplierId: number, seconds: number): Promise<void> {
  await sql`UPDATE octo_link SET quiet_until = now() + make_interval(secs => ${seconds}::int)
    WHERE owner_id = ${owner.id} AND supplier_id = ${supplierId}`.execute(owner);
}
