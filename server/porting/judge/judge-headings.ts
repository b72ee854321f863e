// The headings of a workbook's sheets (decision 0748). A column whose heading was translated, mistyped or deleted would empty its values in
// every product of the file: such a workbook is one bad product, with a problem for each column that is missing and each that is not known.
import type { Candidate, Problem } from '../candidate.ts';
import { columnsOf, type SheetName, sheetNames } from '../sheet-columns.ts';

const headingsOf = (rows: unknown[][]): string[] => (rows[0] ?? []).map((heading) => String(heading ?? '').trim());

/** Undefined where every column is there. Columns that people added are no problem by themselves. */
export function judgeHeadings(sheets: Map<string, unknown[][]>): Candidate | undefined {
  const problems = sheetNames.flatMap((sheet) => judgeSheet(sheet, sheets.get(sheet) ?? []));
  return problems.length ? { row: 1, key: '', raw: null, places: {}, problems } : undefined;
}

function judgeSheet(sheet: SheetName, rows: unknown[][]): Problem[] {
  // A sheet without a row below its headings changes nothing.
  if (rows.length < 2) return [];
  const headings = headingsOf(rows);
  const columns = columnsOf[sheet].map(({ name }) => name);
  const problemOf = (column: string, reason: 'columnMissing' | 'columnUnknown'): Problem => ({
    ...{ sheet, row: 1, column, reason },
  });
  const missing = columns.filter((name) => !headings.includes(name));
  if (!missing.length) return [];
  const unknown = headings.filter((heading) => heading && !columns.includes(heading));
  return [
    ...missing.map((name) => problemOf(name, 'columnMissing')),
    ...unknown.map((heading) => problemOf(heading.slice(0, 60), 'columnUnknown')),
  ];
}
