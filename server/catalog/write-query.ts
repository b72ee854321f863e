// Converts the terms of a visitor's typed text into full-text queries: what finds products, and what ranks them (decision 0435).
import { phraseOf, type Term } from '../../domain/search/read-terms.ts';
import type { Owner } from '../platform/db.ts';
import { type AskedWords, expandWords } from './search.sql.ts';

const every = (words: string[], write: (word: string) => string) => words.map(write).join(' & ');
const any = (parts: string[]) => (parts.length > 1 ? `(${parts.join(' | ')})` : (parts[0] ?? ''));
const beginning = (word: string) => `${quoteWord(word)}:*`;
const inTitle = (word: string) => quoteWord(`=${word}`);
const kindTag = (kind: number) => `'#${kind}'`;
const isKnown = (term: Term) => term.or.length + term.kinds.length > 0;
const anyKind = ({ kinds }: Term) => kinds.map(kindTag);

/** Names are stored with neighbouring words joined: apart, "hà" and "nội" are syllables of any longer Vietnamese text. */
const isJoined = ({ words, or }: Term) =>
  words.length > 1 && or.some((other) => other.length === 1 && other[0] === words.join(''));

/** Each term by the beginnings of its words, or by what else it means; what has a meaning as several words is known whole. */
const found = (term: Term) =>
  any([
    ...(isJoined(term) ? [] : [every(term.words, isKnown(term) && term.words.length > 1 ? quoteWord : beginning)]),
    ...term.or.map((words) => every(words, quoteWord)),
    ...anyKind(term),
  ]);

const named = (term: Term) =>
  any([term.words, ...term.or].map((words) => every(words, quoteWord)).concat(anyKind(term)));
const titled = (term: Term) => any([term.words, ...term.or].map((words) => every(words, inTitle)));

/** What finds and ranks the terms; null for none. Where it finds something, every word leads somewhere. */
export function writeBeginnings(terms: Term[]): AskedWords | null {
  if (!terms.length) return null;
  return { query: terms.map(found).join(' & '), ...writeRanks(terms) };
}

function writeRanks(terms: Term[]): Omit<AskedWords, 'query'> {
  const isKind = terms.some((term) => term.kinds.length);
  const phrase = phraseOf(terms);
  const best = isKind ? terms.map((term) => (term.kinds.length ? any(anyKind(term)) : named(term))).join(' & ') : null;
  return {
    best: best ?? (phrase && every(phrase, quoteWord)),
    title: terms.map(titled).join(' & '),
    name: terms.map(named).join(' & '),
  };
}

/** The same where no name has the words whole: those whose names have their beginnings come first. */
export const rankByBeginnings = (asking: AskedWords): AskedWords => ({
  ...asking,
  best: null,
  title: null,
  name: asking.query,
});

/** Words of which some lead nowhere, by words that look like them; 'none' when some word is similar to nothing in this shop. */
export async function writeQuery(owner: Owner, terms: Term[]): Promise<AskedWords | null | 'none'> {
  if (!terms.length) return null;
  const expanded = await expandTerms(owner, terms);
  if (expanded.some((one) => one === null)) return 'none';
  const query = expanded.join(' & ');
  return { query, best: null, title: null, name: query };
}

/** Each term with similar words for those that lead nowhere; null where nothing is similar. */
export async function expandTerms(owner: Owner, terms: Term[]): Promise<(string | null)[]> {
  const words = [...new Set(terms.flatMap((term) => term.words))];
  const looked = await expandWords(owner, words);
  const of = new Map(words.map((word, at) => [word, looked[at]]));
  return terms.map((term) => {
    if (isKnown(term)) return found(term);
    const parts = term.words.map((word) => {
      if (of.get(word)?.known) return beginning(word);
      const close = of.get(word)?.close;
      return close?.length ? any(close.map(quoteWord)) : null;
    });
    return parts.includes(null) ? null : parts.join(' & ');
  });
}

/** A word quoted for the text of a full-text query. */
export function quoteWord(word: string): string {
  return `'${word.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
}
