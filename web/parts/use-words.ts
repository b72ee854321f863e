// Texts, money and dates in the reader's language, in one hook.
import { type IntlShape, useIntl } from 'react-intl';
import { formatDay, formatInstant, formatShortDay, nameZone } from '../../domain/dates.ts';
import { formatLocale, joinList, type Language, withColon } from '../../domain/languages.ts';
import { convertMoney, formatMoney, type Money } from '../../domain/money.ts';
import { useRoot } from '../root-data.ts';

export type Shown = { currency: Money['currency']; rate: string };

export type Words = {
  say(key: string, values?: Record<string, string | number>): string;
  /** A label before its value. */
  colon(label: string): string;
  /** Names or numbers in a row. */
  join(parts: readonly string[]): string;
  money(amount: Money): string;
  /** A selling price in the visitor's currency. */
  shown(amount: Money, shown: Shown): string;
  /** Short: with the year only where it is another than this one. */
  day(day: string, style?: 'long' | 'short' | 'dated' | 'month'): string;
  instant(at: string, zone: string): string;
  /** "Malaysia Time". */
  zone(zone: string): string;
  /** "2026-11-21T20:32" as a wall clock shows it: the zone is obvious, or is named beside it. */
  wall(typed: string): string;
  locale: string;
  language: Language;
  intl: IntlShape;
};

export function useWords(): Words {
  const intl = useIntl();
  const { language, now } = useRoot();
  const locale = formatLocale(language);
  const money = (amount: Money) => formatMoney(amount, locale);
  return {
    say: (key, values) => intl.formatMessage({ id: key }, values),
    colon: (label) => withColon(label, language),
    join: (parts) => joinList(parts, language),
    money,
    shown: (amount, shown) => money(convertMoney(amount, shown.currency, shown.rate)),
    day: (day, style) => (style === 'short' ? formatShortDay(day, locale, now) : formatDay(day, locale, style)),
    zone: (zone) => nameZone(zone, locale),
    instant: (at, zone) => formatInstant(at, locale, zone),
    wall: (typed) => `${formatDay(typed.slice(0, 10), locale)} ${typed.slice(11)}`,
    locale,
    language,
    intl,
  };
}

/** The name of a SKU: its custom name, or its ticket or car type. */
export function nameSku(
  words: Words,
  sku: { name?: string; skuName?: string; ticketType: number | null; carType: number | null },
): string {
  const freeName = sku.name ?? sku.skuName;
  if (freeName) return freeName;
  return words.say(sku.ticketType ? `catalog.ticket.${sku.ticketType}` : `catalog.car.${sku.carType ?? 8003}`);
}

/** "13 years and above", "4–12 years" or nothing if age does not matter (§9). */
export function nameAges(words: Words, { minAge, maxAge }: { minAge: number; maxAge: number }): string {
  if (maxAge >= 999) return minAge > 0 ? words.say('catalog.ages.from', { min: minAge }) : '';
  return minAge > 0
    ? words.say('catalog.ages.between', { min: minAge, max: maxAge })
    : words.say('catalog.ages.to', { max: maxAge });
}
