// What the document of the hottest statements shows of the server's log.
import { describe, expect, it } from 'vitest';
import { readPlans } from './read-plans.ts';

const entry = (process: number, milliseconds: number, query: string, id: number) =>
  [
    `${process} LOG:  duration: ${milliseconds.toFixed(3)} ms  plan:`,
    `\tQuery Text: ${query}`,
    '\t  ORDER BY 1',
    '\tSort  (cost=1.00..2.00 rows=1 width=8) (actual time=0.010..0.020 rows=1.00 loops=1)',
    '\t  Output: a, b',
    '\t  ->  Seq Scan on t  (cost=0.00..1.00 rows=1 width=8) (actual time=0.001..0.002 rows=1.00 loops=1)',
    `\tQuery Identifier: ${id}`,
  ].join('\n');

describe('plans in the log', () => {
  const log = [
    '7 LOG:  checkpoint starting: time',
    entry(7, 1, 'SELECT inner', 2),
    entry(8, 9, 'SELECT outer', 1),
    entry(7, 5, 'SELECT outer', 1),
    entry(7, 3, 'SELECT other', 3),
    entry(7, 4, 'SELECT outer', 1),
    '',
  ].join('\n');

  it('are those of the median time, with the statements that ran within them', () => {
    const plans = readPlans(log, ['1', '4'], new Set(['1', '3', '4']));
    const seen = plans.get('1');
    expect(seen?.milliseconds).toBe(5);
    expect(seen?.query).toBe('SELECT outer\n  ORDER BY 1');
    expect(seen?.within.map(({ query, milliseconds }) => [query.split('\n')[0], milliseconds])).toEqual([
      ['SELECT inner', 1],
    ]);
    // Neither lists of columns nor the number belong to the plan.
    expect(seen?.plan.split('\n').map((line) => line.split('  (cost')[0])).toEqual(['Sort', '  ->  Seq Scan on t']);
    expect(plans.has('4')).toBe(false);
  });
});
