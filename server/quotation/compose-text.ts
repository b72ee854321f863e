// A quotation as plain text for messengers, in the customer's language: the itinerary, the total, how long it is valid.
import type { OutputOf } from '../../contract/index.ts';
import { describeWhen, formatDay } from '../../domain/dates.ts';
import { formatLocale, inBrackets, joinList, type Language, withColon } from '../../domain/languages.ts';
import { formatMoney } from '../../domain/money.ts';
import { describeGuests } from '../../domain/rooms.ts';
import { translate } from '../../locales/translate.ts';

export type CustomerView = NonNullable<OutputOf<'dtaQuoteList'>['quotation']>;
type Line = CustomerView['days'][number]['lines'][number];

/** When a line takes place, where it has a time of its own; the day is printed above it. */
export function sayTime(line: Line, language: Language): string {
  if (line.untilOn || line.validUntil)
    return describeWhen(
      { ...line, playOn: line.playOn ?? '' },
      (day) => formatDay(day, formatLocale(language)),
      (key, values) => translate(language, key, values),
    );
  return line.session;
}

/** "Adult × 2", with the guests of each room and the extras behind. */
export function sayQuantity({ unitName, quantity, guests, addOns }: Line, language: Language): string {
  if (!unitName) return '';
  const say = (key: string, values?: Record<string, string | number>) => translate(language, key, values);
  const rooms = guests ? [say('catalog.stay.eachRoom', { guests: describeGuests({ say, language }, guests) })] : [];
  const extras = addOns.map((addOn) => `${addOn.name} ×\u00a0${addOn.quantity}`);
  return joinList([`${unitName} ×\u00a0${quantity}`, ...rooms, ...extras], language);
}

export function composeText(view: CustomerView, language: Language): string {
  const locale = formatLocale(language);
  const say = (key: string, values?: Record<string, string | number>) => translate(language, key, values);
  const days = view.days.flatMap(({ on, lines }) => [
    '',
    on ? formatDay(on, locale) : say('quotation.anyDay'),
    ...lines.map((line) => {
      const facts = [sayTime(line, language), line.packageName, sayQuantity(line, language), line.text]
        .filter(Boolean)
        .join(' · ');
      return `• ${line.name}${facts && inBrackets(facts, language)}`;
    }),
  ]);
  return [
    `${view.title || say('quotation.listTitle')} · ${view.number}`,
    ...(view.greeting ? [view.greeting] : []),
    ...days,
    '',
    withColon(say('quotation.total'), language) + formatMoney(view.total, locale),
    ...(view.freightLater ? [say('quotation.deliveryLater')] : []),
    say('quotation.validUntil', { date: formatDay(view.validUntil, locale) }),
    `${view.agent.name}${view.agent.phone && ` · ${view.agent.phone}`}`,
  ].join('\n');
}
