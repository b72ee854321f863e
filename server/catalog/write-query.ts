// Converts a visitor's typed text into a full-text query: every word must match exactly, by its beginning, or a similar word.
import { queryWords } from '../../domain/search-words.ts';
import type { Owner } from '../platform/db.ts';
import { expandWords } from './search.sql.ts';

/**
 * Text of a tsquery that takes each word by its beginning, null for an empty text. Where it finds something, every word leads somewhere,
 * and writeQuery would say the same after one more question.
 */
export function writeBeginnings(typed: string): string | null {
  return queryWords(typed).map(beginning).join(' & ') || null;
}

const beginning = (word: string) => `${quoteWord(word)}:*`;

/** Text of a tsquery; null for an empty text; 'none' when some word is similar to nothing in this shop. */
export async function writeQuery(owner: Owner, typed: string): Promise<string | null | 'none'> {
  const words = queryWords(typed);
  if (!words.length) return null;
  const expanded = await expandWords(owner, words);
  const parts: string[] = [];
  for (const [at, word] of words.entries()) {
    const { known, close } = expanded[at] ?? { known: false, close: null };
    if (!known && !close?.length) return 'none';
    parts.push(known ? beginning(word) : `(${(close ?? []).map(quoteWord).join(' | ')})`);
  }
  return parts.join(' & ');
}

/** A word as it stands in the text of a full-text query. */
export function quoteWord(word: string): string {
  return `'${word.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
}
