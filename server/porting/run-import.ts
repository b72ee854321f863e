// The real run of an import that was checked (rules §10): each good product goes in whole or not at all, or all of them together.
// 1. once · 2. a hundred at a time, with the rights read again · 3. each under the revision that the check saw · 4. logged.
import type { ProductDocument } from '../../contract/editing.ts';
import type { ImportView } from '../../contract/porting.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { saveProduct } from '../editing/save-product.ts';
import { isLocked, isOutage } from '../platform/database/detect-outage.ts';
import { inTransaction, isDuplicate, joinTransaction, type Owner, type OwnerTrx } from '../platform/db.ts';
import { logAction, type Writing } from '../platform/log-actions.sql.ts';
import { isClosing } from './background.ts';
import type { JudgedRow, Outcome, Problem } from './candidate.ts';
import { locate } from './candidate.ts';
import { changeRun, findImport, type ImportChange, type Run, readChunk, saveOutcomes } from './import.sql.ts';
import { insertUnlabelled } from './insert-unlabelled.ts';
import { placeProblems } from './judge/judge-rows.ts';
import { chunkRows } from './port-limits.ts';
import { mayStill } from './porting.sql.ts';
import { hasUnlabelled } from './unlabelled-codes.ts';

type Counts = Pick<ImportView, 'created' | 'changed' | 'failed'>;
/** The run ended early: for a given reason, because one product of "all" failed, the process stops, or another process took it over. */
class Ended extends Error {
  readonly reason: ImportView['reason'] | 'closing' | 'taken';

  constructor(reason: Ended['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export async function runImport(context: Writing, run: Run): Promise<void> {
  const { owner } = context;
  const found = await findImport(owner, run);
  if (!found) throw new NotHere();
  const { total, mode, name } = found;
  const counts: Counts = { created: 0, changed: 0, failed: 0 };
  try {
    if (mode === 'all') await runTogether(context, run, total, counts);
    else await runEach(context, run, total, counts);
    await inTransaction(owner, async (owner) => {
      await note(owner, run, { state: 'done', at: total, ...counts });
      await logAction(owner, context, {
        act: 'catalogue-imported',
        subject: `import ${run.id}`,
        after: { file: name, mode, products: total, ...counts },
      });
    });
  } catch (error) {
    const why = error instanceof Ended ? error.reason : 'broken';
    // A process that only seemed dead still holds rows of these products, or the database is away, has no room, or has too much to do:
    // a later round tries again.
    const closed = why === 'closing' || isLocked(error) || isOutage(error);
    const reason = why === 'closing' || why === 'taken' ? 'broken' : why;
    // Changes nothing if another process has taken the run over.
    await changeRun(owner, run, { state: reason === 'whole' ? 'done' : 'stopped', reason, closed, ...counts });
    if (!(error instanceof Ended)) throw error;
  }
}

/** Saves the progress. Ends a run that another process has taken over. */
async function note(owner: Owner, run: Run, change: ImportChange): Promise<void> {
  if ((await changeRun(owner, run, change)) !== 1) throw new Ended('taken');
}

async function runEach(context: Writing, run: Run, total: number, counts: Counts): Promise<void> {
  const { owner } = context;
  for (let chunk = 0; chunk * chunkRows < total; chunk += 1) {
    await guard(context, run);
    const { list, outcomes } = await readChunk(owner, run, chunk);
    const keepAll = async (owner: OwnerTrx, more: Record<string, Outcome> = {}) => {
      await note(owner, run, { tries: 0 });
      await saveOutcomes(owner, run, chunk, { ...outcomes, ...more });
    };
    let isNew = false;
    for (const [at, row] of list.entries()) {
      const known = outcomes[row.index];
      // Saved in the product's transaction: an interrupted run resumes after exactly the finished products.
      const outcome = known ?? (await put(context, row, (owner, done) => keepAll(owner, { [row.index]: done })));
      if (outcome) counts[outcome.outcome] += 1;
      if (!outcome || known) continue;
      isNew = true;
      outcomes[row.index] = outcome;
      if (at % 10 !== 9) continue;
      await note(owner, run, { at: chunk * chunkRows + at + 1, ...counts });
      if (isClosing()) throw new Ended('closing');
    }
    if (isNew) await inTransaction(owner, (owner) => keepAll(owner));
    await note(owner, run, { at: chunk * chunkRows + list.length, ...counts });
  }
}

/** One transaction for all products: the first failure rolls everything back, and is the one reported. */
async function runTogether(context: Writing, run: Run, total: number, counts: Counts): Promise<void> {
  const { owner } = context;
  const done: Record<string, Outcome>[] = [];
  let failed: { chunk: number; index: number; outcome: Outcome } | undefined;
  try {
    await inTransaction(owner, async (together) => {
      const inside = { ...context, owner: joinTransaction(together) };
      // A transaction that met another is begun again.
      Object.assign(counts, { created: 0, changed: 0, failed: 0 });
      done.length = 0;
      for (let chunk = 0; chunk * chunkRows < total; chunk += 1) {
        await guard(context, run);
        const { list, outcomes } = await readChunk(owner, run, chunk);
        for (const row of list) {
          // Known: all products were written, and only the result was not saved.
          const outcome = outcomes[row.index] ?? (await put(inside, row));
          if (outcome?.outcome === 'failed') {
            failed = { chunk, index: row.index, outcome };
            throw new Ended('whole');
          }
          if (!outcome) continue;
          counts[outcome.outcome] += 1;
          outcomes[row.index] = outcome;
        }
        done.push(outcomes);
        await note(owner, run, { at: chunk * chunkRows + list.length });
      }
      await note(together, run, {});
      for (const [chunk, outcomes] of done.entries()) await saveOutcomes(together, run, chunk, outcomes);
    });
  } catch (error) {
    Object.assign(counts, { created: 0, changed: 0, failed: failed ? 1 : 0 });
    const { chunk, index, outcome } = failed ?? {};
    if (chunk !== undefined && index !== undefined && outcome)
      await inTransaction(owner, async (owner) => {
        await note(owner, run, {});
        await saveOutcomes(owner, run, chunk, { [index]: outcome });
      });
    throw error;
  }
}

async function guard({ owner }: Writing, { accountId }: Run): Promise<void> {
  if (isClosing()) throw new Ended('closing');
  if (!(await mayStill(owner, accountId, ['admin', 'content']))) throw new Ended('rights');
}

type Keep = (owner: OwnerTrx, done: Outcome) => Promise<void>;

/** Writes one product; undefined when there is nothing to do. What was changed since the check is never overwritten. */
async function put(context: Writing, row: JudgedRow, keep?: Keep): Promise<Outcome | undefined> {
  const { document, verdict } = row;
  if (!document || verdict === 'bad' || verdict === 'same') return undefined;
  try {
    if (!keep) return await write(context, row, document);
    return await inTransaction(context.owner, async (owner) => {
      const done = await write({ ...context, owner: joinTransaction(owner) }, row, document);
      await keep(owner, done);
      return done;
    });
  } catch (error) {
    return { outcome: 'failed', problems: problemsOf(error, row) };
  }
}

async function write(context: Writing, row: JudgedRow, document: ProductDocument): Promise<Outcome> {
  const { productId, revision } = row;
  if (productId === null && hasUnlabelled(document)) await insertUnlabelled(context, document);
  else if (productId === null) await saveProduct(context, { document });
  else await saveProduct(context, { id: productId, revision: revision ?? undefined, document });
  return { outcome: productId === null ? 'created' : 'changed' };
}

function problemsOf(error: unknown, { row, places }: JudgedRow): Problem[] {
  const changed: Problem = { ...locate('key', places, row), reason: 'changed' };
  if (error instanceof NotHere) return [changed];
  if (error instanceof Refusal && error.fields) return placeProblems(error.fields, { places, row });
  if (error instanceof Refusal && error.refusal === 'changedMeanwhile') return [changed];
  if (isDuplicate(error, 'product_owner_id_key_key')) return [{ ...changed, reason: 'keyTaken' }];
  throw error;
}
