// Edited products: fields by path, rows that keep their key, merging the changes of two people, numbers as people write them.
import { describe, expect, it } from 'vitest';
import { findClashes, mergeDrafts } from '../../../console-kit/merge-drafts.ts';
import { keepKeys, moveRow, readAt, rowKey, writeAt } from './change-paths.ts';
import { readCount, readFigure, readPrice } from './read-figures.ts';

describe('fields by path', () => {
  const whole = { names: { en: 'A' }, packages: [{ skus: [{ price: '1' }, { price: '2' }] }] };

  it('are read and written without touching the rest', () => {
    const next = writeAt(whole, 'packages.0.skus.1.price', '3');
    expect(readAt(next, 'packages.0.skus.1.price')).toBe('3');
    expect(readAt(whole, 'packages.0.skus.1.price')).toBe('2');
    expect(next.names).toBe(whole.names);
    expect(readAt(next, 'packages.7.key')).toBeUndefined();
  });

  it('keep the key of a row while it is edited and moved', () => {
    const rows = [{ text: 'a' }, { text: 'b' }];
    const keys = rows.map(rowKey);
    const typed = writeAt({ rows }, 'rows.1.text', 'c').rows;
    expect(moveRow(typed, 1, 0).map(rowKey)).toEqual([keys[1], keys[0]]);
  });

  it('keep the key of a row when the whole is saved and read again, unless it became another row', () => {
    const before = {
      rows: [
        { id: '', skus: [{ price: '1' }] },
        { id: '2', skus: [{ price: '2' }] },
      ],
    };
    const keys = before.rows.map((row) => [rowKey(row), row.skus.map(rowKey)]);
    const saved = {
      rows: [
        { id: '1', skus: [{ price: '1.00' }] },
        { id: '3', skus: [{ price: '2.00' }] },
      ],
    };
    const [first, second] = keepKeys(before, saved).rows.map((row) => [rowKey(row), row.skus.map(rowKey)]);
    expect(first).toEqual(keys[0]);
    expect(second).not.toEqual(keys[1]);
  });
});

describe('two people at once', () => {
  const base = { key: 'a', list: [{ id: '1', name: 'one', price: '5' }], notes: ['x'] };

  it('keep the changes of both', () => {
    const mine = writeAt(base, 'list.0.name', 'mine');
    const theirs = writeAt({ ...base, key: 'theirs' }, 'list.0.price', '6');
    expect(mergeDrafts(base, mine, theirs)).toEqual({
      key: 'theirs',
      list: [{ id: '1', name: 'mine', price: '6' }],
      notes: ['x'],
    });
  });

  it('keep rows that either added, and drop rows that either removed', () => {
    const mine = { ...base, list: [...base.list, { name: 'new', price: '1' }] };
    const theirs = { ...base, list: [{ id: '2', name: 'two', price: '2' }] };
    expect(mergeDrafts<unknown>(base, mine, theirs)).toMatchObject({
      list: [
        { name: 'new', price: '1' },
        { id: '2', name: 'two' },
      ],
    });
  });

  it('are told where both changed the same, and nowhere else', () => {
    const rows = { ...base, list: [...base.list, { id: '2', name: 'two', price: '7' }] };
    const mine = writeAt(writeAt(rows, 'list.1.price', '8'), 'key', 'mine');
    const theirs = { key: 'a', list: [{ id: '2', name: 'theirs', price: '9' }], notes: ['y'] };
    const merged = mergeDrafts<unknown>(rows, mine, theirs);
    expect(findClashes(rows, merged, theirs)).toEqual([
      { path: 'list.0.price', mine: '8', theirs: theirs.list[0]?.price },
    ]);
    expect(findClashes(rows, mergeDrafts(rows, mine, mine), mine)).toEqual([]);
  });

  it('are told of whole lists of plain values, and of rows that cannot be matched', () => {
    const clashesOf = (was: unknown[], mine: unknown[], theirs: unknown[]) =>
      findClashes({ list: was }, mergeDrafts<unknown>({ list: was }, { list: mine }, { list: theirs }), {
        list: theirs,
      });
    expect(clashesOf(['en', 'th'], ['en', 'fr'], ['en', 'vi'])).toEqual([
      { path: 'list', mine: ['en', 'fr'], theirs: ['en', 'vi'] },
    ]);
    expect(clashesOf(['en'], ['en', 'fr'], ['en', 'vi', 'th'])).toMatchObject([
      { path: 'list', theirs: ['en', 'vi', 'th'] },
    ]);
    expect(clashesOf([{ day: 1 }], [{ day: 2 }], [])).toMatchObject([{ path: 'list', theirs: [] }]);
    expect(clashesOf(['en'], ['en'], ['en', 'vi'])).toEqual([]);
  });

  it('get the numbers of new rows when they are saved', () => {
    const typed = { list: [{ name: 'new', price: '1' }] };
    const later = { list: [{ name: 'newer', price: '1' }] };
    const theirs = { list: [{ id: '9', name: 'new', price: '1' }] };
    expect(mergeDrafts<unknown>(typed, later, theirs)).toEqual({ list: [{ id: '9', name: 'newer', price: '1' }] });
  });
});

describe('figures', () => {
  it.each([
    ['98', '98'],
    ['98.5', '98.5'],
    ['98,5', '98.5'],
    ['1,200', '1200'],
    ['1,200.50', '1200.50'],
    ['1.200,50', '1200.50'],
    ['1 200,50', '1200.50'],
    ['1’200.50', '1200.50'],
    ['12,345,678', '12345678'],
    ['5.', '5'],
    ['', undefined],
    ['-3', undefined],
    ['3x', undefined],
  ])('%s is %s', (text, figure) => {
    expect(readFigure(text)).toBe(figure);
  });

  it('fit the digits of their currency', () => {
    expect(readPrice('98.5', 'MYR')).toBe(9850);
    expect(readPrice('98.00', 'JPY')).toBe(98);
    expect(readPrice('98.5', 'JPY')).toBeUndefined();
    expect(readPrice('1.234', 'KWD')).toBe(1234);
    expect(readPrice('99999999999999', 'MYR')).toBeUndefined();
  });

  it('are whole if whole ones are required', () => {
    expect(readCount('12', { min: 0, max: 20 })).toBe(12);
    expect(readCount('12.0', { min: 0, max: 20 })).toBe(12);
    expect(readCount('12.5', { min: 0, max: 20 })).toBeUndefined();
    expect(readCount('21', { min: 0, max: 20 })).toBeUndefined();
  });
});
