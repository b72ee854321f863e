// The words of a result in the log of calls with keys (decision 0360). The log holds its code alone.
import { refusals } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { wordsIn } from '../../locales/index.ts';
import { translate } from '../../locales/translate.ts';

const words = new Map<number, string>([
  ...Object.entries(refusals).map(([name, code]) => [code, `refusal.${name}`] as const),
  ...(
    [
      [401, 'key'],
      [421, 'missing'],
      [500, 'server'],
      [503, 'tooFrequent'],
    ] as const
  ).map(([code, problem]) => [code, `ui.problem.${problem}`] as const),
]);

/**
 * Empty for a call that succeeded. A text that names values would name wrong ones: "Refused" stands for it, and for codes of other
 * interfaces.
 */
export function sayCode(language: Language, code: number): string {
  if (code === 200) return '';
  const key = words.get(code);
  const hasBlanks = key === undefined || wordsIn(language)[key]?.includes('{');
  return translate(language, hasBlanks ? 'systems.refused' : key);
}
