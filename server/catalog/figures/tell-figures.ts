// The figures of a product in a reader's language (decision 0511): with units as the language writes them, the least and the most of what
// its packages differ in.
import type { Currency } from '../../../domain/currencies.ts';
import { formatLocale, type Language, languageTags } from '../../../domain/languages.ts';
import { formatMoney, money } from '../../../domain/money.ts';
import { type FigureName, figureOrder } from '../../../domain/product-features.ts';
import { translate } from '../../../locales/translate.ts';
import type { Figures, Range } from './figures.sql.ts';

type Row = { type: number; currency: Currency; figures: Figures };
type Unit = 'minute' | 'hour' | 'day' | 'megabyte' | 'gigabyte';

const formats = new Map<string, Intl.NumberFormat>();

/** "60 minutes", "1–10 GB"; of several the least and the most. */
function write(language: Language, [least, most]: Range, unit?: Unit): string {
  const id = `${language} ${unit}`;
  let format = formats.get(id);
  if (!format) {
    const style = unit && { style: 'unit' as const, unit, unitDisplay: unit.endsWith('byte') ? 'short' : 'long' };
    format = new Intl.NumberFormat(formatLocale(language), { maximumFractionDigits: 1, ...style } as never);
    formats.set(id, format);
  }
  return least === most ? format.format(most) : format.formatRange(least, most);
}

const writeMinutes = (language: Language, minutes: number) =>
  minutes % 60 === 0
    ? write(language, [minutes / 60, minutes / 60], 'hour')
    : write(language, [minutes, minutes], 'minute');

/** In gigabytes from 1000 MB on. */
function writeData(language: Language, [least, most]: Range): string {
  return most < 1000
    ? write(language, [least, most], 'megabyte')
    : write(language, [least / 1000, most / 1000], 'gigabyte');
}

const namesOf = (language: Language, countries: string[]): string => {
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const list = countries.map((code) => names.of(code) ?? code);
  return new Intl.ListFormat(languageTags[language], { type: 'conjunction', style: 'narrow' }).format(list);
};

/** A card counts countries; the page names them. */
const mostNamed = 2;

function tellOne(name: FigureName, { currency, figures }: Row, language: Language, onCard: boolean): string {
  const say = (values: Record<string, string | number>) => translate(language, `catalog.figure.${name}`, values);
  switch (name) {
    case 'stars':
      // Shown among the facts at the top of the page.
      return figures.stars && onCard ? translate(language, 'catalog.stay.stars', { count: figures.stars }) : '';
    case 'groupMost':
    case 'courses':
    case 'doors':
    case 'seats':
      return figures[name] ? say({ count: figures[name] }) : '';
    case 'doorsMinutes':
    case 'tableMinutes':
    case 'freeWaitingMinutes':
      return figures[name] ? say({ time: writeMinutes(language, figures[name]) }) : '';
    case 'areaSqm':
      return figures.areaSqm ? say({ area: write(language, figures.areaSqm) }) : '';
    case 'dataMb':
      if (figures.unlimitedData) return onCard ? translate(language, 'catalog.amenity.unlimitedData') : '';
      return figures.dataMb ? say({ data: writeData(language, figures.dataMb) }) : '';
    case 'dayDataMb':
      return figures.dayDataMb ? say({ data: writeData(language, figures.dayDataMb) }) : '';
    case 'dataDays':
      return figures.dataDays ? write(language, figures.dataDays, 'day') : '';
    case 'openDays':
      return figures.openDays ? say({ time: write(language, figures.openDays, 'day') }) : '';
    case 'dated':
      // On a card it would appear on nearly every ticket.
      return figures.dated && !onCard ? translate(language, `catalog.figure.${figures.dated}`) : '';
    case 'gearbox':
      return figures.gearbox ? translate(language, `catalog.figure.gearbox.${figures.gearbox}`) : '';
    case 'securityMinor':
      return figures.securityMinor
        ? say({ amount: formatMoney(money(figures.securityMinor, currency), formatLocale(language)) })
        : '';
    case 'coverage':
      return figures.coverage?.length ? tellCountries(figures.coverage, language, onCard) : '';
  }
}

function tellCountries(countries: string[], language: Language, onCard: boolean): string {
  if (onCard && countries.length > mostNamed)
    return translate(language, 'catalog.figure.countries', { count: countries.length });
  const names = namesOf(language, countries);
  return onCard ? names : translate(language, 'catalog.figure.coverage', { countries: names });
}

const tell = (row: Row, language: Language, onCard: boolean): string[] =>
  figureOrder(row.type)
    .map((name) => tellOne(name, row, language, onCard))
    .filter(Boolean);

/** All of them, for the page. */
export const tellFigures = (row: Row, language: Language): string[] => tell(row, language, false);

/** The first two, in one line. */
export const tellOnCard = (row: Row, language: Language): string => tell(row, language, true).slice(0, 2).join(' · ');

/** The first two for the head of the page, which shows the stars already. */
export const tellAtHead = (row: Row, language: Language): string[] =>
  figureOrder(row.type)
    .filter((name) => name !== 'stars')
    .map((name) => tellOne(name, row, language, name !== 'dated'))
    .filter(Boolean)
    .slice(0, 2);

/** What packages of one product differ in; '' where a package says nothing. */
export function tellPackage(
  { type, currency }: Omit<Row, 'figures'>,
  figures: Record<string, number>,
  language: Language,
): string {
  const ranges = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, [value, value]]));
  return tellFigures({ type, currency, figures: ranges }, language).join(' · ');
}
