// docs/twelve-tasks.md: what each task took.
import type { Result } from './do-tasks.ts';

export function writeTable(results: Result[]): string {
  const rows = results.map(({ name, done, taps, fields, screens, seconds, deadEnds }, at) =>
    ['', at + 1, name, done ? 'yes' : 'no', taps, fields, screens, seconds, deadEnds.join('; ') || '–', '']
      .join(' | ')
      .trim(),
  );
  const sum = (pick: (result: Result) => number) =>
    Math.round(results.reduce((all, result) => all + pick(result), 0) * 10) / 10;
  const sums = [
    sum((result) => result.taps),
    sum((result) => result.fields),
    sum((result) => result.screens),
    sum((result) => result.seconds),
    sum((result) => result.deadEnds.length),
  ];
  const together = ['', 'Together', '', ...sums];
  return [
    '# Twelve tasks on a phone',
    '',
    '`npm run tasks` does them in the demo shop at 390 × 844 pixels, as somebody who sees the shop for the first time, and writes this',
    'page. A tap is a press; a field is something typed or chosen, however long; screens are how far the person scrolls to what comes',
    'next, in heights of the phone; seconds are those of the machine, without anybody thinking. A dead end is an error, or something that',
    'was more than two screens away from where the last step ended. Signing in is not counted.',
    '',
    '| # | Task | Done | Taps | Fields | Screens | Seconds | Dead ends |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    `| ${together.join(' | ')} |`,
    '',
  ].join('\n');
}
