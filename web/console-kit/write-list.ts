// The rows of a list as a file for spreadsheets (security rule 57); its columns are those of the page.
import { decimalOf, type Money } from '../../domain/money.ts';
import { csvRecord, type SheetCell } from '../../domain/write-cells.ts';

/** The properties of a column that a file needs. */
export type FileColumn<Row> = {
  key: string;
  label: string;
  /** The sort key of a page: the field named by the key, another field, or a value. */
  sort?: true | keyof Row | ((row: Row) => unknown);
  /** The cells of a file that replace the sort value of the page, by label. */
  file?(row: Row): Record<string, string | number | Money | null>;
};

export const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amountMinor' in value;

export function sortValue<Row>({ key, sort }: FileColumn<Row>, row: Row): unknown {
  if (sort === undefined) return undefined;
  return typeof sort === 'function' ? sort(row) : row[(sort === true ? key : sort) as keyof Row];
}

export type FileRow = Record<string, unknown>;

/** A cell for each column with a value; an amount has two cells, its number and its currency. */
export function valuesOf<Row>(row: Row, columns: FileColumn<Row>[]): FileRow {
  return Object.assign(
    {},
    ...columns.map((column) => column.file?.(row) ?? { [column.label]: sortValue(column, row) }),
  );
}

function cellsOf(value: unknown): (SheetCell | { decimal: string })[] {
  if (isMoney(value)) return [{ decimal: decimalOf(value) }, value.currency];
  if (typeof value === 'number' || typeof value === 'string') return [value];
  return [typeof value === 'boolean' ? String(value) : null];
}

/** The rows of a file; a column with an amount in any row has a second column for its currency. */
export function writeFile(rows: FileRow[], currency: string): string {
  const labels = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((item) =>
    rows.some((row) => row[item] !== undefined),
  );
  const amounts = new Set(labels.filter((label) => rows.some((row) => isMoney(row[label]))));
  const head = labels.flatMap((label) => (amounts.has(label) ? [label, `${label} (${currency})`] : [label]));
  const lines = rows.map((row) =>
    labels.flatMap((label) => (amounts.has(label) && !isMoney(row[label]) ? [null, null] : cellsOf(row[label]))),
  );
  return [head, ...lines].map(csvRecord).join('');
}
