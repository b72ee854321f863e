// What a typed text asks for (§2 search): its terms in order, each with other ways to say it. All terms must be found.
import type { Language } from '../languages.ts';
import { foldWord, joinWords, partWords, queryParts } from '../search-words.ts';
import { listMeanings, listQuietWords } from './synonyms.ts';

export type Term = {
  /** As typed, folded: a run of Han or Thai stays whole here. */
  typed: string;
  /** Words that must all be found. */
  words: string[];
  /** Instead of all of them: any of these lists of words. */
  or: string[][];
  /** Subtypes that the term names. */
  kinds: number[];
};

const most = { terms: 8, words: 12, phraseParts: 4 };
/** Written without spaces, so that a meaning may be anywhere in a part. */
const unspaced = /[\p{Script=Han}\p{Script=Thai}\p{Script=Katakana}]/u;

type Meant = Pick<Term, 'or' | 'kinds'>;
let meanings: Map<string, Meant> | undefined;
const quiet = new Map<Language, Set<string>>();

const wordsOf = (text: string) => queryParts(text).flatMap(partWords);

function readMeanings(): Map<string, Meant> {
  const map = new Map<string, Meant>();
  for (const [typed, { kinds, phrases }] of listMeanings()) {
    const key = queryParts(typed).join(' ');
    const known = map.get(key) ?? { or: [], kinds: [] };
    map.set(key, { or: [...known.or, ...phrases.map(wordsOf)], kinds: [...known.kinds, ...kinds] });
  }
  return map;
}

function quietOf(language: Language): Set<string> {
  const known = quiet.get(language) ?? new Set(listQuietWords(language).map(foldWord));
  quiet.set(language, known);
  return known;
}

export function readTerms(query: string, language: Language): Term[] {
  meanings ??= readMeanings();
  const parts = queryParts(query);
  const terms: Term[] = [];
  for (let at = 0; at < parts.length; ) {
    const length = longestPhrase(meanings, parts, at);
    terms.push(
      ...(length ? [termOf(meanings, parts.slice(at, at + length).join(' '))] : cutPart(meanings, parts[at] ?? '')),
    );
    at += length || 1;
  }
  const loud = terms.filter((term) => !quietOf(language).has(term.typed));
  return bound(loud.length ? loud : terms);
}

/** How many parts from here on are a phrase that means something else; 0 for none. */
function longestPhrase(known: Map<string, Meant>, parts: string[], at: number): number {
  for (let length = Math.min(most.phraseParts, parts.length - at); length > 0; length -= 1)
    if (known.has(parts.slice(at, at + length).join(' '))) return length;
  return 0;
}

function termOf(known: Map<string, Meant>, typed: string): Term {
  return { typed, words: wordsOf(typed), ...(known.get(typed) ?? { or: [], kinds: [] }) };
}

/** A part as one term, or, in scripts without spaces, with the meanings in it as terms of their own. */
function cutPart(known: Map<string, Meant>, part: string): Term[] {
  if (!unspaced.test(part)) return [termOf(known, part)];
  const letters = [...part];
  const terms: Term[] = [];
  let plain = '';
  const flush = () => {
    for (const word of plain ? partWords(plain) : []) terms.push({ typed: word, words: [word], or: [], kinds: [] });
    plain = '';
  };
  for (let at = 0; at < letters.length; ) {
    const length = longestMeaning(known, letters, at);
    if (length) {
      flush();
      terms.push(termOf(known, letters.slice(at, at + length).join('')));
    } else plain += letters[at];
    at += length || 1;
  }
  flush();
  return terms;
}

const longestMeaningLetters = 12;

function longestMeaning(known: Map<string, Meant>, letters: string[], at: number): number {
  for (let length = Math.min(longestMeaningLetters, letters.length - at); length > 1; length -= 1)
    if (known.has(letters.slice(at, at + length).join('')) && isWhole(letters, at, length)) return length;
  return 0;
}

const kana = /[\p{Script=Katakana}ー]/u;

/** Kana are cut where another script begins: シンガ is no part of シンガポール. */
function isWhole(letters: string[], at: number, length: number): boolean {
  const isCut = (value: number) => kana.test(letters[value] ?? '') && kana.test(letters[value + 1] ?? '');
  return !isCut(at - 1) && !isCut(at + length - 1);
}

/** No query is longer than a line of text that a person types. */
function bound(terms: Term[]): Term[] {
  const some = [...new Map(terms.map((term) => [term.typed, term])).values()].slice(0, most.terms);
  let words = 0;
  return some.filter((term) => {
    words += term.words.length;
    return words <= most.words;
  });
}

/** The phrase that plain neighbours make; null where a term is not one plain word, or there is only one. */
export function phraseOf(terms: readonly Term[]): string[] | null {
  const words = terms.flatMap((term) => term.words);
  if (words.length < 2 || terms.some((term) => term.or.length || term.kinds.length)) return null;
  return words.slice(0, -1).map((word, at) => joinWords(word, words[at + 1] as string));
}
