// Agent prices of the whole catalogue (rules §3, §11): listed with what they are for, written one by one, changed and deleted by the dozen.
import type { Currency } from '../../../domain/currencies.ts';
import { type PriceState, scopeNumber } from '../../../domain/price-scopes.ts';
import type { NamedSku } from '../../../locales/name-sku.ts';
import { ruleOrder, rulesFor } from '../../catalog/pricing.sql.ts';
import { isCityUsable } from '../../places/cities.sql.ts';
import { anywhere } from '../../platform/database/match-text.ts';
import { firstRow, type Owner, onlyIf, rows, sql } from '../../platform/db.ts';

type Texts = Record<string, string>;
type RuleKind = 'fixed' | 'percent' | 'amount';

/** What a price is for. At most one of product, city and type; a package or a SKU goes with its product; all null is everything. */
export type RuleTarget = {
  productId: string | null;
  packageId: string | null;
  skuId: string | null;
  city: string | null;
  type: number | null;
  level: number | null;
  partnerId: string | null;
};

export type RuleWorth = {
  kind: RuleKind;
  value: number;
  validBy: 'travel' | 'booking' | null;
  validFrom: string | null;
  validUntil: string | null;
};

export type AgentPriceRow = {
  rule_id: number;
  scope: number;
  product_id: number | null;
  product_names: Texts | null;
  package_id: number | null;
  package_names: Texts | null;
  sku: NamedSku | null;
  city: string | null;
  city_names: Texts | null;
  type: number | null;
  level: number | null;
  partner_id: number | null;
  partner_name: string | null;
  currency: Currency | null;
  kind: RuleKind;
  value: number;
  valid_by: 'travel' | 'booking' | null;
  valid_from: string | null;
  valid_until: string | null;
  created_at: Date;
};

const columns = sql`r.rule_id, r.scope, r.product_id, p.names AS product_names, k.package_id, k.names AS package_names,
  CASE WHEN s.sku_id IS NOT NULL THEN json_build_object('sku_id', s.sku_id, 'names', s.names, 'ticket_type', s.ticket_type,
    'car_type', s.car_type, 'seat_class', s.seat_class) END AS sku,
  r.city, c.names AS city_names, r.type, r.level, r.partner_id, a.name AS partner_name, p.currency, r.kind, r.value, r.valid_by,
  r.valid_from::text, r.valid_until::text, r.created_at`;

const joined = sql`price_rule r LEFT JOIN product p ON p.owner_id = r.owner_id AND p.product_id = r.product_id
  LEFT JOIN sku s ON s.owner_id = r.owner_id AND s.sku_id = r.sku_id
  LEFT JOIN package k ON k.owner_id = r.owner_id AND k.package_id = coalesce(r.package_id, s.package_id)
  LEFT JOIN city c ON c.city = r.city
  LEFT JOIN partner a ON a.owner_id = r.owner_id AND a.partner_id = r.partner_id`;

const stateConditions: Record<PriceState, (today: string) => ReturnType<typeof sql>> = {
  over: (today) => sql`r.valid_until < ${today}::date`,
  coming: (today) => sql`r.valid_from > ${today}::date`,
  current: (today) => sql`coalesce(r.valid_from, '-infinity') <= ${today}::date
    AND coalesce(r.valid_until, 'infinity') >= ${today}::date`,
};

export type AgentPriceFilter = {
  query: string;
  scope: 'sku' | 'package' | 'product' | 'city' | 'type' | 'everything' | null;
  level: number | null;
  kind: RuleKind | null;
  state: PriceState | null;
  partner: string | null;
  product: string | null;
  today: string;
};

/** The widest first, then by buyer, the newest of equals on top: the reverse of the order in which they apply. */
export async function listAgentPrices(owner: Owner, filter: AgentPriceFilter, page: { size: number; from: number }) {
  const like = anywhere(filter.query);
  const named = (names: ReturnType<typeof sql>) =>
    sql`EXISTS (SELECT 1 FROM jsonb_each_text(${names}) n WHERE n.value ILIKE ${like})`;
  const where = sql`r.owner_id = ${owner.id}
    AND ${onlyIf(filter.scope, sql`r.scope = ${filter.scope && scopeNumber(filter.scope)}`)}
    AND ${onlyIf(filter.level, sql`r.level = ${filter.level}`)} AND ${onlyIf(filter.kind, sql`r.kind = ${filter.kind}`)}
    AND ${onlyIf(filter.partner, sql`r.partner_id = ${filter.partner}::bigint`)}
    AND ${onlyIf(filter.product, sql`r.product_id = ${filter.product}::bigint`)}
    AND ${filter.state ? stateConditions[filter.state](filter.today) : sql`true`}
    AND ${onlyIf(
      filter.query || null,
      sql`(a.name ILIKE ${like} OR ${named(sql`p.names`)} OR ${named(sql`c.names`)})`,
    )}`;
  const count = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM ${joined} WHERE ${where}`,
  );
  const list = await rows(
    owner,
    sql<AgentPriceRow>`SELECT ${columns} FROM ${joined} WHERE ${where}
      ORDER BY r.scope DESC, r.type, r.city, r.product_id, k.package_id, r.sku_id, r.partner_id NULLS FIRST, r.level, r.rule_id DESC
      LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: count?.total ?? 0, list };
}

/** Prices that concern a product without being plain ones of itself or its SKUs: for a time, for a package, or wider. Over ones not. */
export function listOtherPrices(owner: Owner, productId: string, today: string): Promise<AgentPriceRow[]> {
  return rows(
    owner,
    sql<AgentPriceRow>`SELECT ${columns} FROM product o JOIN ${joined} ON true
      WHERE o.owner_id = ${owner.id} AND o.product_id = ${productId} AND r.owner_id = o.owner_id
        AND r.on_product IN (o.product_id, 0) AND r.on_city IN (o.city, '') AND r.on_type IN (o.type, 0)
        AND (r.product_id IS NULL OR r.package_id IS NOT NULL OR r.valid_by IS NOT NULL)
        AND coalesce(r.valid_until, 'infinity') >= ${today}::date
      ORDER BY r.partner_id NULLS FIRST, r.level, r.scope, r.rule_id DESC`,
  );
}

export type LevelPriceRow = { level: number; sku_id: number; price_minor: number; rule_id: number | null };

/** For every level that has a price at this product: what each SKU costs without a day of travel, and by which price. */
export function listLevelPrices(owner: Owner, productId: string, today: string): Promise<LevelPriceRow[]> {
  const rules = rulesFor(sql`ARRAY[-l.level]::bigint[]`, today);
  return rows(
    owner,
    sql<LevelPriceRow>`SELECT l.level, s.sku_id, agent_price(s.price_minor, g.kind, g.value) AS price_minor, g.rule_id
      FROM product p JOIN package k ON k.owner_id = p.owner_id AND k.product_id = p.product_id
      JOIN sku s ON s.owner_id = k.owner_id AND s.package_id = k.package_id
      CROSS JOIN generate_series(1, 9) l(level)
      LEFT JOIN LATERAL (SELECT r.kind, r.value, r.rule_id FROM price_rule r WHERE ${rules} ORDER BY ${ruleOrder} LIMIT 1) g ON true
      WHERE p.owner_id = ${owner.id} AND p.product_id = ${productId} ORDER BY l.level, s.sku_id`,
  );
}

export type PricedSkuRow = {
  product_id: number;
  currency: Currency;
  price_minor: number;
  cost_minor: number | null;
  rules: number[];
};

/**
 * A SKU's retail price and its cost on a day (or its usual ones), and the numbers of all prices that hold for the audiences, the winner
 * first.
 */
export function findPricedSku(
  owner: Owner,
  skuId: string,
  audiences: ReturnType<typeof sql>,
  { today, on }: { today: string; on: string | null },
) {
  return firstRow(
    owner,
    sql<PricedSkuRow>`SELECT p.product_id, p.currency, coalesce(x.price_minor, s.price_minor) AS price_minor,
        coalesce(c.cost_minor, s.cost_minor) AS cost_minor,
        ARRAY(SELECT r.rule_id FROM price_rule r WHERE ${rulesFor(audiences, today, sql`${on}::date`)} ORDER BY ${ruleOrder}) AS rules
      FROM sku s JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
      JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
      LEFT JOIN sku_price x ON x.owner_id = s.owner_id AND x.sku_id = s.sku_id AND x.play_on = ${on}::date
        AND x.session = ''
      LEFT JOIN sku_cost c ON c.owner_id = s.owner_id AND c.sku_id = s.sku_id AND c.play_on = ${on}::date
      WHERE s.owner_id = ${owner.id} AND s.sku_id = ${skuId}`,
  );
}

export async function findAgentPrices(owner: Owner, ids: readonly (string | number)[]): Promise<AgentPriceRow[]> {
  if (!ids.length) return [];
  return rows(
    owner,
    sql<AgentPriceRow>`SELECT ${columns} FROM ${joined} WHERE r.owner_id = ${owner.id} AND r.rule_id = ANY(${ids}::bigint[])`,
  );
}

/** Locked in one order, so that two people who change the same ones wait for each other. */
export async function lockAgentPrices(owner: Owner, ids: readonly string[]): Promise<AgentPriceRow[]> {
  await sql`SELECT 1 FROM price_rule WHERE owner_id = ${owner.id} AND rule_id = ANY(${ids}::bigint[]) ORDER BY rule_id
    FOR UPDATE`.execute(owner);
  return findAgentPrices(owner, ids);
}

/** The number of the new price, or of the one for the same, for the same buyers and the same time, which it replaces. */
export async function putAgentPrice(owner: Owner, { target, worth }: { target: RuleTarget; worth: RuleWorth }) {
  const row = await firstRow(
    owner,
    sql<{
      rule_id: number;
    }>`INSERT INTO price_rule (owner_id, product_id, package_id, sku_id, city, type, level, partner_id, kind, value,
        valid_by, valid_from, valid_until)
      VALUES (${owner.id}, ${target.productId}, ${target.packageId}, ${target.skuId}, ${target.city}, ${target.type}, ${target.level},
        ${target.partnerId}, ${worth.kind}, ${worth.value}, ${worth.validBy}, ${worth.validFrom}::date, ${worth.validUntil}::date)
      ON CONFLICT (owner_id, audience, product_id, package_id, sku_id, city, type, valid_by, valid_from, valid_until)
      DO UPDATE SET kind = EXCLUDED.kind, value = EXCLUDED.value RETURNING rule_id`,
  );
  if (!row) throw new Error('a price was not written');
  return row.rule_id;
}

/** The number of the price for the same, for the same buyers and the same time, if there is one. */
export async function findSamePrice(owner: Owner, { target, worth }: { target: RuleTarget; worth: RuleWorth }) {
  const row = await firstRow(
    owner,
    sql<{ rule_id: number }>`SELECT rule_id FROM price_rule WHERE owner_id = ${owner.id}
      AND product_id IS NOT DISTINCT FROM ${target.productId}::bigint AND package_id IS NOT DISTINCT FROM ${target.packageId}::bigint
      AND sku_id IS NOT DISTINCT FROM ${target.skuId}::bigint AND city IS NOT DISTINCT FROM ${target.city}::text
      AND type IS NOT DISTINCT FROM ${target.type}::smallint AND level IS NOT DISTINCT FROM ${target.level}::smallint
      AND partner_id IS NOT DISTINCT FROM ${target.partnerId}::bigint AND valid_by IS NOT DISTINCT FROM ${worth.validBy}::text
      AND valid_from IS NOT DISTINCT FROM ${worth.validFrom}::date AND valid_until IS NOT DISTINCT FROM ${worth.validUntil}::date
      FOR UPDATE`,
  );
  return row?.rule_id;
}

export async function changeAgentPrice(owner: Owner, id: string, worth: RuleWorth): Promise<void> {
  await sql`UPDATE price_rule SET kind = ${worth.kind}, value = ${worth.value}, valid_by = ${worth.validBy},
      valid_from = ${worth.validFrom}::date, valid_until = ${worth.validUntil}::date
    WHERE owner_id = ${owner.id} AND rule_id = ${id}`.execute(owner);
}

/** `values` in the order of `ids`. */
export async function changePercents(owner: Owner, ids: readonly string[], values: readonly number[]): Promise<void> {
  await sql`UPDATE price_rule r SET value = g.value FROM unnest(${ids}::bigint[], ${values}::bigint[]) g(rule_id, value)
    WHERE r.owner_id = ${owner.id} AND r.rule_id = g.rule_id AND r.kind = 'percent'`.execute(owner);
}

export async function deleteAgentPrices(owner: Owner, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM price_rule WHERE owner_id = ${owner.id} AND rule_id = ANY(${ids}::bigint[])`.execute(owner);
}

/** What a price may name: whether the city and the partner are known, and where a package or SKU belongs, with what it costs. */
export function findTargetFacts(owner: Owner, { productId, packageId, skuId, city, partnerId }: RuleTarget) {
  return firstRow(
    owner,
    sql<{
      product: boolean;
      package: boolean;
      price: number | null;
      currency: Currency | null;
      city: boolean;
      partner: boolean;
    }>`SELECT
        (SELECT currency FROM product WHERE owner_id = ${owner.id} AND product_id = ${productId}::bigint) AS currency,
        EXISTS (SELECT 1 FROM product WHERE owner_id = ${owner.id} AND product_id = ${productId}::bigint) AS product,
        EXISTS (SELECT 1 FROM package WHERE owner_id = ${owner.id} AND product_id = ${productId}::bigint
          AND package_id = ${packageId}::bigint) AS package,
        (SELECT s.price_minor FROM sku s JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
          WHERE s.owner_id = ${owner.id} AND s.sku_id = ${skuId}::bigint AND k.product_id = ${productId}::bigint) AS price,
        EXISTS (SELECT 1 FROM city c WHERE c.city = ${city} AND ${isCityUsable(owner)}) AS city,
        EXISTS (SELECT 1 FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}::bigint
          AND kind <> 'individual') AS partner`,
  );
}

export async function findPartnerLevel(owner: Owner, partnerId: string): Promise<number | undefined> {
  const row = await firstRow(
    owner,
    sql<{ level: number }>`SELECT level FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}
      AND kind <> 'individual'`,
  );
  return row?.level;
}
