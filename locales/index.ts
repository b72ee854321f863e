// Words of the house in 13 languages: ICU messages, loaded one language at a time. shop.json is what visitors are sent; console.json is
// what only the back office, mails and the server say.
import { readFileSync } from 'node:fs';
import type { Language } from '../domain/languages.ts';

export type Words = Record<string, string>;

const loaded = new Map<Language, Words>();

/** Messages of one language for mails, documents and refusals. Read once per process. */
export function wordsIn(language: Language): Words {
  let words = loaded.get(language);
  if (!words) {
    words = { ...readWords(language, 'shop'), ...readWords(language, 'console') };
    loaded.set(language, words);
  }
  return words;
}

/** Messages of one of a language's two files. A key stands in one of them only. */
export function readWords(language: Language, part: 'shop' | 'console'): Words {
  return JSON.parse(readFileSync(new URL(`./${language}/${part}.json`, import.meta.url), 'utf8')) as Words;
}
