// Plain agent prices of a product (rules §3): for a SKU or the whole product, always; and what of the product prices can be for.
import type { Currency } from '../../../domain/currencies.ts';
import type { NamedSku } from '../../../locales/name-sku.ts';
import { firstRow, type Owner, rows, sql } from '../../platform/db.ts';

type Texts = Record<string, string>;
type RuleSku = NamedSku & { package_id: number; package_names: Texts; price_minor: number };
type RuleRow = {
  rule_id: number;
  sku_id: number | null;
  level: number | null;
  partner_id: number | null;
  partner_name: string | null;
  kind: 'fixed' | 'percent' | 'amount';
  value: number;
};

export function findRuleFrame(owner: Owner, productId: string) {
  return firstRow(
    owner,
    sql<{
      currency: Currency;
      skus: RuleSku[];
      packages: { package_id: number; names: Texts }[];
    }>`SELECT p.currency, (SELECT coalesce(json_agg(json_build_object('sku_id', s.sku_id, 'names', s.names,
          'ticket_type', s.ticket_type, 'car_type', s.car_type, 'seat_class', s.seat_class, 'price_minor', s.price_minor,
          'package_id', k.package_id, 'package_names', k.names) ORDER BY k.position, k.package_id, s.position, s.sku_id), '[]')
        FROM package k JOIN sku s ON s.owner_id = k.owner_id AND s.package_id = k.package_id
        WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id) AS skus,
        (SELECT coalesce(json_agg(json_build_object('package_id', k.package_id, 'names', k.names)
          ORDER BY k.position, k.package_id), '[]')
        FROM package k WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id) AS packages
      FROM product p WHERE p.owner_id = ${owner.id} AND p.product_id = ${productId}`,
  );
}

export function listRules(owner: Owner, productId: string): Promise<RuleRow[]> {
  return rows(
    owner,
    sql<RuleRow>`SELECT r.rule_id, r.sku_id, r.level, r.partner_id, a.name AS partner_name, r.kind, r.value FROM price_rule r
      LEFT JOIN partner a ON a.owner_id = r.owner_id AND a.partner_id = r.partner_id
      WHERE r.owner_id = ${owner.id} AND r.product_id = ${productId} AND r.package_id IS NULL AND r.valid_by IS NULL
      ORDER BY r.partner_id NULLS FIRST, r.level, r.sku_id NULLS FIRST`,
  );
}

export async function isRuleOf(owner: Owner, productId: string, ruleId: string): Promise<boolean> {
  const found = await rows(
    owner,
    sql`SELECT 1 FROM price_rule WHERE owner_id = ${owner.id} AND product_id = ${productId} AND rule_id = ${ruleId}`,
  );
  return found.length > 0;
}
