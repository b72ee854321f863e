import { useDeskMe } from './use-desk-me.ts';

/** The owner's zone: the back office shows all times in it, whichever zone a product is in (rules §11). */
export function useDeskZone(): string {
  return useDeskMe().zone;
}
