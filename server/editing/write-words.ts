// The search words of a product (§2 search): of its name and place in every language, of its type, and of its overview.
import { languages, type Text } from '../../domain/languages.ts';
import { indexWords } from '../../domain/search-words.ts';
import { translate } from '../../locales/translate.ts';

export type Findable = { type: number; subtype: number; names: Text; overviews: Text };
export type FoundBy = { nameWords: string[]; words: string[] };

/** `places` are the names of its city and country. */
export function writeWords({ type, subtype, names, overviews }: Findable, places: Text[]): FoundBy {
  const labels = languages.flatMap((language) => [
    translate(language, `catalog.type.${type}`),
    translate(language, `catalog.subtype.${subtype}`),
  ]);
  const named = [...Object.values(names), ...places.flatMap((one) => Object.values(one)), ...labels];
  const nameWords = [...new Set(named.flatMap((one) => indexWords(one ?? '')))];
  const words = [...new Set([...nameWords, ...Object.values(overviews).flatMap((one) => indexWords(one ?? ''))])];
  return { nameWords, words };
}
