// Deals at GetYourGuide (decision 0692), with the bounds that its documentation names.
import { type Day, daysBetween } from '../dates.ts';

export const gygDealTypes = ['early_bird', 'last_minute'] as const;
export type GygDealType = (typeof gygDealTypes)[number];

/** Percentages have one decimal at most. Lengths and the largest number of places are ours: it names none. */
export const dealRules = {
  nameLength: 100,
  leastPercent: 1,
  mostPercent: 99,
  mostPlaces: 9999,
  mostDays: 730,
} as const;

/** How many days before a visit it counts: an early bird at least a week, and less than until its first day; else three at most. */
export function noticeRange(type: GygDealType, from: Day, today: Day): { min: number; max: number } {
  return type === 'early_bird' ? { min: 7, max: Math.max(7, daysBetween(today, from) - 1) } : { min: 0, max: 3 };
}
