// The price of an attempt (decision 0505): while one is under way and its rate holds, what it was begun for; otherwise at the present rate,
// which the buyer sees before anything is charged.
import type { Currency } from '../../../domain/currencies.ts';
import { type Money, money } from '../../../domain/money.ts';
import { traitsOf } from '../../../domain/pay-channels.ts';
import type { OrderRow } from '../../order/read.sql.ts';
import type { Context } from '../../platform/context.ts';
import type { Exchange } from '../../site/show-exchange.ts';
import type { ChannelSetting } from '../channel.sql.ts';
import type { PaymentRow } from '../payment.sql.ts';
import { type ChannelPrice, priceChannel } from '../price-channel.ts';

/** `attempt`: the running attempt whose price still holds. */
export type AttemptPrice = ChannelPrice & { attempt: PaymentRow | null };

type Priced = Pick<OrderRow, 'payable_minor' | 'currency' | 'rate'>;

/** Undefined where the way cannot be priced. Another currency than the attempt's gives it up: the buyer sees another price by now. */
export async function priceAttempt(
  context: Pick<Context, 'owner' | 'site' | 'now'>,
  due: Priced,
  setting: ChannelSetting,
  { shown, live }: { shown: Currency | undefined; live: PaymentRow | undefined },
): Promise<AttemptPrice | undefined> {
  const fresh = await priceChannel(context, due, setting, shown);
  const stored = live && isStillValid(live, due, setting.channel, context.now) ? live : null;
  if (stored && (!fresh || fresh.payable.currency === stored.currency)) return { ...priceOf(stored), attempt: stored };
  return fresh && { ...fresh, attempt: null };
}

/** The same amount by the same way; where it was converted, until the attempt ends. A transfer keeps its rate as long as it waits. */
function isStillValid(live: PaymentRow, due: Priced, channel: string, now: Date): boolean {
  if (live.channel !== channel || live.order_minor !== due.payable_minor) return false;
  if (live.currency === due.currency || traitsOf(live.channel).byTransfer) return true;
  return live.expires_at === null || live.expires_at > now;
}

function priceOf(live: PaymentRow): ChannelPrice {
  const { currency, rate, rate_source: source, rate_on: on, surcharge_percent: surchargePercent } = live;
  return {
    payable: money(live.amount_minor, currency),
    fee: money(live.fee_minor, currency),
    ...{ rate, source, on, surchargePercent },
  };
}

/** Both amounts of the price for `due`, and the rate. */
export function showPriced(price: AttemptPrice, due: Money): Exchange | null {
  const { payable, rate, source, on, surchargePercent, attempt: stored } = price;
  if (payable.currency === due.currency) return null;
  const until = stored && !traitsOf(stored.channel).byTransfer ? stored.expires_at : null;
  return {
    ...{ amount: due, rate, source, on, surchargePercent },
    at: stored?.rate_at?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
  };
}
