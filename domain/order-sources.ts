// Where orders come from (§3 order source): 0 is an agent at the portal and 9 its own system; the others are platforms that sell elsewhere.
import { type Money, money } from './money.ts';

/** 15 is beyond the list of §3. */
export const OrderSource = {
  ...{ fliggy: 1, ctrip: 2, meituan: 3, mafengwo: 4, qyer: 5, tuniu: 6, tongcheng: 7, qunar: 8, openApi: 9 },
  ...{ ctripPlatform: 10, langhua: 11, ctripCar: 12, mozio: 13, getYourGuide: 14, viator: 15 },
} as const;

/** Those whose orders are handed in with the platform's number: by a file, by a system, or by the marketplace itself. */
export const platformSources = [
  ...[OrderSource.fliggy, OrderSource.ctrip, OrderSource.meituan, OrderSource.mafengwo, OrderSource.qyer],
  ...[OrderSource.tuniu, OrderSource.tongcheng, OrderSource.qunar, OrderSource.ctripPlatform, OrderSource.langhua],
  ...[OrderSource.ctripCar, OrderSource.mozio, OrderSource.getYourGuide, OrderSource.viator],
] as const;
export type PlatformSource = (typeof platformSources)[number];

export const isPlatformSource = (value: number): value is PlatformSource =>
  platformSources.some((source) => source === value);

/** Of one file of orders. */
export const orderImportRules = { mostRows: 500, mostLines: 10, mostRecent: 10 } as const;

/** How much a platform's price is above ours; null where it is not known or in another currency. */
export function differenceOf(platformPrice: Money | null, listed: Money): Money | null {
  if (platformPrice?.currency !== listed.currency) return null;
  return money(platformPrice.amountMinor - listed.amountMinor, listed.currency);
}

export const lastOrderSource = OrderSource.viator;
