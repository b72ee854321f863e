// Words for the screens: loaded before the first render on both sides. The shop's are one file a language, the back office's one more.

import { use } from 'react';
import { createIntl, type IntlShape, type MessageFormatElement } from 'react-intl';
import { formatLocale, type Language } from '../domain/languages.ts';
import { consoleRoot } from '../domain/paths.ts';
import { isUnder } from '../domain/write-address.ts';

/** As compileWords leaves them: a text with arguments is parsed, any other is as it was written. */
type Words = Record<string, string | MessageFormatElement[]>;

/** What a parsed text consists of that has no arguments. */
const literal = 0;

type Load = () => Promise<{ default: Words }>;

const shopWords: Record<string, Load> = import.meta.glob<{ default: Words }>('../locales/*/shop.json');
const consoleWords: Record<string, Load> = import.meta.glob<{ default: Words }>('../locales/*/console.json');

const loaded = new Map<Language, Words>();
const underWay = new Map<Language, Promise<void>>();

/** `withDesk`: the back office's too. The browser asks for them by the page it opens on. */
export function loadWords(language: Language, withDesk: boolean): Promise<void> {
  const known = underWay.get(language);
  if (known) return known;
  const loading = fetchWords(language, withDesk);
  underWay.set(language, loading);
  // What failed may be asked for again.
  loading.catch(() => underWay.delete(language));
  return loading;
}

async function fetchWords(language: Language, withDesk: boolean): Promise<void> {
  const loads = [loadOf(shopWords, language), withDesk ? loadOf(consoleWords, language) : undefined];
  const parts = await Promise.all(loads.map((load) => load?.()));
  if (!parts[0]) throw new Error(`no words for ${language}`);
  loaded.set(language, Object.assign({}, ...parts.map((part) => part?.default)));
}

function loadOf(loads: Record<string, Load>, language: Language): Load | undefined {
  return Object.entries(loads).find(([path]) => path.includes(`/${language}/`))?.[1];
}

/** Whether a page is the back office's. Between it and the shop a page is always loaded anew. */
export function isDesk(path: string): boolean {
  return isUnder(path, consoleRoot);
}

function plain(value: string): MessageFormatElement {
  return { type: literal, value };
}

const spoken = new Map<Language, IntlShape>();

/** The words loaded before, with their compiled messages and formats: made once per language, for they cost more than a page. */
function intlOf(language: Language): IntlShape | undefined {
  const known = spoken.get(language);
  if (known) return known;
  const words = loaded.get(language);
  if (!words) return undefined;
  const parsed = Object.entries(words).map(([key, text]) => [key, typeof text === 'string' ? [plain(text)] : text]);
  const intl = createIntl({ locale: formatLocale(language), messages: Object.fromEntries(parsed) });
  spoken.set(language, intl);
  return intl;
}

/**
 * The words of a language, loaded first where need be: going back may lead to a page in a language that this document did not begin
 * with. Until they are there React keeps the page that stands.
 */
export function useIntlOf(language: Language, path: string): IntlShape {
  if (!loaded.has(language)) use(loadWords(language, isDesk(path)));
  const intl = intlOf(language);
  if (!intl) throw new Error(`no words for ${language}`);
  return intl;
}

/** For error pages, which must not fail themselves: the words of a language if they are here, else those of any language that are. */
export function intlAtHand(language: Language): IntlShape | undefined {
  const [other] = loaded.keys();
  return intlOf(language) ?? (other && intlOf(other));
}
