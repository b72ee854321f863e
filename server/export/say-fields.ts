// What the buyer filled in for the day (§3 fields) and how the order was paid, in words: for papers, files and mails.
import { formatDay, isDay } from '../../domain/dates.ts';
import { formatLocale, type Language, languageTags, withColon } from '../../domain/languages.ts';
import { nameLanguage } from '../../domain/name-language.ts';
import { nameWay, type PaidWay } from '../../domain/payment/name-way.ts';
import { fieldRow, inFieldOrder } from '../../domain/traveller-fields.ts';
import { translate } from '../../locales/translate.ts';
import type { OrderRow } from '../order/read.sql.ts';
import { fieldsShownByKey } from '../order/show-journey.ts';

/** A code that is no country is returned as it is. */
export const sayCountry = (code: string, language: Language): string =>
  /^[A-Z]{2}$/.test(code)
    ? (new Intl.DisplayNames([languageTags[language]], { type: 'region' }).of(code) ?? code)
    : code;

/** Chosen values have words of their own, and days the reader's format. */
export function sayField(name: string, value: string, language: Language): string {
  const rule = fieldRow(name)?.rule;
  if (rule === 'day' && isDay(value)) return formatDay(value, formatLocale(language));
  if (rule === 'language') return nameLanguage(value, language);
  if (rule === 'country') return sayCountry(value, language);
  return rule === 'choice' ? translate(language, `order.traveller.${name}.${value}`) : value;
}

/** The same after the name of the field. */
export function sayNamedField(name: string, value: string, language: Language): string {
  return withColon(translate(language, `order.traveller.${name}`), language) + sayField(name, value, language);
}

export function sayWay(way: PaidWay, language: Language): string {
  return nameWay((key) => translate(language, key), way);
}

type Ordered = Pick<OrderRow, 'fields'>;

/** Where a guest is picked up or collects it, the flight, for how many. It is handed on: what a link shows, too. */
export function fieldsOfDay({ fields }: Ordered): (readonly [field: string, value: string])[] {
  return inFieldOrder(Object.entries(fields)).filter(([name, value]) => value && fieldsShownByKey.has(name));
}

/** The same in words, for a voucher. */
export function sayFieldsOfDay(order: Ordered, language: Language): string[] {
  return fieldsOfDay(order).map(([name, value]) => sayNamedField(name, value, language));
}
