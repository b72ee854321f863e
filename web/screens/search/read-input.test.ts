import { expect, it } from 'vitest';
import { readInput } from './read-input.ts';

it('ignores values of an address that nothing has (§2 search)', () => {
  const read = (query: string) => readInput(new URLSearchParams(query));
  expect(read('type=1&subtype=101')).toMatchObject({ type: 1, subtype: 101 });
  for (const odd of ['type=99', 'type=abc', 'type=', 'subtype=999', 'subtype=', 'type=9&page=x&from=2026-13-40'])
    expect(read(odd)).toEqual({ query: '', sort: 'default', page: 1 });
});
