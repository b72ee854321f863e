// The texts of the screens, loaded before the first render on both sides. Each language has three files: for the first pages of a visit,
// for booking, paying and the account, and for the back office.

import { use } from 'react';
import { createIntl, type IntlShape, type MessageFormatElement } from 'react-intl';
import { formatLocale, type Language } from '../domain/languages.ts';
import { consoleRoot, isFirstPage } from '../domain/paths.ts';
import { isUnder } from '../domain/write-address.ts';

/** As compileWords returns them: a text with arguments is parsed, any other is a plain string. */
type Words = Record<string, string | MessageFormatElement[]>;

/** The parts of a parsed text without arguments. */
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

/** The files of texts that a page needs. The browser loads those of its first page, and more with the next page. */
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
  // A failed request may be repeated.
  loading.catch(() => underWay.delete(name));
  return loading;
}

async function fetchPart(language: Language, part: WordPart): Promise<void> {
  const load = Object.entries(files[part]).find(([path]) => path.includes(`/${language}/`))?.[1];
  if (!load) throw new Error(`no words for ${language}`);
  loaded.set(nameOf(language, part), (await load()).default);
  // Formats made from fewer texts are made again.
  spoken.delete(language);
}

/** Loads the texts of the next pages once the current page is done, so that no one waits for them. Returns a function that cancels. */
export function fetchMoreWords(language: Language): () => void {
  const timer = setTimeout(() => loadWords(language, ['customer']).catch(() => undefined), 3000);
  return () => clearTimeout(timer);
}

/** Whether a page belongs to the back office. Navigation between it and the shop always loads a full page. */
export function isDesk(path: string): boolean {
  return isUnder(path, consoleRoot);
}

function plain(value: string): MessageFormatElement {
  return { type: literal, value };
}

const spoken = new Map<Language, IntlShape>();

/** The loaded texts, with their compiled messages and formats: made once, because they cost more than a page. */
function intlOf(language: Language): IntlShape | undefined {
  const known = spoken.get(language);
  if (known) return known;
  const words = allParts.flatMap((part) => Object.entries(loaded.get(nameOf(language, part)) ?? {}));
  if (!words.length) return undefined;
  const parsed = words.map(([key, text]) => [key, typeof text === 'string' ? [plain(text)] : text]);
  const intl = findFormatsByKey(createIntl({ locale: formatLocale(language), messages: Object.fromEntries(parsed) }));
  spoken.set(language, intl);
  return intl;
}

type FormatMessage = (message: { id?: string }, values?: Record<string, string | number>) => string;

/** The library finds a message's format by the whole message written out as text, which takes four times as long as to fill it. */
function findFormatsByKey(intl: IntlShape): IntlShape {
  const formats: Record<string, ReturnType<IntlShape['formatters']['getMessageFormat']>> = {};
  const formatMessage: FormatMessage = ({ id = '' }, values) => {
    const message = intl.messages[id];
    if (!Array.isArray(message) || !values) return intl.formatMessage({ id }, values);
    formats[id] ??= intl.formatters.getMessageFormat(message, intl.locale);
    try {
      return String(formats[id].format(values));
    } catch {
      // A value is missing: the library reports it and answers with the id.
      return intl.formatMessage({ id }, values);
    }
  };
  return { ...intl, formatMessage: formatMessage as IntlShape['formatMessage'] };
}

/**
 * The texts of a language for a page, loaded first if necessary: the next page may need more, and going back may lead to a page in a
 * language that this document did not begin with. Until they are loaded React shows the current page.
 */
export function useIntlOf(language: Language, path: string): IntlShape {
  const missing = wordPartsOf(path).filter((part) => !loaded.has(nameOf(language, part)));
  for (const loading of missing.map((part) => loadPart(language, part))) use(loading);
  const intl = intlOf(language);
  if (!intl) throw new Error(`no words for ${language}`);
  return intl;
}

/** For error pages, which must not fail themselves: the texts of a language if loaded, otherwise those of any loaded language. */
export function intlAtHand(language: Language): IntlShape | undefined {
  const [name] = loaded.keys();
  const other = name?.split(' ')[1] as Language | undefined;
  return intlOf(language) ?? (other && intlOf(other));
}
