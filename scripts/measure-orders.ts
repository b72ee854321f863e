// Orders a second over HTTP: 32 clients, first spread over many departures, then all on one.
import { type Database, sql } from '../server/platform/db.ts';

type Line = { productId: string; skuId: string; playOn: string; price: number };

export async function measureOrders(base: string, token: string, database: Database, seconds: number): Promise<void> {
  const lines = await findLines(database);
  const first = lines[0];
  if (!first) throw new Error('nothing to order');
  const spread = await race(base, token, lines, seconds);
  console.log(`${'createOrder, 32 clients over many dates'.padEnd(46)} ${String(spread).padStart(6)}/s`);
  const hot = await race(base, token, [first], seconds);
  console.log(`${'createOrder, 32 clients on one date'.padEnd(46)} ${String(hot).padStart(6)}/s`);
}

/** Attraction tickets, given room for as many orders as a measurement makes. */
async function findLines(database: Database): Promise<Line[]> {
  await sql`UPDATE departure d SET capacity = 10000000 FROM package k JOIN product p USING (owner_id, product_id)
    WHERE d.owner_id = k.owner_id AND d.package_id = k.package_id AND p.type = 3 AND p.currency = 'SGD' AND d.capacity < 10000000`.execute(
    database.house,
  );
  const { rows } =
    await sql<Line>`SELECT p.product_id::text AS "productId", s.sku_id::text AS "skuId", d.play_on::text AS "playOn",
      coalesce(x.price_minor, s.price_minor)::int AS price
    FROM departure d JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
    JOIN sku s USING (owner_id, package_id)
    LEFT JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = d.play_on
    WHERE p.type = 3 AND p.currency = 'SGD' AND d.session = '' AND s.position = 0
      AND d.play_on > now() + interval '3 days' LIMIT 2000`.execute(database.house);
  return rows;
}

async function race(base: string, token: string, lines: Line[], seconds: number): Promise<number> {
  const until = Date.now() + seconds * 1000;
  let done = 0;
  let failed = 0;
  let turn = 0;
  const buyer = async () => {
    while (Date.now() < until) {
      turn += 1;
      const line = lines[turn % lines.length] as Line;
      const body = {
        lines: [{ skuId: line.skuId, playOn: line.playOn, session: '', quantity: 1 }],
        contact: { name: 'Mei Tan', email: 'mei@example.com' },
        agreed: true,
        seenTotal: { amountMinor: line.price, currency: 'SGD' },
      };
      const answer = await fetch(`${base}/api/order/${line.productId}/createOrder`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          token,
          'idempotency-key': `bench-${process.pid}-${until}-${turn}`,
        },
        body: JSON.stringify(body),
      });
      const { code } = (await answer.json()) as { code: number };
      if (code === 200) done += 1;
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, buyer));
  if (failed) console.log(`  (${failed} were refused: no places left)`);
  return Math.round(done / seconds);
}
