// Names as they are compared: folded, without signs, one blank between words.
import { foldWord } from '../../domain/search-words.ts';

export function flattenWords(text: string): string {
  return foldWord(text)
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}ー]+/gu, ' ')
    .trim();
}
