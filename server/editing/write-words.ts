// The search words of a product (§2 search): of its name and place in every language, of its type, and of its overview.
import { languages, languageTags, type Text } from '../../domain/languages.ts';
import { compoundEnds, indexWords, joinedWords } from '../../domain/search-words.ts';
import { translate } from '../../locales/translate.ts';

/** `coverage`: codes of countries where it works. */
export type Findable = { type: number; subtype: number; names: Text; overviews: Text; coverage: string[] };
export type FoundBy = { nameWords: string[]; words: string[] };

/** The version mark among the words of each product: words without it are of an older version and are written again. */
export const wordsForm = '#form4';

/**
 * `places` are the names of its city and country. Words of the product's own names are stored once more as "=word", so that a search
 * finds them before names of places and kinds; "#1002" is its subtype. Pairs of neighbouring words are stored, too,
 * and the ends of Korean compounds.
 */
export function writeWords({ type, subtype, names, overviews, coverage }: Findable, places: Text[]): FoundBy {
  const labels = languages.flatMap((language) => [
    translate(language, `catalog.type.${type}`),
    translate(language, `catalog.subtype.${subtype}`),
  ]);
  const titles = Object.values(names).map((value) => value ?? '');
  const placeNames = places.flatMap((place) => Object.values(place));
  const titleWords = unique(titles, nameWordsOf);
  const placeWords = unique(placeNames, (value) => nameWordsOf(value ?? ''));
  const named = [...titleWords, ...placeWords, ...unique(labels, indexWords), `#${subtype}`];
  const nameWords = [...new Set([...named, ...titleWords.map((word) => `=${word}`)])];
  const texts = [...Object.values(overviews).map((overview) => overview ?? ''), ...nameCountries(coverage)];
  const words = [...new Set([...named, ...unique(texts, indexWords), wordsForm])];
  return { nameWords, words };
}

const nameWordsOf = (name: string) => [...indexWords(name), ...joinedWords(name), ...compoundEnds(name)];

/** A SIM card that is collected elsewhere is found by the countries where it works, after what lies in them. */
const nameCountries = (codes: string[]): string[] =>
  codes.length === 0
    ? []
    : languages.flatMap((language) => {
        const names = new Intl.DisplayNames([languageTags[language]], { type: 'region' });
        return codes.map((code) => names.of(code) ?? '');
      });

function unique<Given>(list: Given[], read: (item: Given) => string[]): string[] {
  return [...new Set(list.flatMap(read))];
}
