// Columns of lines side by side that go on over as many pages as they need, so that nothing a traveller bought or must
// know is ever cut off a document.
import type { TextStyle, Writer } from './write-text.ts';

/** One line, already wrapped. `before` is the gap above it; `keep` holds it on the same page as the line after it. */
export type FlowLine = {
  text: string;
  style: TextStyle;
  before?: number;
  indent?: number;
  bullet?: string;
  keep?: boolean;
};
export type TextColumn = { x: number; width: number; lines: FlowLine[] };
type Pages = { bottom: number; turnPage: () => number };

/** Writes the columns from `top` on and answers where the longest of them ended, on the page it ended on. */
export function flowColumns(writer: Writer, columns: TextColumn[], top: number, { bottom, turnPage }: Pages): number {
  let rest = columns;
  let from = top;
  let fresh = false;
  for (;;) {
    const filled = rest.map((column) => fillColumn(writer, column, from, bottom, fresh));
    rest = filled.map(({ left }) => left);
    if (rest.every((column) => column.lines.length === 0)) return Math.max(from, ...filled.map(({ end }) => end));
    from = turnPage();
    fresh = true;
  }
}

function fillColumn(writer: Writer, column: TextColumn, top: number, bottom: number, fresh: boolean) {
  const { x, width, lines } = column;
  let y = top;
  let at = 0;
  while (at < lines.length) {
    const block = blockAt(lines, at);
    const first = y === top;
    const height = block.reduce((sum, line, nth) => sum + heightOf(writer, line, first && nth === 0), 0);
    // A block higher than a whole page is written where it starts rather than pushed on for ever.
    if (y + height > bottom && !(fresh && first)) break;
    for (const [nth, line] of block.entries()) {
      y += first && nth === 0 ? 0 : (line.before ?? 0);
      if (line.bullet) writer.writeLines([line.bullet], x, y, width, line.style);
      const indent = line.indent ?? 0;
      y += writer.writeLines([line.text], x + indent, y, width - indent, line.style);
    }
    at += block.length;
  }
  return { end: y, left: { ...column, lines: lines.slice(at) } };
}

function blockAt(lines: FlowLine[], from: number): FlowLine[] {
  let end = from;
  while (lines[end]?.keep && end + 1 < lines.length) end += 1;
  return lines.slice(from, end + 1);
}

function heightOf(writer: Writer, line: FlowLine, first: boolean): number {
  return writer.lineHeight(line.style) + (first ? 0 : (line.before ?? 0));
}
