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
type Token = { text: string; asks: string[] };

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
  return chosen ? { query: chosen.map((one) => one.text).join(' '), count: counts[best] ?? 0 } : null;
}

async function readTokens(owner: Owner, typed: string): Promise<Token[]> {
  const given = typed
    .split(/[^\p{L}\p{N}\p{M}ー'’-]+/u)
    .map((text) => ({ text, asks: queryWords(text) }))
    .filter((one) => one.asks.length)
    .slice(0, 8);
  const words = [...new Set(given.flatMap((one) => one.asks))];
  const known = new Map((await expandWords(owner, words)).map((one, at) => [words[at] as string, one]));
  const strange = words.filter((word) => !known.get(word)?.known);
  const near = new Map((await nearWords(owner, strange)).map((word, at) => [strange[at] as string, word]));
  return given.flatMap(({ text, asks }) => {
    if (asks.every((word) => known.get(word)?.known)) return [{ text, asks }];
    // Each word separately: as typed, as its similar word, or left out.
    return asks.flatMap((word) => {
      const meant = known.get(word)?.known ? word : (near.get(word) ?? known.get(word)?.close?.[0]);
      return meant ? [{ text: meant, asks: [meant] }] : [];
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
  return choice.flatMap((one) => one.asks.map((word) => `${quoteWord(word)}:*`)).join(' & ');
}
