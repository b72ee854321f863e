// How a package is carried out by Mozio (decision 0685): its ends, and for each SKU the vehicle and what it may cost.
import type { Currency } from '../../../domain/currencies.ts';

export type RideOfSku = {
  /** As Mozio names it; '': any. */
  vehicle: string;
  /** Most that may travel in it. */
  people: number;
  /** Most that Mozio may ask for it. */
  mostMinor: number;
};

/** '' as an end: the address that the guest enters. */
export type RideTie = { from: string; to: string; currency: Currency; skus: Record<string, RideOfSku> };

export type BestRide = { id: string; minor: number; vehicle: string; provider: string };
