// The sheet of price and stock: what counts as a change, what is sent, which weekday a month is taken over from.
import { describe, expect, it } from 'vitest';
import { noEdits, turnPage } from './keep-history.ts';
import {
  capacity,
  cellKey,
  changesOf,
  type DayRow,
  daysFrom,
  daysOnSale,
  type Edits,
  hasLimits,
  judgeCell,
  knownOf,
  lastDay,
  limitOf,
  nextMonth,
  readBlock,
  sessionsOf,
  sheetRows,
  twinOf,
  typeCells,
} from './stock-cells.ts';

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
  costs: [],
  limits: [],
  ...more,
});
const known = knownOf([row(), row({ session: '14:00', capacity: 5 })]);
const places = (session: string, day = on) => cellKey(day, { session, what: capacity });
const price = (day = on) => cellKey(day, { session: 'any', what: '7' });
const none: Edits = new Map();
const type = (edits: Edits, ...typed: [string, string][]) => typeCells(known, edits, typed, 'MYR');

describe('typing', () => {
  it('what stands there anyway is no change, and typing it back takes the change away', () => {
    expect(type(none, [places('10:00'), '20'], [price(), '99']).size).toBe(0);
    const changed = type(none, [places('10:00'), '21']);
    expect(changed.get(places('10:00'))).toEqual({ text: '21', was: 20 });
    expect(type(changed, [places('10:00'), '20']).size).toBe(0);
  });

  it('remembers what was seen first, however often a cell is typed into', () => {
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

describe('what is sent', () => {
  it('goes by departure, prices with a session that will be there', () => {
    const edits = type(none, [places('10:00'), ''], [places('14:00'), '6'], [price(), '']);
    expect(changesOf(known, edits, 'MYR').map((item) => item.change)).toEqual([
      { on, session: '10:00', capacity: null, wasCapacity: 20, prices: [] },
      { on, session: '14:00', capacity: 6, wasCapacity: 5, prices: [{ skuId: '7', priceMinor: null, wasMinor: 9900 }] },
    ]);
  });
});

describe('places of one SKU', () => {
  const own = (session: string, day = on) => cellKey(day, { session, what: limitOf('7') });
  const limited = knownOf([row({ limits: [{ skuId: '7', capacity: 3, held: 1, sold: 0 }] })]);

  it('belong to a session, are counted and sent with it, and stand below it in the sheet', () => {
    const edits = typeCells(limited, none, [[own('10:00'), '5']], 'MYR');
    expect(edits.get(own('10:00'))).toEqual({ text: '5', was: 3 });
    expect(typeCells(limited, none, [[own('10:00'), '3']], 'MYR').size).toBe(0);
    const limits = [{ skuId: '7', capacity: 5, wasCapacity: 3 }];
    expect(changesOf(limited, edits, 'MYR').map((item) => item.change)).toEqual([
      { on, session: '10:00', prices: [], limits },
    ]);
    expect(sheetRows(['10:00'], [{ id: '7' }], { limits: true, costs: false }).map((item) => item.what)).toEqual([
      capacity,
      'limit:7',
      '7',
    ]);
    expect(sheetRows(['10:00'], [{ id: '7' }], { limits: false, costs: false }).map((item) => item.what)).toEqual([
      capacity,
      '7',
    ]);
    expect([hasLimits(known, none), hasLimits(limited, none), hasLimits(known, edits)]).toEqual([false, true, true]);
  });

  it('need a departure, not just a day, and may be taken away', () => {
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
  it('sessions come from what is known, typed and added; at least the whole day', () => {
    expect(sessionsOf(knownOf([]), none, [])).toEqual(['']);
    expect(sessionsOf(known, type(none, [places('18:00'), '2']), ['09:00'])).toEqual([
      '09:00',
      '10:00',
      '14:00',
      '18:00',
    ]);
  });

  it('blocks are read as spreadsheets copy them', () => {
    expect(readBlock('1\t2\r\n3\t\r\n')).toEqual([
      ['1', '2'],
      ['3', ''],
    ]);
  });

  it('a month is taken over by weekdays', () => {
    for (const month of ['2027-01', '2027-02', '2028-02', '2026-12']) expect(hasTwins(month), month).toBe(true);
  });

  it('undo and redo walk through what was typed', () => {
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
    const twin = twinOf(day, month);
    return twin.startsWith(month) && new Date(twin).getUTCDay() === new Date(day).getUTCDay();
  });
}
