// Searches of an agent among 200 partners, nine levels and twenty thousand agent prices, beside the same kind of searches at retail
// (decision 0515).
import { sql } from '../../server/platform/db.ts';
import { type AskedQuestion, asSearch } from './gather-questions.ts';
import { type Bench, type Group, type Measured, measureWork } from './measure.ts';
import { asking, judgeCall } from './measure-reading.ts';

const clients = 8;

export const agents: Group = {
  name: 'agents',
  references: [],
  async measure(bench) {
    const rules = await fillPrices(bench);
    const rows: Measured[] = [];
    // In turn, so that neither has the warmer machine.
    for (const whose of ['a visitor', 'an agent', 'an agent', 'a visitor'] as const) {
      const ask = ({ question, ...reader }: AskedQuestion) => {
        const request = asSearch({
          question: { ...question, sort: bySort[question.sort] ?? question.sort },
          ...reader,
        });
        const headers = { ...request.headers, ...(whose === 'an agent' && { token: bench.agent }) };
        return { ...request, headers };
      };
      const wanted = {
        name: `search by price for ${whose}, ${clients} clients`,
        pace: { clients, seconds: bench.options.seconds },
        varies: () => `every one another; ${rules.toLocaleString('en')} agent prices`,
      };
      rows.push(
        await measureWork(
          bench,
          wanted,
          asking(bench.side.port, () => ask(bench.questions.next()), judgeCall),
        ),
      );
    }
    return rows;
  },
};

/** Every search sorts by price. */
const bySort: Record<string, string> = { default: 'priceLow' };

/** Prices of every kind for each level and partner: for SKUs, packages and products, for cities, for types, for everything. */
async function fillPrices({ side: { database } }: Bench): Promise<number> {
  const { house } = database;
  await sql`DELETE FROM price_rule WHERE owner_id = 1`.execute(house);
  await sql`INSERT INTO partner (owner_id, kind, name, level) SELECT 1, 'corporate', 'Partner ' || n, 1 + n % 9
    FROM generate_series(1, 199) n WHERE NOT EXISTS (SELECT 1 FROM partner WHERE name = 'Partner 1')`.execute(house);
  const spread = sql`FROM (SELECT NULL::bigint AS partner_id, l::smallint AS level, 1040 AS count FROM generate_series(1, 9) l
      UNION ALL SELECT partner_id, NULL, 48 FROM partner WHERE owner_id = 1 AND kind = 'corporate') a
    CROSS JOIN LATERAL (SELECT s.sku_id, k.package_id, p.product_id, row_number() OVER () AS at FROM product p
      JOIN package k USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id) WHERE p.owner_id = 1 AND s.position = 0
      ORDER BY hashint8(p.product_id + coalesce(a.partner_id, a.level) * 7919) LIMIT a.count) t`;
  await sql`INSERT INTO price_rule (owner_id, level, partner_id, product_id, package_id, sku_id, kind, value)
    SELECT 1, a.level, a.partner_id, t.product_id, CASE WHEN t.at % 3 = 1 THEN t.package_id END,
      CASE WHEN t.at % 3 = 2 THEN t.sku_id END, 'percent', 100 + t.at % 2000 ${spread} ON CONFLICT DO NOTHING`.execute(
    house,
  );
  await sql`INSERT INTO price_rule (owner_id, level, partner_id, city, type, kind, value)
    SELECT 1, l, NULL::bigint, c.city, NULL::smallint, 'percent', 300 FROM generate_series(1, 9) l,
      (SELECT DISTINCT city FROM product WHERE owner_id = 1 ORDER BY city LIMIT 20) c
    UNION ALL SELECT 1, l, NULL, NULL, 3, 'percent', 400 FROM generate_series(1, 9) l
    UNION ALL SELECT 1, l, NULL, NULL, NULL, 'percent', 500 FROM generate_series(1, 9) l
    UNION ALL SELECT 1, NULL, partner_id, NULL, 2, 'percent', 600 FROM partner WHERE owner_id = 1 AND kind = 'corporate'`.execute(
    house,
  );
  await sql`ANALYZE price_rule, agent_from`.execute(house);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM price_rule WHERE owner_id = 1`.execute(
    house,
  );
  return rows[0]?.n ?? 0;
}
