// The figures of a product in a reader's language (decision 0511): with units as the language writes them; minimum and maximum if its
// packages differ.
import type { Currency } from '../../../domain/currencies.ts';
import { formatLocale, type Language, languageTags } from '../../../domain/languages.ts';
import { formatMoney, money } from '../../../domain/money.ts';
import { type FigureName, figureOrder } from '../../../domain/product-features.ts';
import { translate } from '../../../locales/translate.ts';
import type { Figures, Range } from './figures.sql.ts';

type Row = { type: number; currency: Currency; figures: Figures };
type Unit = 'minute' | 'hour' | 'day' | 'megabyte' | 'gigabyte';

const formats = new Map<string, Intl.NumberFormat>();

/** The blank between a number and its unit, where the shop's texts differ from the format: "1時間" beside "1 GB", and "1 小时". */
const spaced: Partial<Record<Language, (text: string) => string>> = {
  ja_JP: (text) => text.replace(/(\d)\s(?=\p{Script=Han})/u, '$1'),
  zh_CN: (text) => text.replace(/(\d)(?=\p{Script=Han})/u, '$1 '),
};

/** "60 minutes"; "1–10 GB" for several values. */
function write(language: Language, [least, most]: Range, unit?: Unit): string {
  const id = `${language} ${unit}`;
  let format = formats.get(id);
  if (!format) {
    const style = unit && { style: 'unit' as const, unit, unitDisplay: unit.endsWith('byte') ? 'short' : 'long' };
    format = new Intl.NumberFormat(formatLocale(language), { maximumFractionDigits: 1, ...style } as never);
    formats.set(id, format);
  }
  const text = least === most ? format.format(most) : format.formatRange(least, most);
  return spaced[language]?.(text) ?? text;
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

export const nameCountries = (language: Language, countries: string[]): string => {
  const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
  const list = countries.map((code) => names.of(code) ?? code);
  return new Intl.ListFormat(languageTags[language], { type: 'conjunction', style: 'narrow' }).format(list);
};

/** A card counts countries; the page names them. */
const mostNamed = 2;

function describeFigure(name: FigureName, { currency, figures }: Row, language: Language, onCard: boolean): string {
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
      return figures.coverage?.length ? describeCountries(figures.coverage, language, onCard) : '';
  }
}

function describeCountries(countries: string[], language: Language, onCard: boolean): string {
  if (onCard && countries.length > mostNamed)
    return translate(language, 'catalog.figure.countries', { count: countries.length });
  const names = nameCountries(language, countries);
  return onCard ? names : translate(language, 'catalog.figure.coverage', { countries: names });
}

const describeAll = (row: Row, language: Language, onCard: boolean): string[] =>
  figureOrder(row.type)
    .map((name) => describeFigure(name, row, language, onCard))
    .filter(Boolean);

/** All of them, for the page. */
export const describeFigures = (row: Row, language: Language): string[] => describeAll(row, language, false);

/** Lines of cards by the figures that they describe: those of a cached card stay the same object. */
const linesOf = new WeakMap<Figures, Map<Language, string>>();

/** The first two, in one line. */
export function describeOnCard(row: Row, language: Language): string {
  const lines = linesOf.get(row.figures) ?? new Map<Language, string>();
  linesOf.set(row.figures, lines);
  const line = lines.get(language) ?? describeAll(row, language, true).slice(0, 2).join(' · ');
  lines.set(language, line);
  return line;
}

/** The first two for the head of the page, which shows the stars already. */
export const describeAtHead = (row: Row, language: Language): string[] =>
  figureOrder(row.type)
    .filter((name) => name !== 'stars')
    .map((name) => describeFigure(name, row, language, name !== 'dated'))
    .filter(Boolean)
    .slice(0, 2);

/** The figures in which packages of a product differ; '' for a package without figures. */
export function describePackageFigures(
  { type, currency }: Omit<Row, 'figures'>,
  figures: Record<string, number>,
  language: Language,
): string {
  const ranges = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, [value, value]]));
  return describeFigures({ type, currency, figures: ranges }, language).join(' · ');
}
