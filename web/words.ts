// Words for the screens: one chunk per language, loaded before the first render on both sides.
import type { Language } from '../domain/languages.ts';

export type Words = Record<string, string>;

const files = import.meta.glob<{ default: Words }>('../locales/*.json');
const loaded = new Map<Language, Words>();

export async function loadWords(language: Language): Promise<Words> {
  const known = loaded.get(language);
  if (known) return known;
  const load = files[`../locales/${language}.json`];
  if (!load) throw new Error(`no words for ${language}`);
  const words = (await load()).default;
  loaded.set(language, words);
  return words;
}

/** Words loaded before; rendering is synchronous. */
export function wordsOf(language: Language): Words {
  const words = loaded.get(language);
  if (!words) throw new Error(`words of ${language} are not loaded`);
  return words;
}
