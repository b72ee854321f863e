// Words for the screens: one chunk per language, loaded before the first render on both sides.
import { createIntl, type IntlShape } from 'react-intl';
import { formatLocale, type Language } from '../domain/languages.ts';

export type Words = Record<string, string>;

const files = import.meta.glob<{ default: Words }>('../locales/*.json');
const loaded = new Map<Language, Words>();

export async function loadWords(language: Language): Promise<Words> {
  const known = loaded.get(language);
  if (known) return known;
  const load = files[`../locales/${language}.json`];
  if (!load) throw new Error(`no words for ${language}`);
  const words = (await load()).default;
  loaded.set(language, words);
  return words;
}

const spoken = new Map<Language, IntlShape>();

/** The words loaded before, with their compiled messages and formats: made once per language, for they cost more than a page. */
export function intlOf(language: Language): IntlShape {
  const known = spoken.get(language);
  if (known) return known;
  const messages = loaded.get(language);
  if (!messages) throw new Error(`words of ${language} are not loaded`);
  const intl = createIntl({ locale: formatLocale(language), messages });
  spoken.set(language, intl);
  return intl;
}
