// The calendar of a package while it is edited: the edits of all visited months, undo and redo, saving in parts with
// progress, and cells that another person changed meanwhile.
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useRevalidator } from 'react-router';
import { refusals } from '../../../../domain/errors.ts';
import { CallRefused, send } from '../../../call.ts';
import { describeError } from '../../../parts/describe-error.ts';
import { useWords } from '../../../parts/use-words.ts';
import { capacity, costOf, limitOf, sessionPriceOf } from './cell-kinds.ts';
import {
  type Calendar,
  cellKey,
  changesOf,
  type DayRow,
  daysOnSale,
  type Edits,
  groupByDay,
  judgeCell,
  type KnownDays,
  lastDay,
  monthOf,
  type Row,
  type TypedCell,
  typeCells,
  valueIn,
} from './stock-cells.ts';
import { noEdits, turnPage } from './undo-history.ts';

/** A refused cell, with its current value. `tooLow`: it was refused for what is held and sold, and would be again. */
export type Conflict = { key: string; present: number | null; inUse: number; tooLow: boolean };
export type Stock = ReturnType<typeof useStock>;

/** Departures sent at once: all of them or none. */
const portion = 500;

type StockPlan = {
  packageId: string;
  calendar: Calendar;
  /** Of `calendar`; 9999-12 for open tickets. */
  month: string;
  /** Each of its days is a night. */
  nightly: boolean;
};

export function useStock({ packageId, calendar, month, nightly }: StockPlan) {
  const { say } = useWords();
  const { currency } = calendar;
  const nameSession = (session: string) => session || say(nightly ? 'inventory.eachNight' : 'catalog.product.wholeDay');
  const [history, act] = useReducer(turnPage, noEdits);
  const months = useMonths(packageId, calendar, month);
  const { known } = months;
  const edits = history.now;
  const onSale = useMemo(() => daysOnSale(known, edits), [known, edits]);
  const saving = useSaving(packageId, months.put, (rest) => act({ kind: 'reset', edits: rest }));
  const type = (typed: readonly TypedCell[], over: KnownDays = known) => {
    const next = typeCells(over, edits, typed, currency);
    saving.calm();
    if (next.size !== edits.size || typed.some(([key]) => next.get(key)?.text !== edits.get(key)?.text))
      act({ kind: 'type', edits: next });
  };
  /** The first cell that cannot be parsed, or undefined. */
  const save = async (): Promise<string | undefined> => {
    const wrong = [...edits.keys()].sort().find((key) => judgeCell(edits, onSale, key, currency));
    await saving.send(wrong ? undefined : changesOf(known, edits, currency), edits);
    return wrong;
  };
  /**
   * `mine` keeps the edits on top of the newest state, raised to what is held and sold where they were too low; otherwise the newest state
   * is shown.
   */
  const settle = (keys: string[], mine: boolean) => {
    const next = new Map(edits);
    for (const { key, present, inUse, tooLow } of saving.conflicts.filter(({ key }) => keys.includes(key))) {
      const edit = next.get(key);
      if (!mine || !edit || (tooLow && inUse === present)) next.delete(key);
      else next.set(key, { text: tooLow ? String(inUse) : edit.text, was: present });
    }
    act({ kind: 'type', edits: next });
    saving.settled(keys);
  };
  return {
    known,
    edits,
    onSale,
    currency,
    nameSession,
    conflicts: saving.conflicts,
    problem: saving.problem,
    progress: saving.progress,
    saved: saving.saved,
    type,
    lookUp: months.lookUp,
    save,
    settle,
    undo: () => act({ kind: 'undo' }),
    redo: () => act({ kind: 'redo' }),
    discard: () => act({ kind: 'type', edits: new Map() }),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
  };
}

type Months = Record<string, DayRow[]>;

/** Departures of all visited months; the shown month is always the newest of the page. */
function useMonths(packageId: string, calendar: Calendar, month: string) {
  const [months, setMonths] = useState<Months>({});
  useEffect(() => setMonths((before) => ({ ...before, [month]: calendar.days })), [calendar, month]);
  const all = useMemo(() => ({ ...months, [month]: calendar.days }), [months, month, calendar]);
  const known = useMemo(() => groupByDay(Object.values(all).flat()), [all]);
  /** Those of some months, requested if they are not known yet. */
  const lookUp = async (wanted: string[]): Promise<KnownDays> => {
    const found: Months = { ...all };
    for (const month of wanted) found[month] ??= await askMonth(packageId, month);
    setMonths(found);
    return groupByDay(Object.values(found).flat());
  };
  /** Newer data; without it, all months except the shown one are requested again. */
  const put = (newer?: Months) => setMonths((before) => (newer ? { ...before, ...newer } : {}));
  return { known, lookUp, put };
}

function useSaving(packageId: string, put: (newer?: Months) => void, keepEdits: (rest: Edits) => void) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const [saved, setSaved] = useState(false);
  const refuse = async (error: unknown, rest: Edits) => {
    const { text, code } = describeError(error, words);
    setProblem(code === refusals.changedMeanwhile ? words.say('inventory.changedMeanwhile') : text);
    const cells = error instanceof CallRefused ? cellsOf(error.data) : [];
    const touched = [...new Set(cells.map((cell) => monthOf(cell.key)))];
    const tooLow = error instanceof CallRefused && error.code === refusals.capacityInUse;
    const fresh: Months = {};
    for (const month of touched) fresh[month] = await askMonth(packageId, month);
    put(fresh);
    setConflicts(
      conflictsIn(
        cells.filter(({ key }) => rest.has(key)),
        fresh,
        tooLow,
      ),
    );
    await revalidate();
  };
  const sendRows = async (rows: Row[] | undefined, edits: Edits): Promise<void> => {
    setSaved(false);
    setConflicts([]);
    setProblem(rows ? '' : words.say('refusal.invalidInput'));
    if (!rows) return;
    const rest = new Map(edits);
    try {
      for (let at = 0; at < rows.length; at += portion) {
        const part = rows.slice(at, at + portion);
        setProgress({ done: at, of: rows.length });
        await send('consoleCalendarSave', { packageId, changes: part.map((row) => row.change) });
        for (const row of part) for (const key of row.keys) rest.delete(key);
      }
      put();
      await revalidate();
      setSaved(true);
      keepEdits(rest);
    } catch (error) {
      // Before the conflicts are shown: what is settled meanwhile stays settled.
      keepEdits(rest);
      await refuse(error, rest).catch(() => setProblem(words.say('ui.problem.network')));
    }
    setProgress(undefined);
  };
  const calm = () => {
    setSaved(false);
    setProblem('');
  };
  const settled = (keys: string[]) => {
    setConflicts(conflicts.filter((conflict) => !keys.includes(conflict.key)));
    if (conflicts.length === keys.length) setProblem('');
  };
  return { conflicts, problem, progress, saved, send: sendRows, calm, settled };
}

async function askMonth(packageId: string, month: string): Promise<DayRow[]> {
  const { days } = await send('consoleCalendar', { packageId, from: `${month}-01`, to: lastDay(month) });
  return days;
}

function conflictsIn(cells: RefusedCell[], fresh: Months, tooLow: boolean): Conflict[] {
  const known = groupByDay(Object.values(fresh).flat());
  return cells.map(({ key, inUse }) => ({ key, present: valueIn(known, key), inUse, tooLow }));
}

type RefusedCell = { key: string; inUse: number };

/** Cells that a refusal names: a day, a session, and a SKU for its price, its cost, or, with a capacity, its separate limit. */
function cellsOf(data: Record<string, unknown>): RefusedCell[] {
  const cells = Array.isArray(data.cells) ? (data.cells as Record<string, unknown>[]) : [];
  return cells.map((cell) => {
    const sku = cell.skuId === undefined ? undefined : String(cell.skuId);
    const priced = cell.cost ? costOf : cell.ofSession ? sessionPriceOf : (id: string) => id;
    const what = sku === undefined ? capacity : 'capacity' in cell ? limitOf(sku) : priced(sku);
    const key = cellKey(String(cell.on), { session: String(cell.session ?? ''), what });
    return { key, inUse: Number(cell.inUse ?? 0) };
  });
}
