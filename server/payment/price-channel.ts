// The price of paying an order by a channel (rules §5, decision 0505): in the currency that the buyer sees where the channel takes it, at
// a rate that is saved with the payment.

import { type Currency, isCurrency } from '../../domain/currencies.ts';
import type { Day } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import { convertMoney, decimalOf, type Money, money } from '../../domain/money.ts';
import { isOfferedChannel, traitsOf } from '../../domain/pay-channels.ts';
import { type Charge, chargeFor, lockedRate, type RateSource } from '../../domain/payment/charge.ts';
import { transferCurrencies } from '../../domain/transfer-rules.ts';
import type { OrderRow } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import { findRates } from '../site/convert-shown.ts';
import type { ChannelSetting } from './channel.sql.ts';

/**
 * `rate`: units of the paying currency for one of the order's, the surcharge included. `source`: null where nothing is converted; `on`: the
 * day of a rate of the feed.
 */
export type ChannelPrice = Charge & {
  rate: string;
  source: RateSource | null;
  on: Day | null;
  surchargePercent: string;
};

type Priced = Pick<OrderRow, 'payable_minor' | 'currency' | 'rate'>;

/**
 * Undefined when there is no rate into a currency of the channel: then it is not offered. `shown`: the currency that the buyer sees, in
 * which the charge is made where the way takes it.
 */
export async function priceChannel(
  context: Pick<Context, 'owner' | 'site' | 'now'>,
  order: Priced,
  setting: ChannelSetting,
  shown?: Currency,
): Promise<ChannelPrice | undefined> {
  const ownCurrency = context.site.currency;
  const usual = currencyOf(order.currency, ownCurrency, setting);
  const wanted = shown && shown !== usual && takesShown(setting, shown) ? shown : undefined;
  // Without a rate into what the buyer sees it is paid as if they saw the order's own currency.
  return (
    (wanted && (await priceIn(context, order, setting, wanted))) ?? (await priceIn(context, order, setting, usual))
  );
}

async function priceIn(
  context: Pick<Context, 'owner' | 'site' | 'now'>,
  order: Priced,
  setting: ChannelSetting,
  into: Currency,
): Promise<ChannelPrice | undefined> {
  const { channel, fee_percent: feePercent } = setting;
  const due = money(order.payable_minor, order.currency);
  const locked = await lockRate(context, order, setting, into);
  const charge = locked && chargeFor(due, { channel, feePercent, into, rate: locked.rate });
  return charge && { ...charge, ...locked };
}

type Locked = Omit<ChannelPrice, keyof Charge>;

async function lockRate(
  context: Pick<Context, 'owner' | 'site' | 'now'>,
  { currency, rate: ordered }: Priced,
  { channel, surcharge_percent: surchargePercent }: ChannelSetting,
  into: Currency,
): Promise<Locked | undefined> {
  const plain = { on: null, surchargePercent: '0' };
  if (into === currency) return { rate: '1', source: null, ...plain };
  // Deposit and credit are converted at the rate of the order's day.
  if (isOfferedChannel(channel) && traitsOf(channel).ownMoney) return { rate: ordered, source: 'order', ...plain };
  const rates = await findRates(context);
  const bare = rates.rate(currency, into);
  const rate = bare && lockedRate(bare, surchargePercent);
  return rate ? { rate, ...rates.origin(currency, into), surchargePercent } : undefined;
}

/** Whether a buyer who sees this currency pays in it. A currency that the owner chose for the way goes before. */
function takesShown(
  { channel, currency, shown_currencies: chosen, options }: ChannelSetting,
  shown: Currency,
): boolean {
  if (!isOfferedChannel(channel) || currency) return false;
  const { ownMoney, byCode, fromSupply, byTransfer, currencies } = traitsOf(channel);
  if (ownMoney || byCode || fromSupply || (chosen && !chosen.includes(shown))) return false;
  if (byTransfer) return transferCurrencies(options).includes(shown);
  return currencies === 'any' || currencies.includes(shown);
}

type AmountRefusal = { refusal: 'payBelowLeast' | 'payAboveMost'; limit: Money };

/** Why the owner does not take this amount by this channel, if so. Both are compared in the owner's currency, at the order's rate. */
export function judgeAmount(
  { site }: Pick<Context, 'site'>,
  order: Priced,
  { least_minor: least, most_minor: most }: ChannelSetting,
): AmountRefusal | undefined {
  if (order.payable_minor === 0 || (least === null && most === null)) return undefined;
  const { amountMinor } = convertMoney(money(order.payable_minor, order.currency), site.currency, order.rate);
  if (least !== null && amountMinor < least) return { refusal: 'payBelowLeast', limit: money(least, site.currency) };
  if (most !== null && amountMinor > most) return { refusal: 'payAboveMost', limit: money(most, site.currency) };
  return undefined;
}

/** The same as a refusal, with the limit in words. */
export function refuseAmount(...parameters: Parameters<typeof judgeAmount>): void {
  const found = judgeAmount(...parameters);
  if (!found) return;
  const limit = `${found.limit.currency} ${decimalOf(found.limit)}`;
  throw new Refusal(found.refusal, { data: { limit } });
}

/** The owner's choice for the channel, else the order's, else the owner's, else the channel's first currency. */
function currencyOf(
  ordered: Currency,
  ownCurrency: Currency,
  { channel, currency, options }: ChannelSetting,
): Currency {
  if (!isOfferedChannel(channel)) return ordered;
  const { ownMoney, byTransfer } = traitsOf(channel);
  if (ownMoney) return ownCurrency;
  const answers = byTransfer ? transferCurrencies(options) : [];
  const currencies = answers.length ? answers : traitsOf(channel).currencies;
  const takes = (value: Currency) => currencies === 'any' || currencies.includes(value);
  const wanted = [currency, ordered, ownCurrency].filter(isCurrency).find(takes);
  return wanted ?? (currencies === 'any' ? ordered : (currencies[0] ?? ordered));
}
