// The cost of delivery while a booking is filled in (§3 additional freight), by the rules of the server.
import type { OutputOf } from '../../../contract/index.ts';
import { placeOfDelivery } from '../../../domain/asked-fields.ts';
import { countriesOf, priceFreight } from '../../../domain/freight/freight.ts';

type BookingForm = Pick<OutputOf<'bookProducts'>, 'orderFields' | 'freight' | 'lines'>;

/** The cost of delivery to the typed address; undefined while it is unknown, and if it is included in the price. */
export function freightFor({ orderFields, freight, lines }: BookingForm, values: Record<string, string>) {
  const place = placeOfDelivery(orderFields, values);
  if (!freight || !place?.country) return undefined;
  const parts = lines.map(({ quantity, amount, weightGrams: grams }) => ({ quantity, amount, grams }));
  return priceFreight(freight, place, parts);
}

/** The countries that can be chosen for a delivery, and the sentence about them; nothing where all can, and for other fields. */
export function countriesFor(
  name: string,
  { orderFields, freight }: Pick<BookingForm, 'orderFields' | 'freight'>,
  say: (key: string) => string,
): { countries?: string[]; hint?: string } {
  const countries = name === 'deliveryCountry' && freight ? countriesOf(freight.zones) : null;
  if (!countries) return {};
  const mayCollect = orderFields.includes('handOver');
  return { countries, hint: say(`order.booking.${mayCollect ? 'deliveredTo' : 'deliveredOnlyTo'}`) };
}
