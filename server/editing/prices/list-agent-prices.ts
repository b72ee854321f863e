// Agent prices over the whole catalogue, and why a SKU has its price for a buyer (rules §11). The winner is found by the condition and
// the order that the prices themselves use (server/catalog/pricing.sql.ts).
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { todayIn } from '../../../domain/dates.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { money, roundDivide } from '../../../domain/money.ts';
import { agentPrice } from '../../../domain/price.ts';
import { audiencesOf } from '../../catalog/pricing.sql.ts';
import { findLevels } from '../../member/levels.sql.ts';
import type { Context } from '../../platform/context.ts';
import * as prices from './agent-prices.sql.ts';
import { showAgentPrice } from './show-agent-price.ts';

export async function listPrices(
  context: Context,
  { page, size, query, ...filter }: ParsedInputOf<'consoleAgentPrices'>,
): Promise<OutputOf<'consoleAgentPrices'>> {
  const { owner, site, now } = context;
  const today = todayIn(site.zone, now.getTime());
  const [{ total, list }, levels] = await Promise.all([
    prices.listAgentPrices(
      owner,
      {
        query: query.trim(),
        scope: filter.scope ?? null,
        level: filter.level ?? null,
        kind: filter.kind ?? null,
        state: filter.state ?? null,
        partner: filter.partner ?? null,
        product: filter.product ?? null,
        today,
      },
      { size, from: (page - 1) * size },
    ),
    findLevels(owner),
  ]);
  return {
    total,
    page,
    pages: Math.ceil(total / size),
    levelNames: levels.names,
    list: list.map((row) => showAgentPrice(row, context, today)),
  };
}

/** For one partner with its own level, or for the agents of a level. Refuses invalidInput unless exactly one is named. */
export async function explainPrice(
  context: Context,
  { skuId, level: wantedLevel, partnerId, on }: ParsedInputOf<'consolePriceReason'>,
): Promise<OutputOf<'consolePriceReason'>> {
  const { owner, site, now } = context;
  if ((wantedLevel === undefined) === (partnerId === undefined))
    throw new Refusal('invalidInput', { fields: { level: { problem: 'choose' } } });
  const level = partnerId === undefined ? wantedLevel : await prices.findPartnerLevel(owner, partnerId);
  if (level === undefined) throw new Refusal('invalidInput', { fields: { partnerId: { problem: 'choose' } } });
  const today = todayIn(site.zone, now.getTime());
  const audiences = audiencesOf({ partnerId: partnerId === undefined ? null : Number(partnerId), level });
  const row = await prices.findPricedSku(owner, skuId, audiences, { today, on: on ?? null });
  if (!row) throw new NotHere();
  const [found, levels] = await Promise.all([prices.findAgentPrices(owner, row.rules), findLevels(owner)]);
  const inOrder = row.rules.flatMap((id) => found.filter((price) => price.rule_id === Number(id)));
  const priceMinor = agentPrice(row.price_minor, inOrder[0] ?? null);
  const marginMinor = row.price_minor - priceMinor;
  const share = (part: number, whole: number) =>
    whole ? Number(roundDivide(BigInt(part) * 10_000n, BigInt(whole))) : 0;
  const profitMinor = row.cost_minor === null ? null : priceMinor - row.cost_minor;
  return {
    level,
    levelNames: levels.names,
    retail: money(row.price_minor, row.currency),
    price: money(priceMinor, row.currency),
    margin: money(marginMinor, row.currency),
    marginShare: share(marginMinor, row.price_minor),
    cost: row.cost_minor === null ? null : money(row.cost_minor, row.currency),
    profit: profitMinor === null ? null : money(profitMinor, row.currency),
    profitShare: profitMinor === null ? 0 : share(profitMinor, priceMinor),
    rules: inOrder.map((price) => showAgentPrice(price, context, today)),
  };
}
