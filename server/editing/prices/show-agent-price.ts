// One agent price as the back office shows it (rules §11): what it is for in the reader's words, how much, and when it counts.
import type { OutputOf } from '../../../contract/index.ts';
import { textIn } from '../../../domain/languages.ts';
import { type PriceState, priceScopes } from '../../../domain/price-scopes.ts';
import { nameSku } from '../../../locales/name-sku.ts';
import type { Context } from '../../platform/context.ts';
import type { AgentPriceRow } from './agent-prices.sql.ts';

type Shown = OutputOf<'consoleAgentPrices'>['list'][number];

const idOf = (id: number | null) => (id === null ? null : String(id));

export function showAgentPrice(row: AgentPriceRow, { language }: Context, today: string): Shown {
  const scope = priceScopes[row.scope - 1];
  if (!scope) throw new Error(`a price without a scope: ${row.rule_id}`);
  return {
    id: String(row.rule_id),
    scope,
    productId: idOf(row.product_id),
    productName: row.product_names ? textIn(row.product_names, language) : '',
    packageId: idOf(row.package_id),
    packageName: row.package_names ? textIn(row.package_names, language) : '',
    skuId: row.sku ? String(row.sku.sku_id) : null,
    skuName: row.sku ? nameSku(row.sku, language) : '',
    city: row.city,
    cityName: row.city_names ? textIn(row.city_names, language) : '',
    type: row.type,
    level: row.level,
    partnerId: idOf(row.partner_id),
    partnerName: row.partner_name ?? '',
    currency: row.currency,
    kind: row.kind,
    value: row.value,
    validBy: row.valid_by,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
    state: stateOf(row, today),
    createdAt: row.created_at.toISOString(),
  };
}

function stateOf({ valid_from, valid_until }: AgentPriceRow, today: string): PriceState {
  if (valid_until !== null && valid_until < today) return 'over';
  return valid_from !== null && valid_from > today ? 'coming' : 'current';
}
