// What the buyer filled in for the day (§3 fields), in words: for the itinerary, and on the voucher of a transfer.
import { type Language, withColon } from '../../domain/languages.ts';
import { nameLanguage } from '../../domain/name-language.ts';
import { isDriven } from '../../domain/product-types.ts';
import { fieldRow, inFieldOrder } from '../../domain/traveller-fields.ts';
import { translate } from '../../locales/translate.ts';
import type { LineOfOrder, OrderRow } from '../order/read.sql.ts';
import { fieldsShownByKey } from '../order/show-journey.ts';

/** Chosen values have words of their own. */
export function sayField(name: string, value: string, language: Language): string {
  const rule = fieldRow(name)?.rule;
  if (rule === 'language') return nameLanguage(value, language);
  return rule === 'choice' ? translate(language, `order.traveller.${name}.${value}`) : value;
}

type Ordered = Pick<OrderRow, 'fields'>;

/** Where and when a driver comes, and for how many; none for other products. It is handed on: what a link shows, too. */
export function rideOf({ fields }: Ordered, { terms }: LineOfOrder): (readonly [field: string, value: string])[] {
  if (!isDriven(terms.type)) return [];
  return inFieldOrder(Object.entries(fields)).filter(([name, value]) => value && fieldsShownByKey.has(name));
}

/** The same in words, for a voucher. */
export function listRide(order: Ordered, line: LineOfOrder, language: Language): string[] {
  return rideOf(order, line).map(
    ([name, value]) =>
      withColon(translate(language, `order.traveller.${name}`), language) + sayField(name, value, language),
  );
}
