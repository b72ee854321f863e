// The texts of a list, with times in the owner's zone (rules §11) or in the zone that its answer names.
import { useWords, type Words } from '../parts/use-words.ts';
import { useDeskZone } from './use-desk-me.ts';

export type DeskWords = Words & { at(moment: string): string };

export function useListWords(zone?: string): DeskWords {
  const deskZone = useDeskZone();
  const words = useWords();
  return { ...words, at: (moment) => words.instant(moment, zone ?? deskZone) };
}
