import { describe, expect, it } from 'vitest';
import { describeQuery, readQuery } from '../contract/read-query.ts';

const read = (name: Parameters<typeof readQuery>[0], query: string, known = {}) =>
  readQuery(name, new URLSearchParams(query), known);

describe('the address of a list', () => {
  it('is parsed by the schema of its call: refused or unknown values are ignored', () => {
    expect(read('consolePayments', 'status=101&channel=stripe&from=2026-02-30&page=2&x=1')).toEqual({
      status: '101',
      channel: 'stripe',
      page: '2',
    });
    expect(read('consolePayments', 'status=105&channel=a%20b&page=0&query=')).toEqual({});
    expect(read('consoleOrders', 'playFrom=2026-11-22&sold=1&partner=abc&source=14')).toEqual({
      playFrom: '2026-11-22',
      sold: '1',
      source: '14',
    });
  });

  it('is limited to the values that are known besides the schema', () => {
    const known = { status: [1002, 1003] };
    expect(read('consoleOrders', 'status=1003', known)).toEqual({ status: '1003' });
    expect(read('consoleOrders', 'status=7', known)).toEqual({});
  });

  it('has texts truncated to their maximum length and trimmed', () => {
    expect(read('consoleCoupons', `query=%20${'a'.repeat(50)}`)).toEqual({ query: 'a'.repeat(39) });
  });
});

it('the fields of a list are described for its form', () => {
  expect(describeQuery('consoleDifferences')).toEqual({
    state: { kind: 'choice', values: ['open', 'explained'], start: 'open' },
    channel: { kind: 'text', values: [], most: undefined },
    kind: { kind: 'choice', values: ['missingHere', 'missingThere', 'amount', 'state'] },
  });
  const { sold, playFrom, query, source, status } = describeQuery('consoleOrders', { status: [1002] });
  expect([sold?.kind, playFrom?.kind, query?.most, source?.values.length, status?.values]).toEqual([
    'tick',
    'day',
    80,
    16,
    ['1002'],
  ]);
});
