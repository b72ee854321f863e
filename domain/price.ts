// The price ladder (decisions §5): listed → partner → promo code → add-ons, freight → channel fee → payable. Each step is
// stored on the line; the order keeps it, so no later change of price or rule touches what was agreed.
import { addMoney, type Money, money, spreadMoney } from './money.ts';

export type LadderStep = 'listed' | 'partner' | 'promo' | 'addOns' | 'freight';
/** Signed amounts in the selling currency; their sum is what the line costs before any channel fee. */
export type Ladder = { step: LadderStep; amountMinor: number }[];

export type PricedLine = { listed: Money; partner: Money };

/**
 * Ladders for the lines of one order. `listed` and `partner` are line totals (unit × quantity) in one selling currency;
 * the discount is spread over the lines by largest remainder, so that a line's cancellation returns only its share.
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
    const better = line.partner.amountMinor - line.listed.amountMinor;
    if (better !== 0) steps.push({ step: 'partner', amountMinor: better });
    const share = shares[at]?.amountMinor ?? 0;
    if (share !== 0) steps.push({ step: 'promo', amountMinor: -share });
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
