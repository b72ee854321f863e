// A sheet with the keyboard and mouse of spreadsheets: arrows move, typing edits, Enter and Tab go to the next cell, shift and dragging
// select, blocks are copied and pasted, Delete clears.
import { useEffect, useRef, useState } from 'react';
import { readBlock } from './stock-cells.ts';

export type CellPosition = { row: number; col: number };
type SheetProps = {
  rows: number;
  cols: number;
  /** The column in which the keyboard enters the sheet. */
  startCol: number;
  read(spot: CellPosition): string;
  write(cells: [CellPosition, string][]): void;
  undo(): void;
  redo(): void;
};
type Block = { top: number; bottom: number; left: number; right: number };
/** The cells that keys and clipboard change. */
type Room = SheetProps & {
  at: CellPosition;
  block: Block;
  /** The text in the open cell. */
  typing: string | undefined;
  /** Extends the selection, or starts a new one. */
  go(spot: CellPosition, extend?: boolean): void;
  select(from: CellPosition, to: CellPosition): void;
  type(text: string | undefined): void;
  commit(): void;
  /** Back from the open cell to the sheet. */
  close(): void;
};

export function useSheet(props: SheetProps) {
  const { rows, cols, read, write, startCol } = props;
  const [at, setAt] = useState<CellPosition>({ row: 0, col: startCol });
  const [anchor, setAnchor] = useState<CellPosition>(at);
  const [typing, type] = useState<string>();
  const table = useRef<HTMLTableElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current || typing !== undefined) return;
    wanted.current = false;
    table.current?.querySelector<HTMLElement>(`[data-spot="${at.row} ${at.col}"]`)?.focus();
  });
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most - 1);
  const go = ({ row, col }: CellPosition, extend = false) => {
    const next = { row: clamp(row, rows), col: clamp(col, cols) };
    setAt(next);
    if (!extend) setAnchor(next);
    wanted.current = true;
  };
  const select = (from: CellPosition, to: CellPosition) => {
    setAnchor(from);
    go(to, true);
  };
  const commit = () => {
    if (typing !== undefined && typing !== read(at)) write([[at, typing]]);
    type(undefined);
  };
  const close = () => {
    type(undefined);
    wanted.current = true;
  };
  const open = (spot: CellPosition) => {
    go(spot);
    wanted.current = false;
    type(read(spot));
  };
  const room: Room = { ...props, at, block: blockOf(at, anchor), typing, go, select, type, commit, close };
  return {
    ...room,
    table,
    open,
    keys: (event: React.KeyboardEvent) => (typing === undefined ? moveKeys : typeKeys)(event, room),
    copy: (event: React.ClipboardEvent) => copyBlock(event, room),
    paste: (event: React.ClipboardEvent) => pasteBlock(event, room),
  };
}

/** Keys while a cell is open. */
function typeKeys(event: React.KeyboardEvent, { at, block, typing, go, write, commit, close }: Room): void {
  if (event.nativeEvent.isComposing) return;
  const down = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    write(spotsIn(block).map((spot) => [spot, typing ?? '']));
    close();
  } else if (down) {
    commit();
    go({ ...at, row: at.row + down });
  } else if (event.key === 'Tab') {
    commit();
    go({ ...at, col: at.col + (event.shiftKey ? -1 : 1) });
  } else if (event.key === 'Escape') close();
  else return;
  event.preventDefault();
}

function moveKeys(event: React.KeyboardEvent, room: Room): void {
  const { at, rows, cols, go, select, type, read } = room;
  const held = event.ctrlKey || event.metaKey;
  const letter = event.key.toLowerCase();
  const next = spotAfter(event, room);
  if (next) go(next, event.shiftKey && !['Enter', 'Tab'].includes(event.key));
  else if (held && letter === 'a') select({ row: 0, col: 0 }, { row: rows - 1, col: cols - 1 });
  else if (held && letter === 'z') (event.shiftKey ? room.redo : room.undo)();
  else if (held && letter === 'y') room.redo();
  else if (event.key === 'Delete' || event.key === 'Backspace') empty(room);
  else if (event.key === 'Escape') go(at);
  else if (event.key === 'F2') type(read(at));
  else if (event.key.length === 1 && !held && !event.altKey && event.key !== ' ') type(event.key);
  else return;
  event.preventDefault();
}

const steps: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The target cell of a key. At the end of a row Tab leaves the sheet like any field. */
function spotAfter(event: React.KeyboardEvent, { at, rows, cols }: Room): CellPosition | undefined {
  const far = event.ctrlKey || event.metaKey;
  const step = steps[event.key];
  if (step) return { row: at.row + step[0] * (far ? rows : 1), col: at.col + step[1] * (far ? cols : 1) };
  if (event.key === 'Home') return { row: far ? 0 : at.row, col: 0 };
  if (event.key === 'End') return { row: far ? rows - 1 : at.row, col: cols - 1 };
  if (event.key === 'Enter') return { ...at, row: at.row + (event.shiftKey ? -1 : 1) };
  const col = at.col + (event.shiftKey ? -1 : 1);
  return event.key === 'Tab' && col >= 0 && col < cols ? { ...at, col } : undefined;
}

function empty({ block, write }: Room): void {
  write(spotsIn(block).map((spot) => [spot, '']));
}

function copyBlock(event: React.ClipboardEvent, room: Room): void {
  const { block, read, typing } = room;
  if (typing !== undefined) return;
  event.preventDefault();
  const lines: string[] = [];
  for (let row = block.top; row <= block.bottom; row += 1) {
    const line: string[] = [];
    for (let col = block.left; col <= block.right; col += 1) line.push(read({ row, col }));
    lines.push(line.join('\t'));
  }
  event.clipboardData.setData('text/plain', lines.join('\n'));
  if (event.type === 'cut') empty(room);
}

/** One value fills the selection; a block is pasted from its corner. */
function pasteBlock(event: React.ClipboardEvent, { block, rows, cols, typing, write, select }: Room): void {
  if (typing !== undefined) return;
  event.preventDefault();
  const cells = readBlock(event.clipboardData.getData('text/plain'));
  const only = cells.length === 1 && cells[0]?.length === 1 ? cells[0][0] : undefined;
  if (only !== undefined) {
    write(spotsIn(block).map((spot) => [spot, only]));
    return;
  }
  const { top, left } = block;
  const placed = cells.flatMap((line, row) =>
    line.map((text, col): [CellPosition, string] => [{ row: top + row, col: left + col }, text]),
  );
  write(placed.filter(([spot]) => spot.row < rows && spot.col < cols));
  const width = Math.max(...cells.map((line) => line.length));
  select({ row: top, col: left }, { row: top + cells.length - 1, col: left + width - 1 });
}

function blockOf(first: CellPosition, second: CellPosition): Block {
  return {
    top: Math.min(first.row, second.row),
    bottom: Math.max(first.row, second.row),
    left: Math.min(first.col, second.col),
    right: Math.max(first.col, second.col),
  };
}

function spotsIn({ top, bottom, left, right }: Block): CellPosition[] {
  const spots: CellPosition[] = [];
  for (let row = top; row <= bottom; row += 1) for (let col = left; col <= right; col += 1) spots.push({ row, col });
  return spots;
}
