// When a search found nothing: similar words (§2 empty result). Every suggestion finds at least one product.
import { queryWords } from '../../domain/search-words.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { pricingOf } from './pricing.sql.ts';
import { expandWords } from './search.sql.ts';
import { countMatches, nearWords } from './suggest.sql.ts';
import { quoteWord } from './write-query.ts';

export type Suggestion = { query: string; count: number };

/** A typed word: its spelling, and its query. */
type Token = { text: string; queried: string[] };

/**
 * The shop's spelling of the words, or some of them, that finds the most; null when no word is similar to any of the
 * shop. It may equal the typed words: then only the filters were in the way.
 */
export async function suggestSpelling(context: Context, typed: string): Promise<Suggestion | null> {
  const { owner } = context;
  const tokens = await readTokens(owner, typed);
  const choices = listChoices(tokens);
  if (!choices.length) return null;
  const counts = await countMatches(owner, pricingOf(context), choices.map(writeChoice));
  const best = counts.findIndex((count) => count > 0);
  const chosen = choices[best];
  return chosen ? { query: chosen.map((token) => token.text).join(' '), count: counts[best] ?? 0 } : null;
}

async function readTokens(owner: Owner, typed: string): Promise<Token[]> {
  const tokens = typed
    .split(/[^\p{L}\p{N}\p{M}ー'’-]+/u)
    .map((text) => ({ text, queried: queryWords(text) }))
    .filter((one) => one.queried.length)
    .slice(0, 8);
  const words = [...new Set(tokens.flatMap((token) => token.queried))];
  const known = new Map((await expandWords(owner, words)).map((word, at) => [words[at] as string, word]));
  const strange = words.filter((word) => !known.get(word)?.known);
  const near = new Map((await nearWords(owner, strange)).map((word, at) => [strange[at] as string, word]));
  return tokens.flatMap(({ text, queried }) => {
    if (queried.every((word) => known.get(word)?.known)) return [{ text, queried }];
    // Each word separately: as typed, as its similar word, or left out.
    return queried.flatMap((word) => {
      const meant = known.get(word)?.known ? word : (near.get(word) ?? known.get(word)?.close?.[0]);
      return meant ? [{ text: meant, queried: [meant] }] : [];
    });
  });
}

/** All words; then with one left out; then each alone, the longest first. */
function listChoices(tokens: Token[]): Token[][] {
  if (!tokens.length) return [];
  const fewer = tokens.length > 2 ? tokens.map((_, at) => tokens.filter((__, other) => other !== at)) : [];
  const alone =
    tokens.length > 1 ? [...tokens].sort((a, b) => b.text.length - a.text.length).map((token) => [token]) : [];
  return [tokens, ...fewer, ...alone];
}

function writeChoice(choice: Token[]): string {
  return choice.flatMap((token) => token.queried.map((word) => `${quoteWord(word)}:*`)).join(' & ');
}
