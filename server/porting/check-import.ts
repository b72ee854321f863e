// The dry run of an import: the file is opened, each product is validated against the current catalogue, and the result is saved; the
// catalogue is not changed.
import type { ImportView } from '../../contract/porting.ts';
import type { Context } from '../platform/context.ts';
import { isClosing } from './background.ts';
import type { Candidate, JudgedRow } from './candidate.ts';
import { changeCheck, insertChunk, type Which } from './import.sql.ts';
import { judgeRows } from './judge/judge-rows.ts';
import { openFile } from './open-file.ts';
import { chunkRows } from './port-limits.ts';
import { mayStill } from './porting.sql.ts';

export async function checkImport(
  context: Context,
  which: Which,
  path: string,
  kind: ImportView['kind'],
): Promise<void> {
  const { owner } = context;
  // Changes nothing if a person has stopped it.
  const end = async (state: ImportView['state'], reason: ImportView['reason']) => {
    await changeCheck(owner, which, { state, reason });
  };
  try {
    const opened = await openFile(path, kind);
    if ('reason' in opened) return await end('refused', opened.reason);
    if ((await changeCheck(owner, which, { state: 'checking', total: opened.total })) !== 1) return;
    const counts = { fresh: 0, changes: 0, same: 0, bad: 0, removed: 0 };
    const keys = new Set<string>();
    let from = 0;
    for await (const candidates of chunksOf(opened.candidates)) {
      if (isClosing()) return await end('stopped', 'broken');
      if (!(await mayStill(owner, which.accountId, ['admin', 'content']))) return await end('stopped', 'rights');
      const list = await judgeRows(context, from, candidates, keys);
      await insertChunk(owner, which, from / chunkRows, list);
      count(list, counts);
      from += list.length;
      if ((await changeCheck(owner, which, { ...counts, at: from })) !== 1) return;
    }
    await changeCheck(owner, which, { state: 'checked' });
  } catch (error) {
    await end('stopped', 'broken');
    throw error;
  }
}

async function* chunksOf(all: Iterable<Candidate> | AsyncIterable<Candidate>): AsyncGenerator<Candidate[]> {
  let chunk: Candidate[] = [];
  for await (const candidate of all) {
    chunk.push(candidate);
    if (chunk.length < chunkRows) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length) yield chunk;
}

type Counts = Pick<ImportView, 'fresh' | 'changes' | 'same' | 'bad' | 'removed'>;

function count(list: JudgedRow[], counts: Counts): void {
  for (const { verdict, differences } of list) {
    counts[verdict === 'change' ? 'changes' : verdict] += 1;
    counts.removed += differences?.removed.length ?? 0;
  }
}
