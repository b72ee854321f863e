// Prices per caller (rules §3, §11): an approved partner sees its prices, all others retail prices. The rule is read with the price
// in the same statement, so that no screen and no cache can show one partner another's.
import { todayIn } from '../../domain/dates.ts';
import { carTypes, ticketTypes } from '../../domain/product-types.ts';
import type { Context } from '../platform/context.ts';
import { rows, sql } from '../platform/db.ts';
import { type AudienceNames, audienceOf } from '../site/hidden.sql.ts';

export type RawSql = ReturnType<typeof sql>;

/** Whose prices, the day of the booking in the owner's zone, and its instant in milliseconds. */
export type Pricing = { partnerId: number | null; level: number; today: string; now: number };

export function pricingOf(context: Context): Pricing {
  const now = context.now.getTime();
  return { ...audienceOf(context), today: todayIn(context.site.zone, now), now };
}

/**
 * The retail price `t.minor` of SKU `s` on a day in a session (decision 0301): the session's on that day, the session's of every day, the
 * day's, the SKU's own. Whole days, which are most, look for no session.
 */
export const retailOn = (
  day: RawSql,
  session: RawSql,
) => sql`LEFT JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id
    AND x.play_on = ${day} AND x.session = ''
  CROSS JOIN LATERAL (SELECT coalesce(CASE WHEN ${session} <> '' THEN coalesce(
    (SELECT y.price_minor FROM sku_price y WHERE y.owner_id = s.owner_id AND y.sku_id = s.sku_id AND y.play_on = ${day}
      AND y.session = ${session}),
    (SELECT (e ->> 'priceMinor')::bigint FROM jsonb_array_elements(s.session_prices) e WHERE e ->> 'session' = ${session} LIMIT 1)) END,
    x.price_minor, s.price_minor) AS minor) t`;

/**
 * What the caller pays for a SKU of product `p` whose retail price is `retail`: by the rule `g`, or by a limited offer where that is less
 * (decision 0470). Cards and pages, which know the retail price, compute the same in offer/apply-offer.ts.
 */
export const paidPrice = (
  retail: RawSql,
  { now }: Pricing,
) => sql`CASE WHEN p.offers IS NULL THEN agent_price(${retail}, g.kind, g.value)
  ELSE least(agent_price(${retail}, g.kind, g.value),
    agent_price(${retail}, 'percent', 100 * offer_percent(p.offers, ${now}::bigint))) END`;

/** SKUs `s` of a package as buyers see them: tickets and cars in the order of §9, seats by number, the others as the owner put them. */
export const skuOrder = sql`array_position(${[...ticketTypes]}::int[], s.ticket_type), array_position(${[...carTypes]}::int[], s.car_type),
  s.seat_class, s.position, s.sku_id`;

/** The price of a whole package or product, where no day is chosen yet: rules for days of travel do not count there. */
const noDay = sql`NULL::date`;

/**
 * Which rules `r` concern SKU `s` of product `p` (decision 0241). `audiences` are partners' numbers and negative levels. Each column of
 * the index is compared with plain values: row security keeps conditions that call functions out of an index.
 */
const isForSku = (audiences: RawSql) => sql`r.owner_id = s.owner_id AND ${isForProduct(audiences)}
    AND (r.sku_id IS NULL OR r.sku_id = s.sku_id) AND (r.package_id IS NULL OR r.package_id = s.package_id)`;

const isForProduct = (
  audiences: RawSql,
) => sql`r.audience = ANY(${audiences}) AND r.on_product = ANY(ARRAY[p.product_id, 0])
    AND r.on_city = ANY(ARRAY[p.city, '']) AND r.on_type = ANY(ARRAY[p.type, 0::smallint])`;

const isInForce = (today: string, day: RawSql) => sql`(r.valid_by IS NULL
    OR CASE r.valid_by WHEN 'booking' THEN ${today}::date ELSE ${day} END
      BETWEEN coalesce(r.valid_from, '-infinity') AND coalesce(r.valid_until, 'infinity'))`;

/** Rules `r` that hold today where no day of travel is chosen. */
export const rulesOfDay = (today: string) => isInForce(today, noDay);

/** Which rules `r` hold for SKU `s` of product `p` on a day of travel. */
export const rulesFor = (audiences: RawSql, today: string, day: RawSql = noDay) =>
  sql`${isForSku(audiences)} AND ${isInForce(today, day)}`;

/** Partner before level; SKU before package, product, city, type and everything; among equals the one made last (rules §11). */
export const ruleOrder = sql`r.audience < 0, r.scope, r.rule_id DESC`;

export const audiencesOf = ({ partnerId, level }: Pick<Pricing, 'partnerId' | 'level'>) =>
  sql`ARRAY[${partnerId}::bigint, ${-level}::bigint]`;

const noRule = sql`LEFT JOIN (SELECT NULL::text AS kind, NULL::bigint AS value) g ON true`;

/** The one rule `g` for SKU `s` of product `p` on a day of travel. Callers who pay retail have none, and none is looked for. */
export const ruleFor = (pricing: Pricing, day: RawSql = noDay) =>
  pricing.partnerId === null
    ? noRule
    : sql`LEFT JOIN LATERAL (SELECT r.kind, r.value FROM price_rule r WHERE ${rulesFor(audiencesOf(pricing), pricing.today, day)}
        ORDER BY ${ruleOrder} LIMIT 1) g ON true`;

/** The same for a caller with prices of their own, whose names and day are values of a prepared statement. */
export const ownRule = (names: AudienceNames, today: string) =>
  sql`LEFT JOIN LATERAL (SELECT r.kind, r.value FROM price_rule r WHERE ${rulesFor(sql`${names}::bigint[]`, today)}
    ORDER BY ${ruleOrder} LIMIT 1) g ON true`;

/** Each package of product `p` with its first SKU, which "from" prices are of, and the rule for that. */
const firstSkus = (
  rule: RawSql,
) => sql`JOIN package k ON k.owner_id = p.owner_id AND k.product_id = p.product_id AND k.on_shelf
  JOIN LATERAL (SELECT * FROM sku s WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id AND s.on_shelf
    ORDER BY ${skuOrder} LIMIT 1) s ON true ${rule}`;

/** A price with hundredths of a percent off. */
export const percentOff = (price: RawSql, percent: RawSql) => sql`agent_price(${price}, 'percent', ${percent})`;

/**
 * The prices that rules for products give a caller with partner prices (agent_from), one row for each product with such rules: the
 * partner's before the level's. `looks_through`: both have rules for it, or some count by the day.
 */
export const storedPrices = (ownerId: number, names: AudienceNames, product = sql``) => {
  const stored = (at: 1 | 2) => sql`SELECT * FROM agent_from
    WHERE owner_id = ${ownerId} AND audience = (${names}::bigint[])[${sql.lit(at)}] ${product}`;
  return sql`SELECT coalesce(a.product_id, b.product_id) AS product_id, a.product_id IS NOT NULL AS of_partner,
      coalesce(a.own_minor, b.own_minor) AS own_minor, coalesce(a.rest_minor, b.rest_minor) AS rest_minor,
      coalesce(a.usual_minor, b.usual_minor) AS usual_minor, a.by_day OR b.by_day OR a.product_id = b.product_id AS looks_through
    FROM (${stored(1)}) a FULL JOIN (${stored(2)}) b ON b.product_id = a.product_id`;
};

type WiderRule = { ownerId: number; names: AudienceNames; today: string; percent: RawSql; isPartners: RawSql };

/**
 * The lowest price of a product for a caller with prices of their own (decision 0515), from the row `n` of `storedPrices` and the first
 * rule for its city, its type or everything: its percentage, and whether it is the partner's. Where partner and level both have rules for
 * the product, or some count by the day, the rules are looked through. Null where no rule is for the product itself.
 */
export const lowestOwn = (named: 'f' | 'q', { ownerId, names, today, percent, isPartners }: WiderRule) =>
  sql`CASE WHEN n.looks_through
      THEN lowest_by_rules(${ownerId}::bigint, ${names}::bigint[], ${sql.ref(`${named}.product_id`)}, ${sql.ref(`${named}.city`)},
        ${sql.ref(`${named}.type`)}, ${today}::date)
    WHEN n.of_partner OR n.product_id IS NOT NULL AND NOT ${isPartners}
      THEN least(n.own_minor, ${percentOff(sql`n.rest_minor`, percent)}) END`;

/** Whether some rule of prices is for the caller. */
export const hasRules = (ownerId: number, names: AudienceNames) =>
  sql`EXISTS (SELECT 1 FROM price_rule r WHERE r.owner_id = ${ownerId} AND r.audience = ANY(${names}::bigint[]))`;

/**
 * "From" of product `q` as on the caller's card (see withOwnPrices), from values of a prepared statement. Where no rule is for the caller,
 * no product is looked through.
 */
export const ownFrom = (ownerId: number, names: AudienceNames, today: string) => {
  const wide = { percent: sql`coalesce(g.value, 0)`, isPartners: sql`coalesce(g.audience > 0, false)` };
  return sql`CASE WHEN ${hasRules(ownerId, names)}
    THEN (SELECT ${cardPrice(lowestOwn('q', { ownerId, names, today, ...wide }), wide.percent)}
      FROM (SELECT 1) one LEFT JOIN LATERAL (SELECT r.audience, r.value FROM price_rule r WHERE r.owner_id = ${ownerId}
        AND r.audience = ANY(${names}::bigint[]) AND r.on_product = 0 AND r.on_city = ANY(ARRAY[q.city, ''])
        AND r.on_type = ANY(ARRAY[q.type, 0::smallint]) AND ${isInForce(today, noDay)} ORDER BY ${ruleOrder} LIMIT 1) g ON true
      LEFT JOIN LATERAL (${storedPrices(ownerId, names, sql`AND product_id = q.product_id`)}) n ON true)
    ELSE q.from_minor END`;
};

/** "From" of product `q` by its lowest price where rules are for the product itself, else by the percentage of a wider one. */
export const cardPrice = (lowest: RawSql, percent: RawSql) =>
  sql`least(q.from_minor, coalesce(${lowest}, ${percentOff(sql`q.from_minor`, percent)}))`;

/**
 * The rules for package `k` of product `p` that count on some day between two, in the order in which they count: kind and value, the SKU
 * that one is for, and its own days (inventory/days.sql.ts).
 */
export const rulesOfPackage = (
  names: AudienceNames,
  { today, from, to }: { today: string; from: string; to: string },
) =>
  sql`(SELECT json_agg(json_build_array(r.sku_id, r.kind, r.value, r.valid_by, r.valid_from, r.valid_until) ORDER BY ${ruleOrder})
    FROM price_rule r WHERE r.owner_id = p.owner_id AND ${isForProduct(sql`${names}::bigint[]`)}
      AND (r.package_id IS NULL OR r.package_id = k.package_id)
      AND (r.valid_by IS NULL
        OR (coalesce(r.valid_from, '-infinity') <= CASE r.valid_by WHEN 'booking' THEN ${today}::date ELSE ${to}::date END
        AND coalesce(r.valid_until, 'infinity') >= CASE r.valid_by WHEN 'booking' THEN ${today}::date ELSE ${from}::date END)))`;

/**
 * Cards with the caller's own price of the same SKUs in place of the public one; unchanged for callers without partner prices.
 * "From" is the usual price of the first SKU of the cheapest package, for all callers and on every page; days of their own price differ.
 */
export async function withOwnPrices<Card extends { product_id: number; from_minor: number; usual_minor?: number }>(
  context: Context,
  cards: Card[],
): Promise<Card[]> {
  const pricing = pricingOf(context);
  if (pricing.partnerId === null || !cards.length) return cards;
  const { owner } = context;
  const ids = cards.map((card) => card.product_id);
  const found = await rows(
    owner,
    sql<{ product_id: number; from_minor: number }>`SELECT p.product_id,
        min(agent_price(s.price_minor, g.kind, g.value)) AS from_minor
      FROM product p ${firstSkus(ruleFor(pricing))}
      WHERE p.owner_id = ${owner.id} AND p.product_id = ANY(${ids}) AND g.kind IS NOT NULL GROUP BY p.product_id`,
  );
  const prices = new Map(found.map((row) => [row.product_id, row.from_minor]));
  return cards.map((card) => ({
    ...card,
    usual_minor: card.from_minor,
    from_minor: Math.min(Number(card.from_minor), prices.get(card.product_id) ?? Number.POSITIVE_INFINITY),
  }));
}
