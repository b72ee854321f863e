// Open payments of an order beside its own (§3): those that staff added, and the rest of an order that is paid in parts (decision 0380).
// The product has the owner's rule about parts; an order stores the agreed one, so that later changes do not affect it.
import { addDays, type Day, instantOf, openDay } from './dates.ts';
import { type Money, percentOf } from './money.ts';
import type { SeenOf } from './product-fields.ts';

/** What staff may add to an order after it was placed (§3 additional payment). */
export const supplementKinds = ['extraTime', 'priceDifference', 'freight'] as const;
/** What may be open of an order beside its own payment: those, and the rest of an order that was paid in part (decision 0380). */
export const openKinds = [...supplementKinds, 'rest'] as const;
export type SupplementKind = (typeof openKinds)[number];

/** What the owner set on a product; no rule where `restDays` is null. */
export type PartRule = Pick<
  SeenOf<'booking'>,
  'firstPercent' | 'firstMinor' | 'restDays' | 'restMissed' | 'restKeeps' | 'restVoucher'
>;

/** As an order agreed to it: the first part in minor units, and until when the rest is to be paid. */
export type PartTerms = {
  firstMinor: number;
  /** The last day to pay the rest, and the instant at which it is over, by the owner's clock. */
  restOn: Day;
  restBy: string;
  /** What happens to an amount unpaid by then: the clock cancels the order, or it waits for staff. */
  missed: PartRule['restMissed'];
  /** Cancelled for that reason, the first part stays with the owner even where the refund rules would give it back. */
  keeps: boolean;
  /** Vouchers are given before the rest is paid. */
  voucher: boolean;
};

/** What is booked: `quantity` counts all units, `firstDay` is the first day of use, `now` in milliseconds. */
export type Booked = { total: Money; quantity: number; firstDay: Day; ownerZone: string; now: number };

/** A rest that is due within a day leaves no time to pay later. */
const leastTime = 24 * 3_600_000;

/** Null where everything is to be paid at once: no rule, no day of use, too close to it, or nothing left for later. */
export function partTermsOf(rule: PartRule, { total, quantity, firstDay, ownerZone, now }: Booked): PartTerms | null {
  const { firstPercent, firstMinor, restDays } = rule;
  if (restDays === null || firstDay === openDay || (firstPercent === null && firstMinor === null)) return null;
  const first =
    firstPercent === null ? (firstMinor ?? 0) * quantity : percentOf(total, String(firstPercent)).amountMinor;
  const restOn = addDays(firstDay, -restDays);
  const over = instantOf(addDays(restOn, 1), '', ownerZone);
  if (first < 1 || first >= total.amountMinor || over - now < leastTime) return null;
  const { restMissed: missed, restKeeps: keeps, restVoucher: voucher } = rule;
  return { firstMinor: first, restOn, restBy: new Date(over).toISOString(), missed, keeps, voucher };
}

/** Days before the last moment on which the buyer is reminded of the rest. */
export const restReminders = [7, 3, 1] as const;

/** What remains of a value of `givenMinor` once it was taken off what is still to be paid: that is money, the other was never paid. */
export function splitGiven(givenMinor: number, openMinor: number): { lowersMinor: number; refundMinor: number } {
  const lowersMinor = Math.min(givenMinor, openMinor);
  return { lowersMinor, refundMinor: givenMinor - lowersMinor };
}

/**
 * What goes back when the rest was not paid, in minor units of all lines together: their shares less the fees of the refund rules, or less
 * all that was paid where the owner keeps it.
 */
export function givenWhenMissed(shareMinor: number, feeMinor: number, openMinor: number, keeps: boolean): number {
  const retainedMinor = keeps ? Math.max(feeMinor, shareMinor - openMinor) : feeMinor;
  return Math.max(0, shareMinor - retainedMinor);
}
