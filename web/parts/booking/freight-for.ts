// The cost of delivery while a booking is filled in (§3 additional freight), by the rules of the server.
import type { OutputOf } from '../../../contract/index.ts';
import { placeOfDelivery } from '../../../domain/asked-fields.ts';
import { priceFreight } from '../../../domain/freight/freight.ts';

type BookingForm = Pick<OutputOf<'bookProducts'>, 'orderFields' | 'freight' | 'lines'>;

/** The cost of delivery to the typed address; undefined while it is unknown, and if it is included in the price. */
export function freightFor({ orderFields, freight, lines }: BookingForm, values: Record<string, string>) {
  const place = placeOfDelivery(orderFields, values);
  if (!freight || !place?.country) return undefined;
  const parts = lines.map(({ quantity, amount, weightGrams: grams }) => ({ quantity, amount, grams }));
  return priceFreight(freight, place, parts);
}
