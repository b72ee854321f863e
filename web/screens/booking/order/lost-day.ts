// The day or night that a choice is refused for (§8 no stock on that day): of a stay, "that day" is any of its nights.
import { openDay } from '../../../../domain/dates.ts';
import type { Words } from '../../../parts/use-words.ts';

export type LostDay = { on: string; session: string; line: number };

/** In the data of a refusal; undefined for a refusal that names none, and for tickets that are good on any day. */
export function findLost(data: unknown): LostDay | undefined {
  const lost = data as Partial<LostDay> | null | undefined;
  return lost?.on && lost.on !== openDay
    ? { on: lost.on, session: lost.session ?? '', line: lost.line ?? 0 }
    : undefined;
}

export const sayDay = ({ on, session }: LostDay, words: Words): string => `${words.day(on)} ${session}`.trim();
