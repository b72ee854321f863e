// The catalogue as files (rules §10): contents, the progress of an import, its findings.
import { nothing, z } from './call.ts';
import { productDocument } from './editing.ts';

/** A product in a file: its document, and the revision it had when the file was made. */
export const portedProduct = productDocument.extend({ revision: z.int().min(1).optional() });
export type PortedProduct = z.output<typeof portedProduct>;

export const exportQuery = z.strictObject({
  format: z.enum(['json', 'xlsx']).default('xlsx'),
  /** Of JSON: the part that begins after this product, as `parts` of `consoleImports` says. */
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});
export const uploadQuery = z.strictObject({ name: z.string().max(200).default('') });

/** reading → checking → checked → running → done; refused: the file is unusable; stopped: the import was interrupted. */
const importStates = ['reading', 'checking', 'checked', 'running', 'done', 'refused', 'stopped'] as const;
const importReasons = ['', 'unreadable', 'empty', 'tooMany', 'sheets', 'rights', 'broken', 'whole', 'ended'] as const;

const importView = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['json', 'xlsx']),
  state: z.enum(importStates),
  /** Why it was refused or stopped. */
  reason: z.enum(importReasons),
  mode: z.enum(['each', 'all']),
  /** Products in the file, and how many have passed the current step. */
  total: z.int(),
  at: z.int(),
  fresh: z.int(),
  changes: z.int(),
  same: z.int(),
  bad: z.int(),
  /** Packages, SKUs and extras of changed products that are not in the file. */
  removed: z.int(),
  created: z.int(),
  changed: z.int(),
  failed: z.int(),
  startedAt: z.string(),
});
export type ImportView = z.output<typeof importView>;

const importRow = z.object({
  /** Counts from 0; the next page begins after it. */
  index: z.int(),
  key: z.string(),
  name: z.string(),
  verdict: z.enum(['fresh', 'change', 'same', 'bad']),
  outcome: z.enum(['created', 'changed', 'failed']).nullable(),
  /** Of a product to be changed: its cells, as the file writes them, and the parts that leave it because they are not in the file. */
  differences: z
    .object({
      list: z.array(
        z.object({ sheet: z.string(), row: z.int(), column: z.string(), was: z.string(), now: z.string() }),
      ),
      /** Not listed. */
      more: z.int(),
      removed: z.array(z.string()),
    })
    .nullable(),
  /** In the reader's language; the sheet is '' in JSON, where a row is the place in the list. */
  problems: z.array(z.object({ sheet: z.string(), row: z.int(), column: z.string(), text: z.string() })),
});

/** Products `from` to `to` of all, which one import takes; `after`: what the export is asked for. */
const exportPart = z.object({ after: z.string(), from: z.int(), to: z.int() });

export const portingCalls = {
  /** The caller's imports of the last days, newest first; and parts of the catalogue when one import cannot take it (decision 0776). */
  consoleImports: { input: nothing, output: z.object({ list: z.array(importView), parts: z.array(exportPart) }) },
  consoleImport: { input: z.strictObject({ id: z.string().max(40) }), output: importView },
  consoleImportRows: {
    input: z.strictObject({
      id: z.string().max(40),
      /** changes: new products and those to be changed · removed: those that lose a part · bad: with problems, or failed. */
      show: z.enum(['all', 'changes', 'removed', 'bad']).default('all'),
      after: z.coerce.number().int().min(-1).default(-1),
      size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    output: z.object({ list: z.array(importRow), next: z.int().nullable() }),
  },
  /** each: valid products are imported, others left out · all: everything or nothing. Refuses actionNotAllowed unless it was checked. */
  consoleImportRun: {
    input: z.strictObject({ id: z.string().max(40), mode: z.enum(['each', 'all']).default('each') }),
    output: importView,
  },
  /** Ends the check or the run: what was imported stays, and a run can go on. Refuses actionNotAllowed when nothing is under way. */
  consoleImportStop: { input: z.strictObject({ id: z.string().max(40) }), output: importView },
};
