// The days of a package with what is left and what the caller pays, from what one statement brings (days.sql.ts): the same rules by which
// an order is priced (catalog/pricing.sql.ts), which decides.
import type { Day } from '../../domain/dates.ts';
import { offerAt, offeredPrice } from '../../domain/offers.ts';
import { agentPrice } from '../../domain/price.ts';
import type { Pricing } from '../catalog/pricing.sql.ts';
import type { Owner } from '../platform/db.ts';
import { type DepartureFacts, findPackageDays, type PackageDays, type RuleFacts, type SkuFacts } from './days.sql.ts';

export type DayRow = {
  on: Day;
  session: string;
  left: number;
  capacity: number;
  prices: { sku_id: number; price_minor: number; retail_minor: number; left: number }[];
};

/**
 * Each departure of a package between two days, with the price of each SKU on that day and what is left of it: the least of its own limit
 * and the departure's places. The departure has no more left than its SKUs together.
 */
export async function listDays(
  owner: Owner,
  packageId: string,
  pricing: Pricing,
  from: Day,
  to: Day,
): Promise<DayRow[]> {
  const found = await findPackageDays(owner, packageId, pricing, { from, to });
  return found ? priceDays(found, pricing) : [];
}

export function priceDays({ departures, skus, rules, offers }: PackageDays, pricing: Pricing): DayRow[] {
  const offer = offerAt(offers, pricing.now);
  const sold = (skus ?? []).map(readSku);
  return (departures ?? []).map(([on, session, capacity, places, limits]: DepartureFacts) => {
    const left = new Map(limits);
    const leftOf = (id: number) => Math.min(places, left.get(id) ?? places);
    const prices = sold.map((sku) => {
      const retail = retailOn(sku, on, session);
      const rule = rules?.find((rule) => concerns(rule, sku.id) && counts(rule, pricing.today, on));
      const paid = agentPrice(retail, rule ? { kind: rule[1], value: rule[2] } : null);
      const price = offer ? Math.min(paid, offeredPrice(retail, offer)) : paid;
      return { sku_id: sku.id, price_minor: price, retail_minor: retail, left: leftOf(sku.id) };
    });
    const together = limits ? sold.reduce((sum, { id }) => sum + (left.get(id) ?? places), 0) : places;
    return { on, session, capacity, left: Math.min(places, together), prices };
  });
}

const readSku = ([id, retailMinor, sessions, dated]: SkuFacts) => ({
  ...{ id, retailMinor },
  bySession: new Map(sessions.map(({ session, priceMinor }) => [session, priceMinor])),
  byDay: new Map((dated ?? []).map(([on, session, minor]) => [`${on} ${session}`, minor])),
});

/** The session's on that day, the session's of every day, the day's, the SKU's own (decision 0301). */
function retailOn({ retailMinor, bySession, byDay }: ReturnType<typeof readSku>, on: Day, session: string): number {
  const ofSession = session ? (byDay.get(`${on} ${session}`) ?? bySession.get(session)) : undefined;
  return ofSession ?? byDay.get(`${on} `) ?? retailMinor;
}

const concerns = ([skuId]: RuleFacts, id: number) => skuId === null || skuId === id;

function counts([, , , validBy, from, until]: RuleFacts, today: Day, on: Day): boolean {
  const day = validBy === 'booking' ? today : on;
  return !validBy || ((from === null || day >= from) && (until === null || day <= until));
}
