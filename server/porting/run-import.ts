// The real run of an import that was checked (decisions §10): each good product goes in whole or not at all, or all of them together.
// 1. once · 2. a hundred at a time, with the rights read again · 3. each under the revision that the check saw · 4. logged.
import type { ProductDocument } from '../../contract/editing.ts';
import type { ImportView } from '../../contract/porting.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { saveProduct } from '../editing/save-product.ts';
import type { Context } from '../platform/context.ts';
import { type Db, inTransaction, isDuplicate, type Trx } from '../platform/db.ts';
import { logAct } from '../platform/log-acts.sql.ts';
import { isClosing } from './background.ts';
import type { JudgedRow, Outcome, Problem } from './candidate.ts';
import { locate } from './candidate.ts';
import { placeProblems } from './judge-rows.ts';
import { keepUnlabelled } from './keep-unlabelled.ts';
import { chunkRows } from './port-limits.ts';
import { changeImport, findImport, keepOutcomes, mayStill, readChunk, type Which } from './porting.sql.ts';
import { hasUnlabelled } from './unlabelled-codes.ts';

type Counts = Pick<ImportView, 'created' | 'changed' | 'failed'>;
/** The run broke off: with a reason, or because one product of "all" failed. */
class Ended extends Error {
  readonly reason: ImportView['reason'];

  constructor(reason: ImportView['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export async function runImport(context: Context, which: Which): Promise<void> {
  const { db } = context;
  const found = await findImport(db, which);
  if (!found) throw new NotHere();
  const { total, mode, name } = found.answer;
  const counts: Counts = { created: 0, changed: 0, failed: 0 };
  try {
    if (mode === 'all') await runTogether(context, which, total, counts);
    else await runEach(context, which, total, counts);
  } catch (error) {
    const reason = error instanceof Ended ? error.reason : 'broken';
    await changeImport(db, which, { state: reason === 'whole' ? 'done' : 'stopped', reason, ...counts });
    if (!(error instanceof Ended)) throw error;
    return;
  }
  await changeImport(db, which, { state: 'done', at: total, ...counts });
  await logAct(db, context, {
    act: 'catalogue-imported',
    subject: `import ${which.id}`,
    after: { file: name, mode, products: total, ...counts },
  });
}

async function runEach(context: Context, which: Which, total: number, counts: Counts): Promise<void> {
  for (let chunk = 0; chunk * chunkRows < total; chunk += 1) {
    await guard(context, which);
    const { list, outcomes } = await readChunk(context.db, which, chunk);
    for (const [at, row] of list.entries()) {
      const known = outcomes[row.index];
      // Kept in the transaction of the product: a run that breaks off goes on after exactly what it did.
      const keep = (trx: Trx, done: Outcome) => keepOutcomes(trx, which, chunk, { ...outcomes, [row.index]: done });
      const outcome = known ?? (await put(context, row, keep));
      if (outcome) counts[outcome.outcome] += 1;
      if (!outcome || known) continue;
      outcomes[row.index] = outcome;
      if (at % 10 !== 9) continue;
      await changeImport(context.db, which, { at: chunk * chunkRows + at + 1, ...counts });
      if (isClosing()) throw new Ended('broken');
    }
    await keepOutcomes(context.db, which, chunk, outcomes);
    await changeImport(context.db, which, { at: chunk * chunkRows + list.length, ...counts });
  }
}

/** One transaction for all of them: the first that fails takes everything back, and it is the one that is told. */
async function runTogether(context: Context, which: Which, total: number, counts: Counts): Promise<void> {
  const done: Record<string, Outcome>[] = [];
  let failed: { chunk: number; index: number; outcome: Outcome } | undefined;
  try {
    await inTransaction(context.db, async (trx) => {
      const inside = { ...context, db: joining(trx) };
      for (let chunk = 0; chunk * chunkRows < total; chunk += 1) {
        await guard(context, which);
        const { list } = await readChunk(context.db, which, chunk);
        const outcomes: Record<string, Outcome> = {};
        for (const row of list) {
          const outcome = await put(inside, row);
          if (outcome?.outcome === 'failed') {
            failed = { chunk, index: row.index, outcome };
            throw new Ended('whole');
          }
          if (!outcome) continue;
          counts[outcome.outcome] += 1;
          outcomes[row.index] = outcome;
        }
        done.push(outcomes);
        await changeImport(context.db, which, { at: chunk * chunkRows + list.length });
      }
    });
  } catch (error) {
    Object.assign(counts, { created: 0, changed: 0, failed: failed ? 1 : 0 });
    if (failed) await keepOutcomes(context.db, which, failed.chunk, { [failed.index]: failed.outcome });
    throw error;
  }
  for (const [chunk, outcomes] of done.entries()) await keepOutcomes(context.db, which, chunk, outcomes);
}

/** Use cases that open a transaction of their own join this one. */
function joining(trx: Trx): Db {
  return { transaction: () => ({ execute: (work: (inner: Trx) => unknown) => work(trx) }) } as unknown as Db;
}

async function guard({ db }: Context, { ownerId, accountId }: Which): Promise<void> {
  if (isClosing()) throw new Ended('broken');
  if (!(await mayStill(db, ownerId, accountId, ['admin', 'content']))) throw new Ended('rights');
}

type Keep = (trx: Trx, done: Outcome) => Promise<void>;

/** Writes one product; undefined when there is nothing to do. What was changed since the check is never overwritten. */
async function put(context: Context, row: JudgedRow, keep?: Keep): Promise<Outcome | undefined> {
  const { document, verdict } = row;
  if (!document || verdict === 'bad' || verdict === 'same') return undefined;
  try {
    if (!keep) return await write(context, row, document);
    return await inTransaction(context.db, async (trx) => {
      const done = await write({ ...context, db: joining(trx) }, row, document);
      await keep(trx, done);
      return done;
    });
  } catch (error) {
    return { outcome: 'failed', problems: problemsOf(error, row) };
  }
}

async function write(context: Context, row: JudgedRow, document: ProductDocument): Promise<Outcome> {
  const { productId, revision } = row;
  if (productId === null && hasUnlabelled(document)) await keepUnlabelled(context, document);
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
