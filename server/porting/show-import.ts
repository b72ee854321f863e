// How an import goes on and what it found, for the one who started it (rules §10); reasons in the reader's words.
import { randomUUID } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type Owner } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { startWork } from './background.ts';
import { type Problem, rowReasons } from './candidate.ts';
import {
  endImport,
  findImport,
  type ImportRow,
  type ListedRow,
  listImports,
  listRows,
  startRun,
  type Which,
} from './import.sql.ts';
import { mostListed, mostOfPart } from './port-limits.ts';
import { countListed, listEvery } from './porting.sql.ts';
import { runImport } from './run-import.ts';

export const whichOf = (context: Context, id: string): Which => ({
  accountId: staffOf(context).accountId,
  id,
});

export async function showImports(context: Context): Promise<OutputOf<'consoleImports'>> {
  const { owner } = context;
  const [found, parts] = await Promise.all([listImports(owner, staffOf(context).accountId), listExportParts(owner)]);
  return { list: found.map(viewOf), parts };
}

/**
 * The parts of a catalogue that one import cannot take (decision 0776). They begin after a product, not at a place in the list, so that
 * what is deleted between two downloads leaves nothing out.
 */
async function listExportParts(owner: Owner): Promise<OutputOf<'consoleImports'>['parts']> {
  const total = await countListed(owner);
  if (total <= mostListed) return [];
  const ends = await listEvery(owner, mostOfPart);
  return Array.from({ length: Math.ceil(total / mostOfPart) }, (_, at) => ({
    after: ends[at - 1] ?? '0',
    from: at * mostOfPart + 1,
    to: Math.min((at + 1) * mostOfPart, total),
  }));
}

export async function showImport(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleImport'>> {
  const found = await findImport(context.owner, whichOf(context, id));
  if (!found) throw new NotHere();
  return viewOf(found);
}

/** An import that a process will resume within seconds is shown as running: no action is needed. */
function viewOf({ started_at: startedAt, silent, goes_on: goesOn, ...row }: ImportRow): OutputOf<'consoleImport'> {
  const view = { ...row, startedAt: startedAt.toISOString() };
  if (goesOn) return { ...view, state: 'running', reason: '' };
  return { ...view, ...(silent ? { state: 'stopped', reason: 'broken' } : {}) };
}

/** What was imported is in the log as if the file had ended there. */
export async function stopImport(context: Context, { id }: { id: string }): Promise<OutputOf<'consoleImportStop'>> {
  const which = whichOf(context, id);
  const found = await findImport(context.owner, which);
  if (!found) throw new NotHere();
  return inTransaction(context.owner, async (owner) => {
    if ((await endImport(owner, which)) !== 1) throw new Refusal('actionNotAllowed');
    const ended = await findImport(owner, which);
    if (!ended) throw new NotHere();
    const { name, mode, total: products, created, changed, failed } = ended;
    if (created + changed + failed > 0)
      await logAction(owner, context, {
        act: 'catalogue-imported',
        subject: `import ${id}`,
        after: { file: name, mode, products, created, changed, failed },
      });
    return viewOf(ended);
  });
}

export async function startImport(
  context: Context,
  { id, mode }: ParsedInputOf<'consoleImportRun'>,
): Promise<OutputOf<'consoleImportRun'>> {
  const which = whichOf(context, id);
  if (!(await findImport(context.owner, which))) throw new NotHere();
  const run = { ...which, run: randomUUID() };
  if ((await startRun(context.owner, run, mode)) !== 1) throw new Refusal('actionNotAllowed');
  startWork(context.log, () => runImport(context, run));
  return showImport(context, { id });
}

export async function showRows(
  context: Context,
  { id, show, after, size }: ParsedInputOf<'consoleImportRows'>,
): Promise<OutputOf<'consoleImportRows'>> {
  const which = whichOf(context, id);
  if (!(await findImport(context.owner, which))) throw new NotHere();
  const found = await listRows(context.owner, which, { after, size: size + 1, show });
  const list = found.slice(0, size).map((row) => ({
    index: row.index,
    key: row.key,
    name: row.name,
    verdict: row.verdict,
    outcome: row.done?.outcome ?? null,
    // Not of imports that were checked before differences were listed.
    differences: row.differences ?? null,
    problems: problemsOf(row).map((problem) => ({
      sheet: problem.sheet,
      row: problem.row,
      column: problem.column,
      text: describeReason(problem, context.language),
    })),
  }));
  return { list, next: found.length > size ? (list.at(-1)?.index ?? null) : null };
}

export const problemsOf = ({ problems, done }: ListedRow): Problem[] => [...problems, ...(done?.problems ?? [])];

export function describeReason({ reason, min = 0, max = 0 }: Problem, language: Language): string {
  const isOfRow = (rowReasons as readonly string[]).includes(reason);
  return translate(language, isOfRow ? `porting.why.${reason}` : `ui.field.${reason}`, { min, max, length: max });
}
