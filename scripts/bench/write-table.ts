// The table of a run: as text for a terminal and as Markdown for docs/measured.md. Nothing from a run with failures is written down.

/** One measured thing. Processor times are milliseconds per piece of work. */
export type Row = {
  name: string;
  /** The commit where two are compared, else ''. */
  side: string;
  figure: string;
  p50?: number;
  p99?: number;
  failed: number;
  /** What failed, in the words of who asked. */
  reasons: string[];
  /** Share of its reference, such as "3.1 % of R2". */
  ratio?: string;
  house?: number;
  postgres?: number;
  /** How the questions differ. */
  varies: string;
};

export type Table = { facts: [string, string][]; references: Row[]; rows: Row[] };

const heads = ['', 'figure', 'p50 ms', 'p99 ms', 'failed', 'ratio', 'house ms', 'PostgreSQL ms', 'questions'];

/** Every failure as a sentence; none for a run that may be written down. */
export function listFailures({ references, rows }: Table): string[] {
  return [...references, ...rows].flatMap(({ name, side, failed, reasons }) =>
    failed ? [`${label(name, side)}: ${failed} failed (${reasons.slice(0, 3).join('; ')})`] : [],
  );
}

export function printTable({ facts, references, rows }: Table): string {
  const cells = [heads, ...[...references, ...rows].map(cellsOf)];
  const widths = heads.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const write = (row: string[]) =>
    row
      .map((cell, at) =>
        at === 0 || at === heads.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [...facts.map(([name, text]) => `${name}: ${text}`), '', ...cells.map(write)].join('\n');
}

const marks = { from: '<!-- written by npm run bench -->', to: '<!-- end of what npm run bench writes -->' };

/** The document with this run's table in the place of the last one; throws when anything failed. */
export function writeInto(document: string, table: Table): string {
  const failures = listFailures(table);
  if (failures.length) throw new Error(`not written, because of failures:\n${failures.join('\n')}`);
  const [from, to] = [document.indexOf(marks.from), document.indexOf(marks.to)];
  if (from < 0 || to < from) throw new Error('the document has no place for the table');
  return `${document.slice(0, from + marks.from.length)}\n\n${markdownOf(table)}\n\n${document.slice(to)}`;
}

function markdownOf({ facts, references, rows }: Table): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const titled = (title: string, list: Row[]) => [
    line([title, ...heads.slice(1)]),
    `|${heads.map((_, at) => (at && at < heads.length - 1 ? '---:' : '---')).join('|')}|`,
    ...list.map((row) => line(cellsOf(row))),
  ];
  return [
    ...['| | |', '|---|---|', ...facts.map(line), ''],
    ...titled('Reference', references),
    '',
    ...titled('Work', rows),
  ].join('\n');
}

function cellsOf(row: Row): string[] {
  const { name, side, figure, p50, p99, failed, ratio = '–', house, postgres, varies } = row;
  return [
    label(name, side),
    figure,
    short(p50),
    short(p99),
    String(failed),
    ratio,
    short(house),
    short(postgres),
    varies,
  ];
}

const label = (name: string, side: string) => (side ? `${name} [${side}]` : name);

/** Three digits say all that a figure of a shared machine can. */
export function short(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

export const perSecond = (value: number): string => `${short(value)}/s`;
