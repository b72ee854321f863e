// The sheet of price and stock: what counts as a change, what is sent, from which weekday a month is copied.
import { describe, expect, it } from 'vitest';
import { capacity, costOf, limitOf, sessionPriceOf } from './cell-kinds.ts';
import {
  cellKey,
  changesOf,
  type DayRow,
  daysFrom,
  daysOnSale,
  type Edits,
  groupByDay,
  judgeCell,
  lastDay,
  marginOn,
  nextMonth,
  plainOf,
  readBlock,
  rowsOf,
  sameWeekdayBefore,
  sessionsOf,
  sheetRows,
  typeCells,
} from './stock-cells.ts';
import { noEdits, turnPage } from './undo-history.ts';

const on = '2027-03-01';
const row = (more: Partial<DayRow> = {}): DayRow => ({
  on,
  session: '10:00',
  capacity: 20,
  held: 0,
  quoted: 0,
  sold: 0,
  oversold: 0,
  prices: [{ skuId: '7', priceMinor: 9900 }],
  sessionPrices: [],
  costs: [],
  limits: [],
  ...more,
});
const known = groupByDay([row(), row({ session: '14:00', capacity: 5 })]);
const places = (session: string, day = on) => cellKey(day, { session, what: capacity });
const price = (day = on) => cellKey(day, { session: 'any', what: '7' });
const none: Edits = new Map();
const type = (edits: Edits, ...typed: [string, string][]) => typeCells(known, edits, typed, 'MYR');

describe('typing', () => {
  it('the current value is no change, and typing it again removes the change', () => {
    expect(type(none, [places('10:00'), '20'], [price(), '99']).size).toBe(0);
    const changed = type(none, [places('10:00'), '21']);
    expect(changed.get(places('10:00'))).toEqual({ text: '21', was: 20 });
    expect(type(changed, [places('10:00'), '20']).size).toBe(0);
  });

  it('remembers the value that was seen first, however often a cell is edited', () => {
    const twice = type(type(none, [price(), '80']), [price(), '85']);
    expect(twice.get(price())).toEqual({ text: '85', was: 9900 });
  });

  it('needs places before a price', () => {
    const lone = type(none, [price('2027-03-02'), '80']);
    expect(judgeCell(lone, daysOnSale(known, lone), price('2027-03-02'), 'MYR')).toBe('placesFirst');
    const both = type(lone, [places('', '2027-03-02'), '4']);
    expect(judgeCell(both, daysOnSale(known, both), price('2027-03-02'), 'MYR')).toBeUndefined();
    const bad = type(none, [places('10:00'), 'many']);
    expect(judgeCell(bad, daysOnSale(known, bad), places('10:00'), 'MYR')).toBe('format');
  });
});

describe('the input to send', () => {
  it('is grouped by departure, prices with a session that will exist', () => {
    const edits = type(none, [places('10:00'), ''], [places('14:00'), '6'], [price(), '']);
    expect(changesOf(known, edits, 'MYR').map((item) => item.change)).toEqual([
      { on, session: '10:00', capacity: null, wasCapacity: 20, prices: [] },
      { on, session: '14:00', capacity: 6, wasCapacity: 5, prices: [{ skuId: '7', priceMinor: null, wasMinor: 9900 }] },
    ]);
  });
});

describe('prices of single sessions', () => {
  const inSession = (session: string) => cellKey(on, { session, what: sessionPriceOf('7') });
  const sku = {
    id: '7',
    name: 'Adult',
    priceMinor: 9000,
    sessionPrices: [{ session: '14:00', priceMinor: 4500 }],
    costMinor: 4000,
  };
  const priced = groupByDay([row({ sessionPrices: [{ skuId: '7', priceMinor: 12_000 }] }), row({ session: '14:00' })]);

  it('are rows below their session and are sent with it, beside the price of the day', () => {
    expect(sheetRows(['', '10:00'], [{ id: '7' }], rowsOf([], priced, none)).map((item) => item.what)).toEqual([
      ...[capacity, capacity, 'price:7', '7'],
    ]);
    const edits = typeCells(
      priced,
      none,
      [
        [inSession('10:00'), ''],
        [inSession('14:00'), '50'],
        [price(), '80'],
      ],
      'MYR',
    );
    expect(changesOf(priced, edits, 'MYR').map((item) => item.change)).toEqual([
      {
        ...{ on, session: '10:00', prices: [{ skuId: '7', priceMinor: 8000, wasMinor: 9900 }] },
        sessionPrices: [{ skuId: '7', priceMinor: null, wasMinor: 12_000 }],
      },
      { on, session: '14:00', prices: [], sessionPrices: [{ skuId: '7', priceMinor: 5000, wasMinor: null }] },
    ]);
  });

  it('show the default if they are empty: that of the session, otherwise that of the day', () => {
    expect(plainOf(priced, none, inSession('14:00'), sku, 'MYR')).toBe('45.00');
    expect(plainOf(priced, none, inSession('10:00'), sku, 'MYR')).toBe('99.00');
  });
});

describe('costs', () => {
  const cost = cellKey(on, { session: 'any', what: costOf('7') });
  const inSession = cellKey(on, { session: '10:00', what: sessionPriceOf('7') });
  const sku = { id: '7', name: 'Adult', priceMinor: 9000, sessionPrices: [], costMinor: 4000 };
  const paid = groupByDay([
    row({ sessionPrices: [{ skuId: '7', priceMinor: 12_000 }], costs: [{ skuId: '7', costMinor: 5000 }] }),
  ]);

  it('are rows below the price of the day and are sent beside it and the price of a session', () => {
    expect(sheetRows(['10:00'], [{ id: '7' }], rowsOf([], paid, none)).map((item) => item.what)).toEqual([
      ...[capacity, 'price:7', '7', 'cost:7'],
    ]);
    const edits = typeCells(
      paid,
      none,
      [
        [cost, '60'],
        [inSession, '130'],
        [price(), ''],
      ],
      'MYR',
    );
    expect(changesOf(paid, edits, 'MYR').map((item) => item.change)).toEqual([
      {
        ...{ on, session: '10:00', prices: [{ skuId: '7', priceMinor: null, wasMinor: 9900 }] },
        costs: [{ skuId: '7', costMinor: 6000, wasMinor: 5000 }],
        sessionPrices: [{ skuId: '7', priceMinor: 13_000, wasMinor: 12_000 }],
      },
    ]);
  });

  it('give the margin of the price of the day, also while they are edited', () => {
    expect(marginOn(paid, none, on, sku, 'MYR')).toMatchObject({ minor: 4900 });
    const edits = typeCells(
      paid,
      none,
      [
        [cost, ''],
        [price(), '80'],
        [inSession, '1'],
      ],
      'MYR',
    );
    expect(marginOn(paid, edits, on, sku, 'MYR')).toEqual({ minor: 4000, share: 0.5 });
    expect(marginOn(known, none, on, { ...sku, costMinor: null }, 'MYR')).toBeNull();
  });
});

describe('places of one SKU', () => {
  const own = (session: string, day = on) => cellKey(day, { session, what: limitOf('7') });
  const limited = groupByDay([row({ limits: [{ skuId: '7', capacity: 3, held: 1, sold: 0 }] })]);

  it('belong to a session, are counted and sent with it, and are a row below it in the sheet', () => {
    const edits = typeCells(limited, none, [[own('10:00'), '5']], 'MYR');
    expect(edits.get(own('10:00'))).toEqual({ text: '5', was: 3 });
    expect(typeCells(limited, none, [[own('10:00'), '3']], 'MYR').size).toBe(0);
    const limits = [{ skuId: '7', capacity: 5, wasCapacity: 3 }];
    expect(changesOf(limited, edits, 'MYR').map((item) => item.change)).toEqual([
      { on, session: '10:00', prices: [], limits },
    ]);
    const shown = { limits: true, prices: false, costs: false };
    expect(sheetRows(['10:00'], [{ id: '7' }], shown).map((item) => item.what)).toEqual([capacity, 'limit:7', '7']);
    const few = sheetRows(['10:00'], [{ id: '7' }], { ...shown, limits: false });
    expect(few.map((item) => item.what)).toEqual([capacity, '7']);
    const some = [rowsOf([], known, none), rowsOf([], limited, none), rowsOf([], known, edits)];
    expect(some.map((item) => item.limits)).toEqual([false, true, true]);
  });

  it('need a departure, not just a day, and may be removed', () => {
    const wrong = type(none, [own('18:00'), '4']);
    expect(judgeCell(wrong, daysOnSale(known, wrong), own('18:00'), 'MYR')).toBe('placesFirst');
    const both = type(wrong, [places('18:00'), '9']);
    expect(judgeCell(both, daysOnSale(known, both), own('18:00'), 'MYR')).toBeUndefined();
    const closed = type(none, [places('10:00'), ''], [own('10:00'), '4']);
    expect(judgeCell(closed, daysOnSale(known, closed), own('10:00'), 'MYR')).toBe('placesFirst');
    const gone = typeCells(limited, none, [[own('10:00'), '']], 'MYR');
    expect(changesOf(limited, gone, 'MYR')[0]?.change.limits).toEqual([{ skuId: '7', capacity: null, wasCapacity: 3 }]);
  });
});

describe('around it', () => {
  it('sessions come from saved, edited and added ones; at least the whole day', () => {
    expect(sessionsOf(groupByDay([]), none, [])).toEqual(['']);
    expect(sessionsOf(known, type(none, [places('18:00'), '2']), ['09:00'])).toEqual([
      '09:00',
      '10:00',
      '14:00',
      '18:00',
    ]);
  });

  it('blocks are parsed in the clipboard format of spreadsheets', () => {
    expect(readBlock('1\t2\r\n3\t\r\n')).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });

  it('a month is copied by weekdays', () => {
    for (const month of ['2027-01', '2027-02', '2028-02', '2026-12']) expect(hasTwins(month), month).toBe(true);
  });

  it('undo and redo step through the edits', () => {
    const one = turnPage(noEdits, { kind: 'type', edits: type(none, [price(), '1']) });
    const two = turnPage(one, { kind: 'type', edits: type(one.now, [price(), '2']) });
    const back = turnPage(two, { kind: 'undo' });
    expect(back.now).toBe(one.now);
    expect(turnPage(back, { kind: 'redo' }).now).toBe(two.now);
    expect(turnPage(noEdits, { kind: 'undo' })).toEqual(noEdits);
  });
});

/** Every day of the month after has its twin within the month, on the same weekday. */
function hasTwins(month: string): boolean {
  const next = nextMonth(month);
  return daysFrom(`${next}-01`, lastDay(next)).every((day) => {
    const twin = sameWeekdayBefore(day, month);
    return twin.startsWith(month) && new Date(twin).getUTCDay() === new Date(day).getUTCDay();
  });
}
