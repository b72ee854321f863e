// Words of the house in 13 languages: ICU messages, one JSON file per language, loaded one at a time.
import { readFileSync } from 'node:fs';
import type { Language } from '../domain/languages.ts';

export type Words = Record<string, string>;

const loaded = new Map<Language, Words>();

/** Messages of one language for mails, documents and refusals. Read once per process. */
export function wordsIn(language: Language): Words {
  let words = loaded.get(language);
  if (!words) {
    words = JSON.parse(readFileSync(new URL(`./${language}.json`, import.meta.url), 'utf8')) as Words;
    loaded.set(language, words);
  }
  return words;
}
