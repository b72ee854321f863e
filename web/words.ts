// Words for the screens: loaded before the first render on both sides. Each language has three files: of the first pages of a visit, of
// booking, paying and the account, and of the back office.

import { use } from 'react';
import { createIntl, type IntlShape, type MessageFormatElement } from 'react-intl';
import { formatLocale, type Language } from '../domain/languages.ts';
import { consoleRoot, isFirstPage } from '../domain/paths.ts';
import { isUnder } from '../domain/write-address.ts';

/** As compileWords leaves them: a text with arguments is parsed, any other is as it was written. */
type Words = Record<string, string | MessageFormatElement[]>;

/** What a parsed text consists of that has no arguments. */
const literal = 0;

type Load = () => Promise<{ default: Words }>;

const allParts = ['shop', 'customer', 'console'] as const;

export type WordPart = (typeof allParts)[number];

const files: Record<WordPart, Record<string, Load>> = {
  shop: import.meta.glob<{ default: Words }>('../locales/*/shop.json'),
  customer: import.meta.glob<{ default: Words }>('../locales/*/customer.json'),
  console: import.meta.glob<{ default: Words }>('../locales/*/console.json'),
};

const loaded = new Map<string, Words>();
const underWay = new Map<string, Promise<void>>();

const nameOf = (language: Language, part: WordPart) => `${part} ${language}`;

/** The files of words that a page needs. The browser asks for them by the page it opens on, and for more with the next page. */
export function wordPartsOf(path: string): WordPart[] {
  if (isDesk(path)) return [...allParts];
  return isFirstPage(path) ? ['shop'] : ['shop', 'customer'];
}

export async function loadWords(language: Language, parts: readonly WordPart[]): Promise<void> {
  await Promise.all(parts.map((part) => loadPart(language, part)));
}

function loadPart(language: Language, part: WordPart): Promise<void> {
  const name = nameOf(language, part);
  const known = underWay.get(name);
  if (known) return known;
  const loading = fetchPart(language, part);
  underWay.set(name, loading);
  // What failed may be asked for again.
  loading.catch(() => underWay.delete(name));
  return loading;
}

async function fetchPart(language: Language, part: WordPart): Promise<void> {
  const load = Object.entries(files[part]).find(([path]) => path.includes(`/${language}/`))?.[1];
  if (!load) throw new Error(`no words for ${language}`);
  loaded.set(nameOf(language, part), (await load()).default);
  // What was made of fewer words is made anew.
  spoken.delete(language);
}

/** Those of the pages that follow, once the page at hand has had its time: then nobody waits for them. Answers how to give up. */
export function fetchMoreWords(language: Language): () => void {
  const timer = setTimeout(() => loadWords(language, ['customer']).catch(() => undefined), 3000);
  return () => clearTimeout(timer);
}

/** Whether a page is the back office's. Between it and the shop a page is always loaded anew. */
export function isDesk(path: string): boolean {
  return isUnder(path, consoleRoot);
}

function plain(value: string): MessageFormatElement {
  return { type: literal, value };
}

const spoken = new Map<Language, IntlShape>();

/** The words loaded before, with their compiled messages and formats: made once, for they cost more than a page. */
function intlOf(language: Language): IntlShape | undefined {
  const known = spoken.get(language);
  if (known) return known;
  const words = allParts.flatMap((part) => Object.entries(loaded.get(nameOf(language, part)) ?? {}));
  if (!words.length) return undefined;
  const parsed = words.map(([key, text]) => [key, typeof text === 'string' ? [plain(text)] : text]);
  const intl = createIntl({ locale: formatLocale(language), messages: Object.fromEntries(parsed) });
  spoken.set(language, intl);
  return intl;
}

/**
 * The words of a language for a page, loaded first where need be: the next page may say more, and going back may lead to a page in a
 * language that this document did not begin with. Until they are there React keeps the page that stands.
 */
export function useIntlOf(language: Language, path: string): IntlShape {
  const missing = wordPartsOf(path).filter((part) => !loaded.has(nameOf(language, part)));
  for (const loading of missing.map((part) => loadPart(language, part))) use(loading);
  const intl = intlOf(language);
  if (!intl) throw new Error(`no words for ${language}`);
  return intl;
}

/** For error pages, which must not fail themselves: the words of a language if they are here, else those of any language that are. */
export function intlAtHand(language: Language): IntlShape | undefined {
  const [name] = loaded.keys();
  const other = name?.split(' ')[1] as Language | undefined;
  return intlOf(language) ?? (other && intlOf(other));
}
