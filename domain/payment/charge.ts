// What a way to pay charges for an amount of an order (rules §5; docs/payments.md, "Amounts"). The order keeps its currency and price; the
// charge is fixed in whole minor units of its own currency, and nothing is ever computed back from it.
import type { Currency } from '../currencies.ts';
import { withPercent } from '../exchange-rate.ts';
import { addMoney, convertMoney, type Money, money, percentOf, roundDivide } from '../money.ts';
import { isOfferedChannel, traitsOf } from '../pay-channels.ts';

/** What is charged, and the fee that is a part of it, in the charge's currency. */
export type Charge = { payable: Money; fee: Money };

/** `rate`: units of `into` for one unit of the amount's currency, any surcharge included, as decimal text; percent as decimal text. */
export type ChargeTerms = { channel: string; feePercent: string; into: Currency; rate: string };

/**
 * The fee goes on top in the order's currency; the sum is converted and rounded once, half away from zero, to what the channel takes of the
 * charge's currency: whole yen, cents, dinar in steps of ten fils. The fee is what that is more than the amount without it. Undefined where
 * something is due and nothing would be charged, or where the figure is too large to count.
 */
export function chargeFor(due: Money, { channel, feePercent, into, rate }: ChargeTerms): Charge | undefined {
  try {
    const whole = addMoney(due, percentOf(due, feePercent));
    const charged = (amount: Money) => roundToStep(convertMoney(amount, into, rate, stepOf(channel, into)), channel);
    const payable = charged(whole);
    const bare = charged(due);
    if (due.amountMinor > 0 && payable.amountMinor === 0) return undefined;
    return { payable, fee: money(payable.amountMinor - bare.amountMinor, into) };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Minor units that a channel counts in. */
const stepOf = (channel: string, currency: Currency) =>
  (isOfferedChannel(channel) && traitsOf(channel).steps?.[currency]) || 1;

/** Rounded to the channel's steps, half a step up. */
export function roundToStep(amount: Money, channel: string): Money {
  const step = stepOf(channel, amount.currency);
  return money(Number(roundDivide(BigInt(amount.amountMinor), BigInt(step))) * step, amount.currency);
}

/** The owner's rate with the surcharge of the way to pay on top; both as decimal text. */
export function lockedRate(rate: string, surchargePercent: string): string | undefined {
  return Number(surchargePercent) === 0 ? rate : withPercent(rate, surchargePercent);
}

/** Percent that an owner may put on top of a rate. */
export const largestSurcharge = 10;

/** The origin of a charge's rate: an owner's figure, the feed of a day, or the order's own. */
export const rateSources = ['hand', 'feed', 'order'] as const;
export type RateSource = (typeof rateSources)[number];
