// A message in a reader's language, for refusals, mails and documents; the same ICU messages as on screen.
import { isLiteralElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat } from 'intl-messageformat';
import { formatLocale, type Language } from '../domain/languages.ts';
import { wordsIn } from './index.ts';

/** Messages without blanks as they are. */
const compiled = new Map<string, IntlMessageFormat | string>();

/** The message under `key` with its blanks filled. A missing key is a bug and throws. */
export function translate(language: Language, key: string, values: Record<string, string | number> = {}): string {
  const id = `${language} ${key}`;
  let message = compiled.get(id);
  if (!message) {
    const text = wordsIn(language)[key];
    if (text === undefined) throw new Error(`no words for ${key} in ${language}`);
    message = compile(text, language);
    compiled.set(id, message);
  }
  return typeof message === 'string' ? message : String(message.format(values));
}

function compile(text: string, language: Language): IntlMessageFormat | string {
  const message = new IntlMessageFormat(text, formatLocale(language));
  const [first, ...others] = message.getAst();
  return first && isLiteralElement(first) && !others.length ? first.value : message;
}
