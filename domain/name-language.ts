// Languages that a guide speaks or a form asks for, as their reader calls them.
import { type Language, languageTags } from './languages.ts';

/** Of languages that are spoken to people: without the country, and Chinese by its letters. */
const spokenTags: Partial<Record<string, string>> = {
  zh_CN: 'zh-Hans',
  zh_TW: 'zh-Hant',
  in: 'id',
};

const displays = new Map<Language, Intl.DisplayNames>();

/**
 * What a reader calls a language, as a label: "Japonais" for 日本語 in French. For switchers `languageNames` is right: there each language
 * is looked for by those who speak it. A code that is no language is returned as it is.
 */
export function nameLanguage(code: string, reader: Language): string {
  const display =
    displays.get(reader) ?? new Intl.DisplayNames([languageTags[reader]], { type: 'language', fallback: 'code' });
  displays.set(reader, display);
  try {
    const name = display.of(spokenTags[code] ?? code.split('_')[0] ?? code) ?? code;
    return name.charAt(0).toLocaleUpperCase(languageTags[reader]) + name.slice(1);
  } catch {
    return code;
  }
}
