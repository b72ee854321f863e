// The price of a card or a page with a limited offer (decision 0470), where the retail price is known already. Lines and calendars get the
// same from the database (paidPrice).
import { type Day, todayIn } from '../../../domain/dates.ts';
import { nextTurn, type OfferTime, offerAt, offeredPrice } from '../../../domain/offers.ts';
import { clockIn } from '../../../domain/owner-clock.ts';
import type { Context } from '../../platform/context.ts';

type Priced = { from_minor: number; usual_minor?: number; offers: OfferTime[] | null };

/** An offer as shown: the discount, the price without it, its end. */
export type ShownOffer = { percent: number; beforeMinor: number; until: string } & LastDay;

/** By the owner's clock: the last day, and while that day runs the time of the end ("18:00"), unless it lasts until midnight. */
type LastDay = { untilOn: Day; untilTime?: string };

/** What the caller pays of its own price and the retail price at this moment. */
export function paidNow(ownMinor: number, usualMinor: number, offer: OfferTime | undefined): number {
  return offer ? Math.min(ownMinor, offeredPrice(usualMinor, offer)) : ownMinor;
}

/** The offer that counts now. Pages that show its price hold until the next one begins or ends. */
export function runningOffer({ offers }: Pick<Priced, 'offers'>, { now, holdsUntil }: Context): OfferTime | undefined {
  if (!offers) return undefined;
  holdsUntil?.(nextTurn(offers, now.getTime()));
  return offerAt(offers, now.getTime());
}

/** "From" at this moment, with the offer where that is lower than the caller's own price. */
export function priceNow(row: Priced, context: Context): { fromMinor: number; offer?: ShownOffer } {
  const fromMinor = Number(row.from_minor);
  const usual = Number(row.usual_minor ?? fromMinor);
  const offer = runningOffer(row, context);
  const paid = paidNow(fromMinor, usual, offer);
  if (!offer || paid >= fromMinor) return { fromMinor };
  const until = new Date(offer.until);
  return {
    fromMinor: paid,
    offer: {
      percent: fromMinor === usual ? offer.percent : Math.floor(((fromMinor - paid) * 100) / fromMinor),
      beforeMinor: fromMinor,
      until: until.toISOString(),
      ...lastDay(until, context),
    },
  };
}

/** An offer that ends at midnight lasts until the day before. */
function lastDay(until: Date, { site: { zone }, now }: Context): LastDay {
  const untilOn = todayIn(zone, until.getTime() - 1);
  if (untilOn !== todayIn(zone, now.getTime())) return { untilOn };
  const [endDay, untilTime = ''] = (clockIn(zone, until) ?? '').split('T');
  return endDay === untilOn ? { untilOn, untilTime } : { untilOn };
}
