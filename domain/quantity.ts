// Quantities are whole numbers from 1 to a stated maximum (security rule 13); groups have bounds of their own (§5).
import { Refusal } from './errors.ts';

/** No order line is larger; a larger group is several orders. */
export const maxQuantity = 999;

/** True for 1 … 999 as a whole number; text, fractions, negatives and huge values are not quantities. */
export function isQuantity(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxQuantity;
}

/** Checks the group's size against the package's bounds (§3). Refuses groupTooSmall, groupTooLarge with the bound. */
export function checkGroup(quantity: number, bounds: { minQuantity: number; maxQuantity: number }): void {
  if (quantity < bounds.minQuantity) throw new Refusal('groupTooSmall', { data: { min: bounds.minQuantity } });
  if (quantity > bounds.maxQuantity) throw new Refusal('groupTooLarge', { data: { max: bounds.maxQuantity } });
}
