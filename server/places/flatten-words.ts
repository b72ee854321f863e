// Names as they are compared: folded, without signs, one blank between words.
import { foldWord } from '../../domain/search-words.ts';

export function flattenWords(text: string): string {
  return foldWord(text)
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}ー]+/gu, ' ')
    .trim();
}

const letters: Record<string, string> = { ł: 'l', ø: 'o', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th' };

/** A city's name as it is searched: letters that a keyboard elsewhere lacks are written as the ones that people type instead. */
export function foldCity(text: string): string {
  return flattenWords(text).replace(/[łøæœðþ]/g, (letter) => letters[letter] ?? letter);
}
