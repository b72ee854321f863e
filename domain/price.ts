// The price ladder (rules §5): listed → partner → limited offer → promo code → add-ons, freight → channel fee → payable. Each step is
// stored on the line, so that later changes of prices or rules do not affect the order.
import { addMoney, type Money, money, spreadMoney } from './money.ts';

export const ladderSteps = ['listed', 'partner', 'offer', 'promo', 'addOns', 'freight'] as const;
type LadderStep = (typeof ladderSteps)[number];
/** Signed amounts in the selling currency; their sum is what the line costs before any channel fee. */
export type Ladder = { step: LadderStep; amountMinor: number }[];

/** `ownPrice` is the buyer's price without a limited offer, `partner` with it; the same where there is none. */
export type PricedLine = { listed: Money; ownPrice?: Money; partner: Money; addOns?: Money; freight?: Money };

export type PriceRule = { kind: 'fixed' | 'percent' | 'amount'; value: number };

/**
 * A partner's price of one unit (rules §3). `value` is minor units for fixed and amount, hundredths of a percent for percent.
 * Never above retail, never below zero; half a unit of discount rounds up, as in the SQL function of the same name.
 */
export function agentPrice(retailMinor: number, rule: PriceRule | null): number {
  if (!rule) return retailMinor;
  if (rule.kind === 'fixed') return Math.min(retailMinor, rule.value);
  if (rule.kind === 'amount') return Math.max(retailMinor - rule.value, 0);
  return retailMinor - Number((BigInt(retailMinor) * BigInt(rule.value) + 5000n) / 10_000n);
}

/**
 * Ladders for the lines of one order. `listed` and `partner` are line totals (unit × quantity) in one selling currency;
 * the discount is spread over the lines by largest remainder, so that cancelling a line refunds only its share; add-ons
 * and freight are added afterwards and get no discount.
 */
export function buildLadders(
  lines: PricedLine[],
  discountMinor: number,
): { ladders: Ladder[]; lineTotals: Money[]; total: Money } {
  const first = lines[0];
  if (!first) throw new RangeError('an order has at least one line');
  const currency = first.partner.currency;
  const shares = spreadMoney(
    money(discountMinor, currency),
    lines.map((line) => line.partner.amountMinor),
  );
  const ladders = lines.map((line, at): Ladder => {
    const steps: Ladder = [{ step: 'listed', amountMinor: line.listed.amountMinor }];
    const ownPrice = line.ownPrice ?? line.partner;
    const better = ownPrice.amountMinor - line.listed.amountMinor;
    if (better !== 0) steps.push({ step: 'partner', amountMinor: better });
    const offered = line.partner.amountMinor - ownPrice.amountMinor;
    if (offered !== 0) steps.push({ step: 'offer', amountMinor: offered });
    const share = shares[at]?.amountMinor ?? 0;
    if (share !== 0) steps.push({ step: 'promo', amountMinor: -share });
    if (line.addOns && line.addOns.amountMinor !== 0)
      steps.push({ step: 'addOns', amountMinor: line.addOns.amountMinor });
    if (line.freight && line.freight.amountMinor !== 0)
      steps.push({ step: 'freight', amountMinor: line.freight.amountMinor });
    return steps;
  });
  const lineTotals = ladders.map((steps) =>
    money(
      steps.reduce((sum, step) => sum + step.amountMinor, 0),
      currency,
    ),
  );
  return { ladders, lineTotals, total: addMoney(money(0, currency), ...lineTotals) };
}

/** What was agreed about a line: its units, the price of one, and what a promo code took off all of them, in minor units. */
export type AgreedPrice = { unitMinor: number; quantity: number; discountMinor: number };

/**
 * What `units` of a line cost more at `after` each than at `before` (below zero: what comes back), in minor units. The discount of a promo
 * code goes with the price that was agreed: of what became cheaper the code had paid its part, and what became dearer has no discount
 * (decision 0709).
 */
export function changeOfPrice(agreed: AgreedPrice, units: number, before: number, after: number): number {
  return (after - before) * units - (discountAt(agreed, units, after) - discountAt(agreed, units, before));
}

/** What the code takes off `units` at this price: its part of what was agreed, never more. */
function discountAt({ unitMinor, quantity, discountMinor }: AgreedPrice, units: number, price: number): number {
  const agreedMinor = BigInt(unitMinor) * BigInt(quantity);
  if (agreedMinor === 0n) return 0;
  const covered = BigInt(Math.min(price, unitMinor)) * BigInt(Math.min(units, quantity));
  return Number((BigInt(discountMinor) * covered) / agreedMinor);
}
