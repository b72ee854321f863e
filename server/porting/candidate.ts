// A product of a file on its way into the catalogue: its data, the position of each part, its problems.
import type { ProductDocument } from '../../contract/editing.ts';
import type { FieldProblem } from '../../domain/errors.ts';
import { columnsOf, type SheetName } from './sheet-columns.ts';

/** Reasons specific to imports (`porting.why.<name>`); the others are those of fields. */
export const rowReasons = [
  'formula',
  'formulaError',
  'number',
  'yesNo',
  'list',
  'price',
  'columnMissing',
  'columnUnknown',
  'productMissing',
  'packageMissing',
  'partUnknown',
  'changed',
  'unlabelled',
  'unknown',
  'key',
  'whole',
  'shape',
  'atLeast',
  'atMost',
] as const;
type Reason = (typeof rowReasons)[number] | FieldProblem;

export type Problem = {
  sheet: SheetName | '';
  row: number;
  column: string;
  reason: Reason;
  min?: number;
  max?: number;
};

/** Which row of which sheet holds the part of the document at a path ('' for the product itself). */
export type Places = Record<string, [sheet: SheetName, row: number]>;

export type Candidate = { row: number; key: string; raw: unknown; places: Places | null; problems: Problem[] };

/** A cell that an import changes, as the file writes both values; they are empty for long texts. */
export type ChangedCell = Pick<Problem, 'sheet' | 'row' | 'column'> & { was: string; now: string };
/** `more`: how many are not listed. `removed`: parts of the product that are not in the file. */
export type Differences = { list: ChangedCell[]; more: number; removed: string[] };

/** As it is stored from the check until the run. */
export type JudgedRow = {
  index: number;
  row: number;
  key: string;
  name: string;
  verdict: 'fresh' | 'change' | 'same' | 'bad';
  problems: Problem[];
  /** Of a product that is changed. */
  differences: Differences | null;
  /** Null when bad. */
  document: ProductDocument | null;
  places: Places | null;
  productId: string | null;
  /** What it was when it was checked: only this may be replaced. */
  revision: number | null;
};

export type Outcome = { outcome: 'created' | 'changed' | 'failed'; problems?: Problem[] };

/** The sheet, row and column of a document's path: the longest beginning of it that has a row. */
export function locate(path: string, places: Places | null, row: number): Pick<Problem, 'sheet' | 'row' | 'column'> {
  if (!places) return { sheet: '', row, column: path };
  const parts = path.split('.');
  for (let length = parts.length; length >= 0; length -= 1) {
    const found = places[parts.slice(0, length).join('.')];
    if (found) return { sheet: found[0], row: found[1], column: columnOf(found[0], parts.slice(length)) };
  }
  return { sheet: 'Products', row, column: path };
}

/** `scene.kind` is found under sceneKind, `pictures.0.pictureId` under pictures, a text under its language. */
function columnOf(sheet: SheetName, rest: string[]): string {
  const path = rest.join('.');
  const columns = columnsOf[sheet];
  const found = columns.find((column) => column.path === path) ?? columns.find((column) => column.path === rest[0]);
  return found?.name ?? path;
}
