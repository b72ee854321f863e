// The price of paying an order by a channel (rules §5): the channel's fee on top, in the channel's currency, converted
// once at the owner's current rate and saved with the payment.
import { type Currency, isCurrency } from '../../domain/currencies.ts';
import { Refusal } from '../../domain/errors.ts';
import { addMoney, convertMoney, decimalOf, type Money, money, percentOf, roundDivide } from '../../domain/money.ts';
import { isOfferedChannel, traitsOf } from '../../domain/pay-channels.ts';
import { transferCurrencies } from '../../domain/transfer-rules.ts';
import type { OrderRow } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import { findRates } from '../site/convert-shown.ts';
import type { ChannelSetting } from './channel.sql.ts';

/** `rate`: units of the paying currency for one of the order's. */
export type ChannelPrice = { fee: Money; payable: Money; rate: string };

/** Undefined when there is no rate into a currency of the channel: then it is not offered. */
export async function priceChannel(
  context: Pick<Context, 'owner' | 'site' | 'now'>,
  order: Pick<OrderRow, 'payable_minor' | 'currency' | 'rate'>,
  setting: ChannelSetting,
): Promise<ChannelPrice | undefined> {
  const due = money(order.payable_minor, order.currency);
  const total = addMoney(due, percentOf(due, setting.fee_percent));
  const into = currencyOf(due.currency, context.site.currency, setting);
  // Deposit and credit are converted at the rate of the order's day.
  const ownMoney = isOfferedChannel(setting.channel) && traitsOf(setting.channel).ownMoney;
  const rate =
    into === due.currency ? '1' : ownMoney ? order.rate : (await findRates(context)).rate(due.currency, into);
  if (!rate) return undefined;
  try {
    const payable = roundToStep(convertMoney(total, into, rate), setting.channel);
    const base = roundToStep(convertMoney(due, into, rate), setting.channel);
    return { fee: money(payable.amountMinor - base.amountMinor, into), payable, rate };
  } catch (error) {
    // The amount in a small currency exceeds the largest number allowed.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type AmountRefusal = { refusal: 'payBelowLeast' | 'payAboveMost'; limit: Money };

/** Why the owner does not take this amount by this channel, if so. Both are compared in the owner's currency, at the order's rate. */
export function judgeAmount(
  { site }: Pick<Context, 'site'>,
  order: Pick<OrderRow, 'payable_minor' | 'currency' | 'rate'>,
  { least_minor: least, most_minor: most }: ChannelSetting,
): AmountRefusal | undefined {
  if (order.payable_minor === 0 || (least === null && most === null)) return undefined;
  const { amountMinor } = convertMoney(money(order.payable_minor, order.currency), site.currency, order.rate);
  if (least !== null && amountMinor < least) return { refusal: 'payBelowLeast', limit: money(least, site.currency) };
  if (most !== null && amountMinor > most) return { refusal: 'payAboveMost', limit: money(most, site.currency) };
  return undefined;
}

/** The same as a refusal, with the limit in words. */
export function refuseAmount(...asked: Parameters<typeof judgeAmount>): void {
  const found = judgeAmount(...asked);
  if (!found) return;
  const limit = `${found.limit.currency} ${decimalOf(found.limit)}`;
  throw new Refusal(found.refusal, { data: { limit } });
}

/** The owner's choice for the channel, else the order's, else the owner's, else the channel's first currency. */
function currencyOf(ordered: Currency, own: Currency, { channel, currency, options }: ChannelSetting): Currency {
  if (!isOfferedChannel(channel)) return ordered;
  const { ownMoney, byTransfer } = traitsOf(channel);
  if (ownMoney) return own;
  const answer = byTransfer ? transferCurrencies(options) : [];
  const currencies = answer.length ? answer : traitsOf(channel).currencies;
  const takes = (one: Currency) => currencies === 'any' || currencies.includes(one);
  const wanted = [currency, ordered, own].filter(isCurrency).find(takes);
  return wanted ?? (currencies === 'any' ? ordered : (currencies[0] ?? ordered));
}

/** Rounded to the channel's steps, half a step up. */
export function roundToStep(amount: Money, channel: string): Money {
  const step = (isOfferedChannel(channel) && traitsOf(channel).steps?.[amount.currency]) || 1;
  return money(Number(roundDivide(BigInt(amount.amountMinor), BigInt(step))) * step, amount.currency);
}
