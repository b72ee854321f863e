// The calendar of a package as a sheet (rules §10): columns are days; rows are the places of each session, those of single SKUs within
// it if they have a separate limit (§6), the price of each SKU in it if sessions have prices, and the price and the cost of each
// SKU for all sessions of a day. Edits are stored by cell with the value that the editor saw before.
import type { InputOf, OutputOf } from '../../../../contract/index.ts';
import type { Currency } from '../../../../domain/currencies.ts';
import { addDays, isDay } from '../../../../domain/dates.ts';
import { readCount, readPrice, writePrice } from '../../../parts/console/catalogue/read-figures.ts';
import {
  capacity,
  costOf,
  isOfSession,
  isPlaces,
  kindOf,
  limitOf,
  sessionPriceOf,
  skuIdOf,
  usualMinor,
} from './cell-kinds.ts';

export type Calendar = OutputOf<'consoleCalendar'>;
export type DayRow = Calendar['days'][number];
type Change = InputOf<'consoleCalendarSave'>['changes'][number];

/** The typed value, and the value it replaces; null is no departure, or the SKU's regular price or cost. */
type Edit = { text: string; was: number | null };
export type Edits = ReadonlyMap<string, Edit>;
export type TypedCell = readonly [key: string, text: string];

/** `what` names the kind of the row and its SKU (cell-kinds.ts). */
export type SheetRow = { session: string; what: string };
/** Departures by day. */
export type KnownDays = ReadonlyMap<string, DayRow[]>;

const mostPlaces = 100_000;

export const cellKey = (on: string, { session, what }: SheetRow) => `${on}|${isOfSession(what) ? session : ''}|${what}`;
export function splitKey(key: string) {
  const [on = '', session = '', what = ''] = key.split('|');
  return { on, session, what };
}

export const isMonth = (value: string | null): value is string => isDay(`${value}-01`);
export const monthOf = (day: string) => day.slice(0, 7);
export const nextMonth = (month: string) => monthOf(addDays(`${month}-01`, 31));
export const lastDay = (month: string) => addDays(`${nextMonth(month)}-01`, -1);
export function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < 400; day = addDays(day, 1)) days.push(day);
  return days;
}

export function groupByDay(rows: DayRow[]): KnownDays {
  const known = new Map<string, DayRow[]>();
  for (const row of rows) known.set(row.on, [...(known.get(row.on) ?? []), row]);
  return known;
}

export function valueIn(known: KnownDays, key: string): number | null {
  const { on, session, what } = splitKey(key);
  const day = known.get(on) ?? [];
  const row = isOfSession(what) ? day.find((one) => one.session === session) : day[0];
  const ofSku = (one: { skuId: string }) => one.skuId === skuIdOf(what);
  switch (kindOf(what)) {
    case 'places':
      return row?.capacity ?? null;
    case 'limit':
      return row?.limits.find(ofSku)?.capacity ?? null;
    case 'sessionPrice':
      return row?.sessionPrices.find(ofSku)?.priceMinor ?? null;
    case 'price':
      return row?.prices.find(ofSku)?.priceMinor ?? null;
    case 'cost':
      return row?.costs.find(ofSku)?.costMinor ?? null;
  }
}

/** A SKU's current separate limit. */
export function limitIn(known: KnownDays, key: string): DayRow['limits'][number] | undefined {
  const { on, session, what } = splitKey(key);
  const row = known.get(on)?.find((item) => item.session === session);
  return row?.limits.find((limit) => limit.skuId === skuIdOf(what));
}

/** The rows that a sheet needs besides places and prices of days, because they have a saved or edited value. */
export function rowsOf(skus: Pick<Calendar['skus'][number], 'costMinor'>[], known: KnownDays, edits: Edits): RowChoice {
  const rows = [...known.values()].flat();
  const typed = new Set([...edits.keys()].map((key) => kindOf(splitKey(key).what)));
  return {
    limits: typed.has('limit') || rows.some((row) => row.limits.length > 0),
    prices: typed.has('sessionPrice') || rows.some((row) => row.sessionPrices.length > 0),
    costs: typed.has('cost') || skus.some((sku) => sku.costMinor !== null) || rows.some((row) => row.costs.length > 0),
  };
}

/** The margin of a SKU's price on a day after its cost, and its share of the price; null if either is unknown. */
export function marginOn(
  known: KnownDays,
  edits: Edits,
  on: string,
  sku: Calendar['skus'][number],
  currency: Currency,
): { minor: number; share: number } | null {
  const figureOf = (what: string) => {
    const key = cellKey(on, { session: '', what });
    const edit = edits.get(key);
    const value = edit ? readCell(what, edit.text, currency) : valueIn(known, key);
    return value === undefined ? null : (value ?? usualMinor(what, sku));
  };
  const [price, paid] = [figureOf(sku.id), figureOf(costOf(sku.id))];
  if (price === null || paid === null) return null;
  return { minor: price - paid, share: price ? (price - paid) / price : 0 };
}

/** A value, null for an empty cell, undefined for a text that cannot be parsed. */
export function readCell(what: string, text: string, currency: Currency): number | null | undefined {
  if (!text.trim() || text.trim() === '–') return null;
  return isPlaces(what) ? readCount(text, { min: 0, max: mostPlaces }) : readPrice(text, currency);
}

export function writeCell(what: string, value: number | null, currency: Currency): string {
  if (value === null) return '';
  return isPlaces(what) ? String(value) : writePrice(value, currency);
}

export function cellText(known: KnownDays, edits: Edits, key: string, currency: Currency): string {
  return edits.get(key)?.text ?? writeCell(splitKey(key).what, valueIn(known, key), currency);
}

/** The meaning of an empty price or cost: the session's default, otherwise the price of the day, otherwise that of the SKU. */
export function plainOf(
  known: KnownDays,
  edits: Edits,
  key: string,
  sku: Calendar['skus'][number] | undefined,
  currency: Currency,
): string {
  const { on, session, what } = splitKey(key);
  if (kindOf(what) !== 'sessionPrice' || !sku) return writeCell(what, usualMinor(what, sku), currency);
  const usual = sku.sessionPrices.find((item) => item.session === session)?.priceMinor;
  if (usual !== undefined) return writePrice(usual, currency);
  const ofDay = cellText(known, edits, cellKey(on, { session: '', what: sku.id }), currency);
  return ofDay || writePrice(sku.priceMinor, currency);
}

/** Typing the current value is no change. */
export function typeCells(known: KnownDays, edits: Edits, typed: readonly TypedCell[], currency: Currency): Edits {
  const next = new Map(edits);
  for (const [key, text] of typed) {
    const was = edits.has(key) ? (edits.get(key)?.was ?? null) : valueIn(known, key);
    if (readCell(splitKey(key).what, text, currency) === was) next.delete(key);
    else next.set(key, { text: text.trim(), was });
  }
  return next;
}

/** The sessions of a day that have places after saving. */
export function sessionsOn(known: KnownDays, edits: Edits, on: string): string[] {
  const sessions = new Set((known.get(on) ?? []).map((row) => row.session));
  for (const [key, edit] of edits) {
    const cell = splitKey(key);
    if (cell.on !== on || cell.what !== capacity) continue;
    if (edit.text.trim()) sessions.add(cell.session);
    else sessions.delete(cell.session);
  }
  return [...sessions].sort();
}

const departureOf = (day: string, session: string) => `${day}|${session}`;

/** Days that have places after saving, and each departure as 'day|session'. */
export function daysOnSale(known: KnownDays, edits: Edits): ReadonlySet<string> {
  const days = new Set(known.keys());
  for (const [day, rows] of known) for (const { session } of rows) days.add(departureOf(day, session));
  const touched = new Set(
    [...edits.keys()].filter((key) => key.endsWith(`|${capacity}`)).map((key) => splitKey(key).on),
  );
  for (const day of touched) {
    const sessions = sessionsOn(known, edits, day);
    if (sessions.length) days.add(day);
    else days.delete(day);
    for (const { session } of known.get(day) ?? []) days.delete(departureOf(day, session));
    for (const session of sessions) days.add(departureOf(day, session));
  }
  return days;
}

export type CellProblem = 'format' | 'placesFirst';

export function judgeCell(
  edits: Edits,
  onSale: ReadonlySet<string>,
  key: string,
  currency: Currency,
): CellProblem | undefined {
  const edit = edits.get(key);
  if (!edit) return undefined;
  const { on, session, what } = splitKey(key);
  const value = readCell(what, edit.text, currency);
  if (value === undefined) return 'format';
  if (what === capacity || value === null) return undefined;
  return onSale.has(isOfSession(what) ? departureOf(on, session) : on) ? undefined : 'placesFirst';
}

export type Row = { keys: string[]; change: Change };

/** The input to send, one entry per departure, in the order of the days. Only for edits that can be parsed. */
export function changesOf(known: KnownDays, edits: Edits, currency: Currency): Row[] {
  const rows = new Map<string, { keys: string[]; change: Change & { prices: NonNullable<Change['prices']> } }>();
  for (const [key, edit] of [...edits].sort(([first], [other]) => (first < other ? -1 : 1))) {
    const { on, session: ownSession, what } = splitKey(key);
    // A price or a cost of the day is sent with any session of it.
    const session = isOfSession(what) ? ownSession : (sessionsOn(known, edits, on)[0] ?? '');
    const place = `${on}|${session}`;
    const row = rows.get(place) ?? { keys: [], change: { on, session, prices: [] } };
    row.keys.push(key);
    addTo(row.change, what, readCell(what, edit.text, currency) ?? null, edit.was);
    rows.set(place, row);
  }
  return [...rows.values()].sort((first, other) => (first.change.on < other.change.on ? -1 : 1));
}

function addTo(
  change: Change & { prices: NonNullable<Change['prices']> },
  what: string,
  value: number | null,
  was: number | null,
): void {
  const skuId = skuIdOf(what);
  switch (kindOf(what)) {
    case 'places':
      Object.assign(change, { capacity: value, wasCapacity: was });
      return;
    case 'limit':
      change.limits = [...(change.limits ?? []), { skuId, capacity: value, wasCapacity: was }];
      return;
    case 'sessionPrice':
      change.sessionPrices = [...(change.sessionPrices ?? []), { skuId, priceMinor: value, wasMinor: was }];
      return;
    case 'price':
      change.prices.push({ skuId, priceMinor: value, wasMinor: was });
      return;
    case 'cost':
      change.costs = [...(change.costs ?? []), { skuId, costMinor: value, wasMinor: was }];
  }
}

/** All sessions, in the order of the day; one for the whole day if there is none yet. */
export function sessionsOf(known: KnownDays, edits: Edits, added: string[]): string[] {
  const seen = new Set(added);
  for (const day of known.values()) for (const row of day) seen.add(row.session);
  for (const key of edits.keys()) if (key.endsWith(`|${capacity}`)) seen.add(splitKey(key).session);
  return seen.size ? [...seen].sort() : [''];
}

/** The rows besides places and prices of days. */
export type RowChoice = { limits: boolean; prices: boolean; costs: boolean };

/** A whole day has no prices of sessions. */
export function sheetRows(
  sessions: string[],
  skus: { id: string }[],
  { limits, prices, costs }: RowChoice,
): SheetRow[] {
  return [
    ...sessions.flatMap((session) => [
      { session, what: capacity },
      ...(limits ? skus.map((sku) => ({ session, what: limitOf(sku.id) })) : []),
      ...(prices && session ? skus.map((sku) => ({ session, what: sessionPriceOf(sku.id) })) : []),
    ]),
    ...skus.flatMap((sku) => [
      { session: '', what: sku.id },
      ...(costs ? [{ session: '', what: costOf(sku.id) }] : []),
    ]),
  ];
}

/** A block in the clipboard format of spreadsheets. */
export const readBlock = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));

/** The same weekday four weeks before, or five if four weeks are not enough to reach the month. */
export function sameWeekdayBefore(day: string, month: string): string {
  const four = addDays(day, -28);
  return monthOf(four) === month ? four : addDays(day, -35);
}
