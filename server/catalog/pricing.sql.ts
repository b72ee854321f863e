// Prices per caller (rules §3): an approved partner sees its prices, everybody else retail. The rule is read with the price
// in the same statement, so that no screen and no cache can show one partner another's.
import type { Context } from '../platform/context.ts';
import { rows, sql } from '../platform/db.ts';

export type Pricing = { partnerId: number | null; level: number };

/** Only a session opened by password sees its partner's prices; a code by e-mail is not enough (security rule 46). */
export function pricingOf({ visitor }: Context): Pricing {
  const own = visitor?.verAuthFlag && (visitor.approval === 'approved' || visitor.approval === 'none');
  return own ? { partnerId: visitor.partnerId, level: visitor.level } : { partnerId: null, level: 0 };
}

/** The one rule that holds for SKU `s` of product `p`: partner before level, SKU before product before everything. */
export const ruleFor = ({
  partnerId,
  level,
}: Pricing) => sql`LEFT JOIN LATERAL (SELECT r.kind, r.value FROM price_rule r
    WHERE r.owner_id = s.owner_id AND (r.partner_id = ${partnerId}::bigint OR r.level = ${level}::smallint)
      AND (r.sku_id = s.sku_id OR r.sku_id IS NULL AND (r.product_id = p.product_id OR r.product_id IS NULL))
    ORDER BY r.partner_id IS NULL, r.sku_id IS NULL, r.product_id IS NULL LIMIT 1) g ON true`;

/**
 * Cards with the caller's own price of the same SKUs in place of the public one; untouched for everybody without prices of their own.
 * "From" is the usual price of the first SKU of the cheapest package, for everybody and on every page; days of their own price differ.
 */
export async function withOwnPrices<Card extends { product_id: number; from_minor: number }>(
  context: Context,
  cards: Card[],
): Promise<Card[]> {
  const pricing = pricingOf(context);
  if (pricing.partnerId === null || !cards.length) return cards;
  const { owner } = context;
  const ids = cards.map((card) => card.product_id);
  const own = await rows(
    owner,
    sql<{ product_id: number; from_minor: number }>`SELECT p.product_id,
        min(agent_price(s.price_minor, g.kind, g.value)) AS from_minor
      FROM product p JOIN package k ON k.owner_id = p.owner_id AND k.product_id = p.product_id AND k.on_shelf
      JOIN LATERAL (SELECT * FROM sku f WHERE f.owner_id = k.owner_id AND f.package_id = k.package_id AND f.on_shelf
        ORDER BY f.position, f.sku_id LIMIT 1) s ON true ${ruleFor(pricing)}
      WHERE p.owner_id = ${owner.id} AND p.product_id = ANY(${ids}) AND g.kind IS NOT NULL GROUP BY p.product_id`,
  );
  const prices = new Map(own.map((row) => [row.product_id, row.from_minor]));
  return cards.map((card) => ({
    ...card,
    from_minor: Math.min(Number(card.from_minor), prices.get(card.product_id) ?? Number.POSITIVE_INFINITY),
  }));
}
