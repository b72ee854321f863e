// What makes the figures of `npm run bench` honest: no question comes twice, and a table with failures is not written down.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../open-database.ts';
import { readAnswer } from './ask-house.ts';
import { type AskedQuestion, asListPage, asSearch, listQuestions } from './gather-questions.ts';
import { makeSeries } from './make-series.ts';
import { groupNames, readOptions } from './read-options.ts';
import { readTimes, runLoad } from './run-load.ts';
import { listFailures, printTable, type Row, type Table, writeInto } from './write-table.ts';

describe('questions', () => {
  const pair = (one: number, other: string) => `${one} ${other}`;
  const takeAll = (length: number, variants: string[]) => {
    const basis = Array.from({ length }, (_, at) => at);
    const series = makeSeries(basis, variants, pair);
    return Array.from({ length: series.size }, () => series.next());
  };

  it.each([
    ...[1, 2, 3, 7, 12, 60, 97, 360, 2289].map((length) => [length, ['en']] as const),
    ...[1, 5, 13, 26, 100].map((length) => [length, ['en', 'th', 'vi', 'ms', 'ja']] as const),
  ])('of %i kinds in the variants %j never come twice, and each comes', (length, variants) => {
    const all = takeAll(length, [...variants]);
    expect(new Set(all).size).toBe(length * variants.length);
    // A kind comes again only when every other was there.
    for (let round = 0; round < variants.length; round += 1)
      expect(new Set(all.slice(round * length, (round + 1) * length).map((value) => value.split(' ')[0])).size).toBe(
        length,
      );
  });

  it('end with an error instead of coming again', () => {
    const series = makeSeries([1, 2], ['en'], pair);
    series.next();
    series.next();
    expect(() => series.next()).toThrow('all 2 questions were asked');
    expect(series.count).toBe(2);
  });

  it('of search are different requests, also as pages, on pages that exist', () => {
    const facets = (keys: string[]) => keys.map((key, at) => ({ key, count: 10 + at * 25 }));
    const basis = ['bali', 'tokyo tower', '东京'].flatMap((query) =>
      listQuestions(query, { total: 45, cities: facets(['bali', 'ubud']), types: facets(['3', '5']) }),
    );
    expect(basis.filter(({ city, type }) => !city && !type).map(({ page }) => page)).not.toContain(4);
    expect(basis.filter(({ city }) => city === 'bali').map(({ page }) => page)).not.toContain(2);
    const variants = ['en', 'th'].flatMap((language) => ['MYR', 'SGD'].map((currency) => ({ language, currency })));
    const series = makeSeries(basis, variants, (question, variant): AskedQuestion => ({ question, ...variant }));
    const asked = Array.from({ length: series.size }, () => series.next());
    expect(new Set(asked.map((item) => JSON.stringify(asSearch(item)))).size).toBe(basis.length * 4);
    expect(new Set(asked.map((item) => JSON.stringify(asListPage(item, 'token')))).size).toBe(basis.length * 4);
    expect(listQuestions('nothing', { total: 0, cities: [], types: [] })).toEqual([]);
  });
});

describe('the table', () => {
  const document = 'before\n<!-- written by npm run bench -->\nold\n<!-- end of what npm run bench writes -->\nafter\n';
  const row = (more: Partial<Row> = {}): Row => ({
    ...{
      name: 'search',
      side: '',
      figure: '180/s',
      p50: 5.123,
      p99: 1234,
      failed: 0,
      reasons: [],
      varies: 'every one',
    },
    ...more,
  });
  const table = (...rows: Row[]): Table => ({ facts: [['Commit', 'abc']], references: [row({ name: 'R2' })], rows });
  const broken = row({ name: 'detail', failed: 2, reasons: ['2 × 503'] });

  it('takes the place of the last one', () => {
    const written = writeInto(document, table(row({ ratio: '3.0 % of R2' })));
    expect(written).toContain('| search | 180/s | 5.12 | 1,234 | 0 | 3.0 % of R2 | – | – | every one |');
    expect(written).toMatch(/^before\n[\s\S]*after\n$/);
    expect(written).not.toContain('old');
    expect(writeInto(written, table(row({ ratio: '3.0 % of R2' })))).toBe(written);
  });

  it('is refused when anything failed, also a reference', () => {
    expect(() => writeInto(document, table(row(), broken))).toThrow('detail: 2 failed (2 × 503)');
    const restless = {
      ...table(row()),
      references: [row({ name: 'R3', failed: 1, reasons: ['1 × nothing was booked'] })],
    };
    expect(() => writeInto(document, restless)).toThrow('R3: 1 failed');
    expect(listFailures(table(row()))).toEqual([]);
    expect(printTable(table(broken))).toContain('detail');
  });

  it('has its place in docs/measured.md, and is refused by a document without one', () => {
    const measured = readFileSync(join(root, 'docs', 'measured.md'), 'utf8');
    expect(writeInto(measured, table(row()))).toContain('| search | 180/s |');
    expect(() => writeInto('text', table(row()))).toThrow('no place');
  });
});

describe('a load', () => {
  it('counts what failed with its reasons, and only what succeeded as done', async () => {
    let turn = 0;
    let closed = 0;
    const work = async () => {
      turn += 1;
      if (turn % 4 === 0) throw new Error('503');
    };
    const load = await runLoad({ clients: 3, times: 40 }, () =>
      Object.assign(work, {
        close: () => {
          closed += 1;
        },
      }),
    );
    expect(load).toMatchObject({ done: 30, failed: 10, reasons: ['10 × 503'] });
    expect(closed).toBe(3);
  });

  it('knows the median and the slowest of a hundred', () => {
    const times = Array.from({ length: 200 }, (_, at) => at + 1);
    expect(readTimes(times)).toEqual({ p50: 101, p99: 199 });
  });
});

describe('an answer', () => {
  const read = (text: string) => {
    const answer = readAnswer(Buffer.from(text));
    return answer && { ...answer, body: answer.body.toString() };
  };

  it('is read by its length or in chunks, once it is whole', () => {
    const byLength = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd';
    const inChunks =
      'HTTP/1.1 503 No\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n';
    expect(read(byLength)).toEqual({ status: 200, body: 'abcd', closes: false });
    expect(read(inChunks)).toEqual({ status: 503, body: 'abcd', closes: true });
    for (const text of [byLength, inChunks])
      for (let length = 0; length < text.length; length += 1) expect(read(text.slice(0, length))).toBeUndefined();
  });
});

describe('options', () => {
  it('are numbers within bounds and names that exist', () => {
    expect(readOptions([])).toMatchObject({ seconds: 8, products: 5000, groups: [...groupNames], write: false });
    expect(readOptions(['--only', 'hot,search']).groups).toEqual(['hot', 'search']);
    for (const wrong of [
      ['--seconds', '0'],
      ['--products', '12'],
      ['--products', 'many'],
      ['--only', 'speed'],
      ['--fast'],
    ])
      expect(() => readOptions(wrong)).toThrow();
  });

  it('write only the whole table of this commit', () => {
    expect(() => readOptions(['--write', '--only', 'search'])).toThrow('--write');
    expect(() => readOptions(['--write', '--against', 'main'])).toThrow('--write');
    expect(readOptions(['--write']).write).toBe(true);
  });
});
