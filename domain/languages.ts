// The 13 languages of §9, their BCP 47 forms, and the rule that anything unknown falls back to zh_CN (§2).

export const languages = [
  'zh_CN',
  'en',
  'vi',
  'ja_JP',
  'zh_TW',
  'th',
  'pt_PT',
  'ms',
  'ko_KR',
  'it_IT',
  'in',
  'fr_FR',
  'es_ES',
] as const;

export type Language = (typeof languages)[number];

/** §9: the default language. */
export const defaultLanguage: Language = 'zh_CN';

/** §9: the language cookie lives a year. */
export const languageCookie = { name: 'lang', maxAgeSeconds: 365 * 86_400 } as const;

/** BCP 47 tag for `html lang`, Intl and hreflang. `in` is the retired code of Indonesian; Thai years are Gregorian. */
export const languageTags: Record<Language, string> = {
  zh_CN: 'zh-CN',
  en: 'en',
  vi: 'vi',
  ja_JP: 'ja-JP',
  zh_TW: 'zh-TW',
  th: 'th',
  pt_PT: 'pt-PT',
  ms: 'ms',
  ko_KR: 'ko-KR',
  it_IT: 'it-IT',
  in: 'id',
  fr_FR: 'fr-FR',
  es_ES: 'es-ES',
};

/** Locale for Intl formatting: Gregorian years in Thai as well. */
export function formatLocale(language: Language): string {
  return language === 'th' ? 'th-u-ca-gregory' : languageTags[language];
}

const colons: Partial<Record<Language, string>> = { zh_CN: '：', zh_TW: '：', ja_JP: '：', fr_FR: '\u00a0: ' };

/** A label with the colon that its language writes before a value. */
export const withColon = (label: string, language: Language): string => label + (colons[language] ?? ': ');

const commas: Partial<Record<Language, string>> = { zh_CN: '、', zh_TW: '、', ja_JP: '、' };

/** Names or numbers in a row, with the comma of the language and without an "and". */
export const joinList = (parts: readonly string[], language: Language): string => parts.join(commas[language] ?? ', ');

/** Chinese and Japanese write punctuation as wide as their letters. */
const isWide = (language: Language): boolean => language in commas;

/** Texts in a row that may have commas of their own. */
export const joinClauses = (parts: readonly string[], language: Language): string =>
  parts.join(isWide(language) ? '；' : '; ');

/** What stands in brackets after a word, with the space before them. */
export const inBrackets = (text: string, language: Language): string =>
  isWide(language) ? `（${text}）` : ` (${text})`;

/** Each language's name in that language, for the switcher. */
export const languageNames: Record<Language, string> = {
  zh_CN: '简体中文',
  en: 'English',
  vi: 'Tiếng Việt',
  ja_JP: '日本語',
  zh_TW: '繁體中文',
  th: 'ไทย',
  pt_PT: 'Português',
  ms: 'Bahasa Melayu',
  ko_KR: '한국어',
  it_IT: 'Italiano',
  in: 'Bahasa Indonesia',
  fr_FR: 'Français',
  es_ES: 'Español',
};

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && (languages as readonly string[]).includes(value);
}

/** §2: unknown values fall back to zh_CN. */
export function languageOf(value: unknown): Language {
  return isLanguage(value) ? value : defaultLanguage;
}

/** Languages and scripts that browsers name otherwise than `languageTags`. */
const otherTags: Record<string, Language> = {
  'zh-hant': 'zh_TW',
  'zh-hk': 'zh_TW',
  'zh-mo': 'zh_TW',
  in: 'in',
};

/** The tags of an Accept-Language header in lower case, the most wanted first; unreadable parts are passed over. */
export function wantedTags(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...settings] = part.trim().toLowerCase().split(';');
      const quality = settings
        .find((setting) => setting.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, quality }) => quality > 0 && /^[a-z]{2,3}(-[a-z0-9]+)*$/.test(tag))
    .sort((left, other) => other.quality - left.quality)
    .map(({ tag }) => tag);
}

/**
 * The offered language that a browser's Accept-Language prefers (§2, §9): a tag as it is, else by its first part, so that pt-BR reads
 * Portuguese. Undefined where none fits.
 */
export function preferredLanguage(header: string | undefined, offered: readonly Language[]): Language | undefined {
  for (const tag of wantedTags(header)) {
    const found = languageOfTag(tag);
    if (found && offered.includes(found)) return found;
  }
  return undefined;
}

/**
 * The language of a first visit (rules §11): what the browser prefers among those offered, else the site's default, which is zh_CN wherever
 * that is offered.
 */
export function firstLanguage(header: string | undefined, offered: readonly Language[]): Language {
  const ofSite = offered.includes(defaultLanguage)
    ? defaultLanguage
    : languages.find((language) => offered.includes(language));
  return preferredLanguage(header, offered) ?? ofSite ?? defaultLanguage;
}

function languageOfTag(tag: string): Language | undefined {
  const [first = ''] = tag.split('-');
  const fits = (test: (ours: string) => boolean) =>
    languages.find((language) => test(languageTags[language].toLowerCase()));
  const named = Object.entries(otherTags).find(([other]) => tag === other || tag.startsWith(`${other}-`))?.[1];
  return named ?? fits((ours) => ours === tag) ?? fits((ours) => ours.split('-')[0] === first);
}

/** A text in several languages, as the catalogue stores it. */
export type Text = Partial<Record<Language, string>>;

/** The text for a reader: their language, else English, else simplified Chinese, else whatever there is, else ''. */
export function textIn(text: Text, language: Language): string {
  return text[language] ?? text.en ?? text.zh_CN ?? Object.values(text).find((value) => value) ?? '';
}

/**
 * The languages in which a product needs its texts before it is on sale: missing ones are shown in English, so that a shop needs its first
 * language only if it does not offer English. English is also what staff and systems read.
 */
export function languagesToPublish(offered: readonly Language[]): Language[] {
  const [first = 'en'] = offered;
  return offered.includes('en') || first === 'en' ? ['en'] : ['en', first];
}
