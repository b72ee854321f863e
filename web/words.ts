// Words for the screens: loaded before the first render on both sides. The shop's are one file a language, the back office's one more.

import { desk, shop } from 'virtual:words';
import { createIntl, type IntlShape } from 'react-intl';
import { formatLocale, type Language } from '../domain/languages.ts';

export type Words = Record<string, string>;

const loaded = new Map<Language, Words>();

/** `withDesk`: the back office's too. The browser asks for them once, by the page it opens on. */
export async function loadWords(language: Language, withDesk: boolean): Promise<void> {
  if (loaded.has(language)) return;
  const loads = [shop[language], withDesk ? desk[language] : undefined];
  const parts = await Promise.all(loads.map((load) => load?.()));
  if (!parts[0]) throw new Error(`no words for ${language}`);
  loaded.set(language, Object.assign({}, ...parts.map((one) => one?.default)));
}

/** Whether a page is the back office's. Between it and the shop a page is always loaded anew. */
export function isDesk(path: string): boolean {
  return /^\/console(?=[/?#]|$)/.test(path);
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
