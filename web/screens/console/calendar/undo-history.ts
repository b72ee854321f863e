// Undo and redo of the edits in a sheet, up to a hundred steps.
import type { Edits } from './stock-cells.ts';

export type History = { past: Edits[]; now: Edits; future: Edits[] };
type Turn = { kind: 'type' | 'reset'; edits: Edits } | { kind: 'undo' | 'redo' };

export const noEdits: History = { past: [], now: new Map(), future: [] };

export function turnPage({ past, now, future }: History, turn: Turn): History {
  if (turn.kind === 'reset') return { past: [], now: turn.edits, future: [] };
  if (turn.kind === 'type') return { past: [...past.slice(-99), now], now: turn.edits, future: [] };
  const [from, to] = turn.kind === 'undo' ? [past, future] : [future, past];
  const next = from.at(-1);
  if (!next) return { past, now, future };
  const rest = from.slice(0, -1);
  const other = [...to, now];
  return turn.kind === 'undo' ? { past: rest, now: next, future: other } : { past: other, now: next, future: rest };
}
