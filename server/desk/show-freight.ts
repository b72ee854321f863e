// What delivery costs at another address of an order (decision 0768): staff see the difference from what was charged before they save.
import type { OutputOf } from '../../contract/index.ts';
import { rateBetween } from '../../domain/exchange-rate.ts';
import { money } from '../../domain/money.ts';
import type { Context } from '../platform/context.ts';
import { findFreightFacts } from './change.sql.ts';

type Freight = NonNullable<OutputOf<'consoleOrder'>['change']>['freight'];

/** The price of the goods, which free delivery is compared with. */
const ofGoods: readonly string[] = ['listed', 'partner', 'offer'];

/** Null where delivery is in the price, everything was sent, or a rate is missing. */
export async function showFreightOfOrder({ owner, site }: Context, orderNo: string): Promise<Freight> {
  const found = await findFreightFacts(owner, orderNo);
  if (!found?.parts.length) return null;
  const { currency, parts } = found;
  const { ownerRate, ...table } = found.table;
  const known = { [table.currency]: ownerRate, [currency]: found.rate, [site.currency]: '1' };
  const rate = rateBetween(table.currency, currency, known);
  if (!rate) return null;
  const sum = (amounts: number[]) =>
    money(
      amounts.reduce((all, minor) => all + minor, 0),
      currency,
    );
  return {
    terms: { ...table, rate },
    parts: parts.map(({ quantity, grams, ladder }) => ({
      ...{ quantity, grams },
      amount: sum(ladder.flatMap(({ step, amountMinor }) => (ofGoods.includes(step) ? [amountMinor] : []))),
    })),
    charged: sum(parts.map(({ freightMinor }) => freightMinor)),
  };
}
