// Words of the house in 13 languages: ICU messages, loaded one language at a time. shop.json is what the first pages of a visit say,
// customer.json what booking, paying and the account say beside it, console.json what only the back office, mails and the server say.
import { readFileSync } from 'node:fs';
import type { Language } from '../domain/languages.ts';

/** A language's files. */
export const wordParts = ['shop', 'customer', 'console'] as const;

export type Words = Record<string, string>;

const loaded = new Map<Language, Words>();

/** Messages of one language for mails, documents and refusals. Read once per process. */
export function wordsIn(language: Language): Words {
  let words = loaded.get(language);
  if (!words) {
    words = Object.assign({}, ...wordParts.map((part) => readWords(language, part))) as Words;
    loaded.set(language, words);
  }
  return words;
}

/** Messages of one of a language's files. A key stands in one of them only. */
export function readWords(language: Language, part: (typeof wordParts)[number]): Words {
  return JSON.parse(readFileSync(new URL(`./${language}/${part}.json`, import.meta.url), 'utf8')) as Words;
}
