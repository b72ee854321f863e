// A message in a reader's language, for refusals, mails and documents; the same ICU messages as on screen.
import { IntlMessageFormat } from 'intl-messageformat';
import { formatLocale, type Language } from '../domain/languages.ts';
import { wordsIn } from './index.ts';

const compiled = new Map<string, IntlMessageFormat>();

/** The message under `key` with its blanks filled. A missing key is a bug and throws. */
export function translate(language: Language, key: string, values: Record<string, string | number> = {}): string {
  const id = `${language} ${key}`;
  let message = compiled.get(id);
  if (!message) {
    const text = wordsIn(language)[key];
    if (text === undefined) throw new Error(`no words for ${key} in ${language}`);
    message = new IntlMessageFormat(text, formatLocale(language));
    compiled.set(id, message);
  }
  return String(message.format(values));
}
