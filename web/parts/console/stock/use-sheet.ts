// A sheet by keyboard and mouse as spreadsheets have it: arrows move, typing edits, Enter and Tab go on, shift and dragging select,
// blocks are copied and pasted, Delete empties.
import { useEffect, useRef, useState } from 'react';
import { readBlock } from './stock-cells.ts';

export type Spot = { row: number; col: number };
export type Write = (cells: [Spot, string][]) => void;
type SheetProps = { rows: number; cols: number; read(spot: Spot): string; write: Write; undo(): void; redo(): void };

const steps: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export function useSheet({ rows, cols, read, write, undo, redo }: SheetProps) {
  const [at, setAt] = useState<Spot>({ row: 0, col: 0 });
  const [anchor, setAnchor] = useState<Spot>({ row: 0, col: 0 });
  /** What stands in the open cell. */
  const [typing, setTyping] = useState<string>();
  const table = useRef<HTMLTableElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current || typing !== undefined) return;
    wanted.current = false;
    table.current?.querySelector<HTMLElement>(`[data-spot="${at.row} ${at.col}"]`)?.focus();
  });
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most - 1);
  const go = ({ row, col }: Spot, extend = false) => {
    const next = { row: clamp(row, rows), col: clamp(col, cols) };
    setAt(next);
    if (!extend) setAnchor(next);
    wanted.current = true;
  };
  const block = blockOf(at, anchor);
  const commit = () => {
    if (typing !== undefined && typing !== read(at)) write([[at, typing]]);
    setTyping(undefined);
  };
  const typeKeys = (event: React.KeyboardEvent) => {
    const down = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      write(spotsIn(block).map((spot) => [spot, typing ?? '']));
      setTyping(undefined);
      wanted.current = true;
    } else if (down) {
      commit();
      go({ ...at, row: at.row + down });
    } else if (event.key === 'Tab') {
      commit();
      go({ ...at, col: at.col + (event.shiftKey ? -1 : 1) });
    } else if (event.key === 'Escape') {
      setTyping(undefined);
      wanted.current = true;
    } else return;
    event.preventDefault();
  };
  /** True when the key meant something here. */
  const moveKeys = (event: React.KeyboardEvent): boolean => {
    const step = steps[event.key];
    const far = event.ctrlKey || event.metaKey;
    if (step)
      go({ row: at.row + step[0] * (far ? rows : 1), col: at.col + step[1] * (far ? cols : 1) }, event.shiftKey);
    else if (event.key === 'Home') go({ row: far ? 0 : at.row, col: 0 }, event.shiftKey);
    else if (event.key === 'End') go({ row: far ? rows - 1 : at.row, col: cols - 1 }, event.shiftKey);
    else if (event.key === 'Enter') go({ ...at, row: at.row + (event.shiftKey ? -1 : 1) });
    else if (event.key === 'Tab') {
      const col = at.col + (event.shiftKey ? -1 : 1);
      // At the end of a row the key leaves the sheet as it leaves any field.
      if (col < 0 || col >= cols) return false;
      go({ ...at, col });
    } else return false;
    return true;
  };
  const keys = (event: React.KeyboardEvent) => {
    if (typing !== undefined) return typeKeys(event);
    const held = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (moveKeys(event)) event.preventDefault();
    else if (held && letter === 'a') {
      setAnchor({ row: 0, col: 0 });
      setAt({ row: rows - 1, col: cols - 1 });
      event.preventDefault();
    } else if (held && (letter === 'z' || letter === 'y')) {
      (letter === 'y' || event.shiftKey ? redo : undo)();
      event.preventDefault();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      write(spotsIn(block).map((spot) => [spot, '']));
      event.preventDefault();
    } else if (event.key === 'Escape') setAnchor(at);
    else if (event.key === 'F2') setTyping(read(at));
    else if (event.key.length === 1 && !held && !event.altKey && event.key !== ' ') {
      setTyping(event.key);
      event.preventDefault();
    }
  };
  const copy = (event: React.ClipboardEvent) => {
    if (typing !== undefined) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', writeBlock(block, read));
    if (event.type === 'cut') write(spotsIn(block).map((spot) => [spot, '']));
  };
  const paste = (event: React.ClipboardEvent) => {
    if (typing !== undefined) return;
    event.preventDefault();
    const cells = readBlock(event.clipboardData.getData('text/plain'));
    const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
    if (only !== undefined) return write(spotsIn(block).map((spot) => [spot, only]));
    const { top, left } = block;
    const placed = cells.flatMap((line, row) =>
      line.map((text, col): [Spot, string] => [{ row: top + row, col: left + col }, text]),
    );
    write(placed.filter(([spot]) => spot.row < rows && spot.col < cols));
    setAnchor({ row: top, col: left });
    go({ row: top + cells.length - 1, col: left + Math.max(...cells.map((line) => line.length)) - 1 }, true);
  };
  const open = (spot: Spot) => {
    go(spot);
    wanted.current = false;
    setTyping(read(spot));
  };
  return { at, block, typing, table, go, keys, copy, paste, open, commit, type: setTyping };
}

export type Block = { top: number; bottom: number; left: number; right: number };

function blockOf(one: Spot, other: Spot): Block {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.col, other.col),
    right: Math.max(one.col, other.col),
  };
}

function spotsIn({ top, bottom, left, right }: Block): Spot[] {
  const spots: Spot[] = [];
  for (let row = top; row <= bottom; row += 1) for (let col = left; col <= right; col += 1) spots.push({ row, col });
  return spots;
}

function writeBlock(block: Block, read: (spot: Spot) => string): string {
  const lines: string[] = [];
  for (let row = block.top; row <= block.bottom; row += 1) {
    const line: string[] = [];
    for (let col = block.left; col <= block.right; col += 1) line.push(read({ row, col }));
    lines.push(line.join('\t'));
  }
  return lines.join('\n');
}
