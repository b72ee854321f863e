// Which of a product's order fields a booking requires (§3 fields): an address only where it is delivered, for a transfer the fields of
// its direction.
import { fieldsOfDirection } from './directions.ts';

const deliveryFields: readonly string[] = ['401', 'deliveryCountry', 'deliveryPostcode'];

type Values = Readonly<Record<string, string>>;

/** Whether it is sent to an address: the buyer's choice where there is one, else whether the form has an address. */
export function isDelivered(asked: readonly string[], values: Values): boolean {
  return asked.includes('401') && (!asked.includes('handOver') || values.handOver === 'delivery');
}

/** Where it is sent, as freight is charged by it; null where it is collected. */
export function placeOfDelivery(
  asked: readonly string[],
  values: Values,
): { country: string; postcode: string } | null {
  if (!isDelivered(asked, values)) return null;
  return { country: values.deliveryCountry?.trim() ?? '', postcode: values.deliveryPostcode?.trim() ?? '' };
}

/** Fields that are chosen from a product's own lists, by their names. */
export type FieldChoices = Readonly<Record<string, readonly string[]>>;

/** The fields that a product asks, with those that its lists bring: where it is collected, and where it is returned. */
export function withChoices(names: readonly string[], choices: FieldChoices): string[] {
  return [...names, ...Object.keys(choices).filter((name) => !names.includes(name))];
}

/** Of the fields that the product asks, those that matter after what was chosen. */
export function fieldsNow(asked: readonly string[], values: Values): string[] {
  const delivered = isDelivered(asked, values);
  const collected = !delivered && (!asked.includes('handOver') || values.handOver === 'collect');
  return fieldsOfDirection(asked, values.direction).filter((name) => {
    if (name === 'collectPoint') return collected;
    return delivered || !deliveryFields.includes(name);
  });
}
