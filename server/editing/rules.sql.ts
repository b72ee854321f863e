// Agent prices of a product (rules §3): one rule per SKU or whole product for a level or a partner.
import type { Currency } from '../../domain/currencies.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';
import type { NamedSku } from './name-sku.ts';

type Texts = Record<string, string>;
export type RuleKind = 'fixed' | 'percent' | 'amount';
export type RuleSku = NamedSku & { package_names: Texts; price_minor: number };
export type RuleRow = {
  rule_id: number;
  sku_id: number | null;
  level: number | null;
  partner_id: number | null;
  partner_name: string | null;
  kind: RuleKind;
  value: number;
};

export function findRuleFrame(owner: Owner, productId: string) {
  return firstRow(
    owner,
    sql<{
      currency: Currency;
      skus: RuleSku[];
    }>`SELECT p.currency, (SELECT coalesce(json_agg(json_build_object('sku_id', s.sku_id, 'names', s.names,
          'ticket_type', s.ticket_type, 'car_type', s.car_type, 'seat_class', s.seat_class, 'price_minor', s.price_minor,
          'package_names', k.names) ORDER BY k.position, k.package_id, s.position, s.sku_id), '[]')
        FROM package k JOIN sku s ON s.owner_id = k.owner_id AND s.package_id = k.package_id
        WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id) AS skus
      FROM product p WHERE p.owner_id = ${owner.id} AND p.product_id = ${productId}`,
  );
}

export function listRules(owner: Owner, productId: string): Promise<RuleRow[]> {
  return rows(
    owner,
    sql<RuleRow>`SELECT r.rule_id, r.sku_id, r.level, r.partner_id, a.name AS partner_name, r.kind, r.value FROM price_rule r
      LEFT JOIN partner a ON a.owner_id = r.owner_id AND a.partner_id = r.partner_id
      WHERE r.owner_id = ${owner.id} AND r.product_id = ${productId} ORDER BY r.partner_id NULLS FIRST, r.level, r.sku_id NULLS FIRST`,
  );
}

export async function isPartner(owner: Owner, partnerId: string): Promise<boolean> {
  const found = await rows(
    owner,
    sql`SELECT 1 FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind <> 'individual'`,
  );
  return found.length > 0;
}

export type NewRule = {
  productId: string;
  skuId: string | null;
  level: number | null;
  partnerId: string | null;
  kind: RuleKind;
  value: number;
};

/** The rule for this SKU or product and this level or partner, as it was and under the same number as it is now. */
export async function putRule(owner: Owner, rule: NewRule) {
  const before = await firstRow(
    owner,
    sql<{
      kind: RuleKind;
      value: number;
    }>`SELECT kind, value FROM price_rule WHERE owner_id = ${owner.id} AND product_id = ${rule.productId}
      AND sku_id IS NOT DISTINCT FROM ${rule.skuId}::bigint AND level IS NOT DISTINCT FROM ${rule.level}::smallint
      AND partner_id IS NOT DISTINCT FROM ${rule.partnerId}::bigint FOR UPDATE`,
  );
  await sql`INSERT INTO price_rule (owner_id, product_id, sku_id, level, partner_id, kind, value)
    VALUES (${owner.id}, ${rule.productId}, ${rule.skuId}, ${rule.level}, ${rule.partnerId}, ${rule.kind}, ${rule.value})
    ON CONFLICT (owner_id, coalesce(product_id, 0), coalesce(sku_id, 0), coalesce(level, 0), coalesce(partner_id, 0))
    DO UPDATE SET kind = EXCLUDED.kind, value = EXCLUDED.value`.execute(owner);
  return before;
}

export function deleteRule(owner: Owner, productId: string, ruleId: string) {
  return firstRow(
    owner,
    sql<Omit<RuleRow, 'partner_name'>>`DELETE FROM price_rule WHERE owner_id = ${owner.id} AND product_id = ${productId}
      AND rule_id = ${ruleId} RETURNING rule_id, sku_id, level, partner_id, kind, value`,
  );
}
