// Values of booking fields as text, and the names of fields and values that a pasted list may use.
import { areaCodes, countryCodes } from '../../../domain/area-codes.ts';
import { isDay } from '../../../domain/dates.ts';
import { languageNames, languages, languageTags } from '../../../domain/languages.ts';
import { nameLanguage } from '../../../domain/name-language.ts';
import type { ListWords } from '../../../domain/name-list.ts';
import { fieldRow } from '../../../domain/traveller-fields.ts';
import type { Words } from '../use-words.ts';

const dayRules: ReadonlySet<string> = new Set(['day', 'pastDay', 'expiry']);

/** A stored value as text: names of countries, languages and choices, days in the reader's format. */
export function showValue(name: string, value: string, { say, language, day }: Words): string {
  const row = fieldRow(name);
  if (row?.rule === 'country' && /^[A-Z]{2}$/.test(value))
    return new Intl.DisplayNames([languageTags[language]], { type: 'region' }).of(value) ?? value;
  if (row?.rule === 'language') return nameLanguage(value, language);
  if (row?.rule === 'choice' && row.choices?.includes(value)) return say(`order.traveller.${name}.${value}`);
  if (row?.rule === 'areaCode') return `+${value}`;
  if (!row || !dayRules.has(row.rule) || !isDay(value)) return value;
  // On which weekday somebody was born, or a passport ends, is of no use.
  return day(value, row.rule === 'day' ? 'long' : 'dated');
}

/** Letters that lists use for male and female besides the full texts. */
const genders: Record<string, string[]> = { '1': ['m', 'male', '男'], '2': ['f', 'female', '女'] };

export function wordsForList(fields: readonly string[], { say, language }: Words): ListWords {
  const choices: ListWords['choices'] = {};
  for (const name of fields) {
    const row = fieldRow(name);
    if (row?.rule === 'choice')
      choices[name] = Object.fromEntries(
        (row.choices ?? []).map((item) => [
          item,
          [say(`order.traveller.${name}.${item}`), ...(name === '103' ? (genders[item] ?? []) : [])],
        ]),
      );
    if (row?.rule === 'country') {
      const spoken = [languageTags[language], 'en', 'zh-CN'].map(
        (tag) => new Intl.DisplayNames([tag], { type: 'region' }),
      );
      choices[name] = Object.fromEntries(
        countryCodes.map((country) => [country, spoken.map((names) => names.of(country) ?? country)]),
      );
    }
    if (row?.rule === 'language')
      choices[name] = Object.fromEntries(
        languages.map((code) => [code, [nameLanguage(code, language), languageNames[code], languageTags[code]]]),
      );
    if (row?.rule === 'areaCode') choices[name] = Object.fromEntries(areaCodes.map(({ code }) => [code, []]));
  }
  return { heads: Object.fromEntries(fields.map((name) => [name, [say(`order.traveller.${name}`)]])), choices };
}
