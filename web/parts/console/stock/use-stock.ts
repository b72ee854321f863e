// A package's calendar being edited: what was typed over all months that were looked at, undo and redo, saving in parts with
// progress, and cells that somebody else changed meanwhile.
import { useEffect, useMemo, useReducer, useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallRefused, send } from '../../../call.ts';
import { tellFailure } from '../../tell-failure.ts';
import { useWords } from '../../use-words.ts';
import {
  type Calendar,
  capacity,
  cellKey,
  changesOf,
  type DayRow,
  type Edits,
  judgeCell,
  type Known,
  knownOf,
  lastDay,
  monthOf,
  type Row,
  splitKey,
  type Typed,
  typeCells,
  valueIn,
} from './stock-cells.ts';

type History = { past: Edits[]; now: Edits; future: Edits[] };
type Step = { kind: 'type' | 'reset'; edits: Edits } | { kind: 'undo' | 'redo' };

function step({ past, now, future }: History, act: Step): History {
  if (act.kind === 'reset') return { past: [], now: act.edits, future: [] };
  if (act.kind === 'type') return { past: [...past.slice(-99), now], now: act.edits, future: [] };
  const [from, to] = act.kind === 'undo' ? [past, future] : [future, past];
  const next = from.at(-1);
  if (!next) return { past, now, future };
  const rest = from.slice(0, -1);
  return act.kind === 'undo'
    ? { past: rest, now: next, future: [...to, now] }
    : { past: [...to, now], now: next, future: rest };
}

/** A cell that was refused, with what stands there now. */
export type Conflict = { key: string; present: number | null; inUse: number };
export type Stock = ReturnType<typeof useStock>;

/** Departures sent at once: all of them or none. */
const portion = 500;

/** `month` is the one that `calendar` shows; 9999-12 for open tickets. */
export function useStock(packageId: string, calendar: Calendar, month: string) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const { currency } = calendar;
  const [history, act] = useReducer(step, { past: [], now: new Map(), future: [] });
  const [months, setMonths] = useState<Record<string, DayRow[]>>({});
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [problem, setProblem] = useState('');
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const [saved, setSaved] = useState(false);
  useEffect(() => setMonths((known) => ({ ...known, [month]: calendar.days })), [calendar, month]);
  const known = useMemo(
    () => knownOf(Object.values({ ...months, [month]: calendar.days }).flat()),
    [months, month, calendar],
  );
  const edits = history.now;
  const type = (typed: readonly Typed[], over: Known = known) => {
    const next = typeCells(over, edits, typed, currency);
    setSaved(false);
    setProblem('');
    if (next.size !== edits.size || typed.some(([key]) => next.get(key)?.text !== edits.get(key)?.text))
      act({ kind: 'type', edits: next });
  };
  /** Departures of some months, asked for where they are not known yet. */
  const lookUp = async (wanted: string[]): Promise<Known> => {
    const found: Record<string, DayRow[]> = { ...months, [month]: calendar.days };
    for (const one of wanted) found[one] ??= await askMonth(packageId, one);
    setMonths(found);
    return knownOf(Object.values(found).flat());
  };
  const refuse = async (error: unknown, rest: Edits) => {
    const named = error instanceof CallRefused ? cellsOf(error.data) : [];
    const touched = [...new Set(named.map((one) => monthOf(one)))];
    const fresh = await Promise.all(touched.map(async (one) => [one, await askMonth(packageId, one)] as const));
    const rows = knownOf(fresh.flatMap(([, days]) => days));
    setMonths((before) => ({ ...before, ...Object.fromEntries(fresh) }));
    setConflicts(
      named
        .filter((key) => rest.has(key))
        .map((key) => {
          const { on, session } = splitKey(key);
          const row = rows.get(on)?.find((one) => one.session === session);
          return { key, present: valueIn(rows, key), inUse: row ? row.held + row.sold : 0 };
        }),
    );
    setProblem(tellFailure(error, words).text);
    await revalidate();
  };
  const sendAll = async (rows: Row[]): Promise<void> => {
    const rest = new Map(edits);
    try {
      for (let at = 0; at < rows.length; at += portion) {
        const part = rows.slice(at, at + portion);
        setProgress({ done: at, of: rows.length });
        await send('consoleCalendarSave', { packageId, changes: part.map((row) => row.change) });
        for (const row of part) for (const key of row.keys) rest.delete(key);
      }
      setSaved(true);
      // Other months are asked for anew when they are opened.
      setMonths({});
      await revalidate();
    } catch (error) {
      await refuse(error, rest).catch(() => setProblem(words.say('problem.network')));
    }
    act({ kind: 'reset', edits: rest });
    setProgress(undefined);
  };
  /** The first cell that cannot be read, or nothing. */
  const save = async (): Promise<string | undefined> => {
    const wrong = [...edits.keys()].sort().find((key) => judgeCell(known, edits, key, currency));
    setSaved(false);
    setConflicts([]);
    setProblem(wrong ? words.say('refusal.invalidInput') : '');
    if (!wrong) await sendAll(changesOf(known, edits, currency));
    return wrong;
  };
  /** `mine` keeps what was typed and lays it over the newest; else the newest stands. */
  const settle = (keys: string[], mine: boolean) => {
    const next = new Map(edits);
    for (const { key, present } of conflicts.filter((one) => keys.includes(one.key))) {
      const edit = next.get(key);
      if (mine && edit) next.set(key, { ...edit, was: present });
      else next.delete(key);
    }
    act({ kind: 'type', edits: next });
    setConflicts(conflicts.filter((one) => !keys.includes(one.key)));
    if (conflicts.length === keys.length) setProblem('');
  };
  return {
    known,
    edits,
    currency,
    conflicts,
    problem,
    progress,
    saved,
    type,
    lookUp,
    save,
    settle,
    undo: () => act({ kind: 'undo' }),
    redo: () => act({ kind: 'redo' }),
    discard: () => act({ kind: 'type', edits: new Map() }),
    mayUndo: history.past.length > 0,
    mayRedo: history.future.length > 0,
  };
}

async function askMonth(packageId: string, month: string): Promise<DayRow[]> {
  const { days } = await send('consoleCalendar', { packageId, from: `${month}-01`, to: lastDay(month) });
  return days;
}

/** Cells that a refusal names: a day, a session, and a SKU where a price is meant. */
function cellsOf(data: Record<string, unknown>): string[] {
  const cells = Array.isArray(data.cells) ? (data.cells as Record<string, unknown>[]) : [];
  return cells.map((one) =>
    cellKey(String(one.on), { session: String(one.session ?? ''), what: String(one.skuId ?? capacity) }),
  );
}
