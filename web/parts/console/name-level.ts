// A price level as staff see it (rules §11): by the owner's name for it, otherwise by its number; level 0 is retail.
import { retailLevel } from '../../../domain/price-levels.ts';
import type { Words } from '../use-words.ts';

export function nameLevel({ say }: Pick<Words, 'say'>, names: readonly string[], level: number): string {
  if (names[level]) return names[level];
  return level === retailLevel ? say('editing.price.retail') : say('editing.price.level', { level });
}

/** Levels to choose from, by their number as text, with number and name, so that equal names cannot be confused. */
export function levelOptions(words: Pick<Words, 'say'>, names: readonly string[], levels: readonly number[]) {
  return levels.map((level) => {
    const name = nameLevel(words, names, level);
    return [String(level), names[level] || level === retailLevel ? `${level} · ${name}` : name] as const;
  });
}
