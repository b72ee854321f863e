// The refund of a cancellation (§4, rules §5 and §7): the line's exact share for the quantity, less the fee of the policy at that
// moment in the product's zone. Discounts were spread over the lines when the order was made, so a share already holds its part.
import { addDays, type Day, daysBetween, formatInstant, formatShortDay, instantOf, todayIn } from './dates.ts';
import { Refusal } from './errors.ts';

/** A limit in whole days, or in hours where `hoursBefore` is given; rules from before hours existed lack it. */
export type RefundRule = { daysBefore: number | null; hoursBefore?: number | null; feePercent: number };
export type RefundPolicy = { refundRules: readonly RefundRule[] | null; freeCancelDays: number | null };

/** What a package is sold under: its own rules, which may be none at all (not refundable), else the product's. */
export const policyOf = (product: RefundPolicy, ownRules: readonly RefundRule[] | null): RefundPolicy =>
  ownRules ? { refundRules: ownRules, freeCancelDays: null } : product;

/** The length of a limit, to put rules in order: days and hours of the same length tie. */
export const hoursOf = ({ daysBefore, hoursBefore }: RefundRule): number => hoursBefore ?? (daysBefore ?? 0) * 24;

/**
 * The rules in force, strictest last: each gives the percent retained when cancelled fewer than `daysBefore` whole days before the day of
 * use, or less than `hoursBefore` hours before its start. Without rules a product is free until `freeCancelDays` before and not refundable
 * afterwards; with neither it is not refundable at all (null days: never free).
 */
export function rulesInForce({ refundRules: rules, freeCancelDays }: RefundPolicy): RefundRule[] {
  if (rules?.length) return [...rules].sort((a, b) => hoursOf(b) - hoursOf(a));
  return freeCancelDays === null ? [] : [{ daysBefore: Math.max(1, freeCancelDays), feePercent: 100 }];
}

/** The last day of use and the time at which it begins ("HH:mm", '' for a whole day), by the clock of the product's zone. */
export type UseTime = { lastDay: Day; startsAt: string; zone: string };

/** From which instant (milliseconds) a rule keeps its percent. */
function feeBegins({ daysBefore, hoursBefore }: RefundRule, { lastDay, startsAt, zone }: UseTime): number {
  return hoursBefore == null
    ? instantOf(addDays(lastDay, 1 - (daysBefore ?? 0)), '', zone)
    : instantOf(lastDay, startsAt, zone) - hoursBefore * 3_600_000;
}

/** Percent retained when cancelled at `now` (milliseconds); 100 without any rule, and once the last day of use is over. */
export function feePercentAt(rules: readonly RefundRule[], use: UseTime, now: number): number {
  if (!rules.length || todayIn(use.zone, now) > use.lastDay) return 100;
  const hit = [...rules].sort((a, b) => hoursOf(a) - hoursOf(b)).find((rule) => now >= feeBegins(rule, use));
  return hit?.feePercent ?? 0;
}

/** The last free day, and the instant on it where the limit is in hours; both null where nothing is free. */
export type FreeUntil = { freeUntil: Day | null; freeUntilAt: string | null };
const neverFree: FreeUntil = { freeUntil: null, freeUntilAt: null };

/** Until when cancelling is free of charge, whether that has passed or not. */
export function freeDeadline(rules: readonly RefundRule[], use: UseTime): FreeUntil {
  const [first] = [...rules].sort((a, b) => feeBegins(a, use) - feeBegins(b, use));
  if (!first) return neverFree;
  if (first.hoursBefore == null)
    return { freeUntil: addDays(use.lastDay, -(first.daysBefore ?? 0)), freeUntilAt: null };
  const at = feeBegins(first, use);
  return { freeUntil: todayIn(use.zone, at), freeUntilAt: new Date(at).toISOString() };
}

/**
 * The deadline with its time, by the clock of the product's zone: a day is free to its last minute. It names the zone, since a buyer may
 * read it in another one; at `shortAt`, the time of the page, it is the day alone, in short. '' where nothing is free.
 */
export function formatDeadline(
  { freeUntil, freeUntilAt }: FreeUntil,
  locale: string,
  zone: string,
  shortAt?: number,
): string {
  if (freeUntilAt) return formatInstant(freeUntilAt, locale, zone);
  if (!freeUntil) return '';
  if (shortAt !== undefined) return `${formatShortDay(freeUntil, locale, shortAt)} 23:59`;
  return formatInstant(instantOf(freeUntil, '23:59', zone), locale, zone);
}

/** The same deadline as an instant, for a reader by another clock than the product's. */
export function fixDeadline<Terms extends FreeUntil>(terms: Terms, zone: string): Terms {
  if (terms.freeUntilAt || !terms.freeUntil) return terms;
  return { ...terms, freeUntilAt: new Date(instantOf(terms.freeUntil, '23:59', zone)).toISOString() };
}

/** Cancelling at `now` (milliseconds): the deadline (null once it has passed), and the percent retained now. */
export type CancelTerms = FreeUntil & { feePercent: number };

export function termsAt(rules: readonly RefundRule[], use: UseTime, now: number): CancelTerms {
  const deadline = isFreeAt(rules, use, now) ? freeDeadline(rules, use) : neverFree;
  return { ...deadline, feePercent: feePercentAt(rules, use, now) };
}

/** Whether cancelling at `now` (milliseconds) is free of charge. */
export function isFreeAt(rules: readonly RefundRule[], use: UseTime, now: number): boolean {
  return rules.length > 0 && rules.every((rule) => now < feeBegins(rule, use));
}

/** The first day from today on of which cancelling at `now` (milliseconds) is still free; undefined where it never is. */
export function firstFreeDay(
  rules: readonly RefundRule[],
  use: Omit<UseTime, 'lastDay'>,
  now: number,
): Day | undefined {
  if (!rules.length) return undefined;
  const soonest = addDays(todayIn(use.zone, now), Math.floor(Math.max(...rules.map(hoursOf)) / 24));
  // Limits in hours end during a day, and clocks that change move them by an hour.
  const days = [0, 1, 2].map((more) => addDays(soonest, more));
  return days.find((lastDay) => isFreeAt(rules, { ...use, lastDay }, now));
}

export type CancelLine = {
  /** The line's amount, add-ons and discount share included, in minor units. */
  amountMinor: number;
  quantity: number;
  /** Quantity cancelled before. */
  cancelledQuantity: number;
  cancelledMinor: number;
  /** Paid later for this line, and refunded before its end (decision 0292); none for an unchanged line. */
  addedMinor?: number;
  returnedMinor?: number;
  isChanged?: boolean;
  /** Of the amount: what delivery costs. It goes back with the whole line only, and not once that was sent (decision 0306). */
  freightMinor?: number;
  isSent?: boolean;
};

/** What of a line's money is neither cancelled nor given back, in minor units. */
export function leftOf({ amountMinor, cancelledMinor, addedMinor = 0, returnedMinor = 0 }: CancelLine): number {
  return amountMinor + addedMinor - returnedMinor - cancelledMinor;
}

/**
 * The share of a line that goes with `quantity` more units, in minor units: shares of one line always add up to its amount, whatever the
 * order of partial cancellations. Throws RangeError for more than is left.
 */
export function shareOf(line: CancelLine, quantity: number): number {
  const after = line.cancelledQuantity + quantity;
  if (!Number.isInteger(quantity) || quantity < 1 || after > line.quantity) throw new RangeError('more than is left');
  if (after === line.quantity) return leftOf(line);
  const { freightMinor = 0 } = line;
  // What changed after a part was cancelled concerns only the rest, which is shared equally.
  if (line.isChanged) {
    const goods = Math.max(0, leftOf(line) - freightMinor);
    return Number((BigInt(goods) * BigInt(quantity)) / BigInt(line.quantity - line.cancelledQuantity));
  }
  const upTo = Number((BigInt(line.amountMinor - freightMinor) * BigInt(after)) / BigInt(line.quantity));
  return upTo - line.cancelledMinor;
}

/** What of a share is freight: all of it with the last of the line, none before. */
function freightIn(line: CancelLine, quantity: number, shareMinor: number): number {
  const isWhole = line.cancelledQuantity + quantity === line.quantity;
  return isWhole ? Math.min(line.freightMinor ?? 0, shareMinor) : 0;
}

export type CancelQuote = {
  shareMinor: number;
  feePercent: number;
  feeMinor: number;
  refundMinor: number;
  daysLeft: number;
};

/**
 * The quote for cancelling at `now` (milliseconds), with the rules of rulesInForce. A fee keeps whole minor units, half a unit up, never
 * more than the share; fees of one line at one percent add up to the fee of the whole, whatever the order of its parts.
 */
export function quoteCancel(
  line: CancelLine,
  quantity: number,
  rules: readonly RefundRule[],
  use: UseTime,
  now: number,
): CancelQuote {
  const shareMinor = shareOf(line, quantity);
  const daysLeft = daysBetween(todayIn(use.zone, now), use.lastDay);
  const feePercent = feePercentAt(rules, use, now);
  const freightMinor = freightIn(line, quantity, shareMinor);
  // The policy is about the goods; freight is retained once it was spent.
  const keptFreight = line.isSent ? freightMinor : 0;
  const feeUpTo = (minor: number) => Number((BigInt(minor) * BigInt(feePercent) + 50n) / 100n);
  const goodsMinor = shareMinor - freightMinor;
  const feeMinor = feeUpTo(line.cancelledMinor + goodsMinor) - feeUpTo(line.cancelledMinor) + keptFreight;
  return { shareMinor, feePercent, feeMinor, refundMinor: shareMinor - feeMinor, daysLeft };
}

/** What of an order's price was cancelled, and kept of it, in minor units; `unpaidMinor` was never paid, and fell away at its end. */
export type Cancelled = { shareMinor: number; feeMinor: number; unpaidMinor: number };

/**
 * What of its additional payments goes back once nothing of an order is left (decision 0742): as much of them as of its price, half a unit
 * kept. A fee of which a part was never paid is taken off them.
 */
export function giveAdded(addedMinor: number, { shareMinor, feeMinor, unpaidMinor }: Cancelled): number {
  if (shareMinor === 0) return addedMinor;
  const [fee, share] = [BigInt(feeMinor + unpaidMinor), BigInt(shareMinor)];
  const keptMinor = Number((BigInt(addedMinor) * fee * 2n + share) / (share * 2n));
  return Math.max(0, addedMinor - keptMinor - unpaidMinor);
}

/** What staff give back when they cancel for a buyer: everything, what the policy gives, or an amount of their choice in minor units. */
export type Giving = { way: 'full' | 'policy' } | { way: 'own'; refundMinor: number };

/** The refund and the retained part of a share, in minor units. Refuses invalidInput for more than the share. */
export function splitShare(shareMinor: number, policyMinor: number, give: Giving) {
  const refundMinor = give.way === 'own' ? give.refundMinor : give.way === 'full' ? shareMinor : policyMinor;
  if (refundMinor > shareMinor)
    throw new Refusal('invalidInput', { fields: { refundMinor: { problem: 'range', min: 0, max: shareMinor } } });
  return { refundMinor, feeMinor: shareMinor - refundMinor };
}

/**
 * The refund through the channel for `refundMinor` of an order's selling currency, at the rate really charged and never at
 * today's rate. `paid` is what the channel took without its fee, `ordered` the same in the selling currency; `before` is what was
 * refunded already, in both. Refunding everything refunds exactly everything.
 */
export function toChannel(
  refundMinor: number,
  paid: { paidMinor: number; orderedMinor: number },
  before: { paidMinor: number; orderedMinor: number },
): number {
  const { paidMinor, orderedMinor } = paid;
  if (orderedMinor === 0) return 0;
  const upTo = Math.min(before.orderedMinor + refundMinor, orderedMinor);
  const exact = (BigInt(paidMinor) * BigInt(upTo) * 2n + BigInt(orderedMinor)) / (BigInt(orderedMinor) * 2n);
  return Math.max(0, Number(exact) - before.paidMinor);
}
