// Languages that a guide speaks or a form asks for, as their reader calls them.
import { type Language, languageTags } from './languages.ts';

/** Of languages that are spoken to people: without the country, and Chinese by its letters. */
const spokenTags: Partial<Record<string, string>> = {
  zh_CN: 'zh-Hans',
  zh_TW: 'zh-Hant',
  in: 'id',
};

const displays = new Map<Language, Intl.DisplayNames>();
/** Looking one up takes 3 µs, twenty times as long as finding it here. Codes may be a visitor's own, so there is a bound. */
const remembered = new Map<string, string>();
const mostRemembered = 2_000;

/**
 * What a reader calls a language, as a label: "Japonais" for 日本語 in French. For switchers `languageNames` is right: there each language
 * is looked for by those who speak it. A code that is no language is returned as it is. `inside`: not at the beginning of a sentence or
 * label, where most languages write a small letter: "Inglés y tailandés".
 */
export function nameLanguage(code: string, reader: Language, { inside = false } = {}): string {
  const key = `${reader} ${inside} ${code}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const name = lookUp(code, reader, inside);
  if (remembered.size < mostRemembered) remembered.set(key, name);
  return name;
}

function lookUp(code: string, reader: Language, inside: boolean): string {
  const display =
    displays.get(reader) ?? new Intl.DisplayNames([languageTags[reader]], { type: 'language', fallback: 'code' });
  displays.set(reader, display);
  try {
    const name = display.of(spokenTags[code] ?? code.split('_')[0] ?? code) ?? code;
    const [first, rest] = [name.charAt(0), name.slice(1)];
    // Unicode has the names as they are inside a sentence, but Vietnamese ones as labels ("Tiếng Anh").
    if (inside) return reader === 'vi' ? first.toLocaleLowerCase('vi') + rest : name;
    return first.toLocaleUpperCase(languageTags[reader]) + rest;
  } catch {
    return code;
  }
}
