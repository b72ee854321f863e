// When the lines of an order take place: once each, as most orders have one day for all lines.
import { describeWhen } from '../../../domain/dates.ts';
import type { Words } from '../use-words.ts';

type Timed = Parameters<typeof describeWhen>[0];

export function listTimes(lines: readonly Timed[], { day, say }: Pick<Words, 'day' | 'say'>): string[] {
  return [...new Set(lines.map((line) => describeWhen(line, day, say)))];
}
