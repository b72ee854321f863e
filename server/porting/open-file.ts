// Opens an uploaded file as products to be validated: a list in JSON, or five sheets joined by their keys.
import { readFile, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { ImportView } from '../../contract/porting.ts';
import { buildProducts } from './build-products.ts';
import type { Candidate } from './candidate.ts';
import { judgeHeadings } from './judge/judge-headings.ts';
import { chunkRows, mostChunkLetters, mostListed, mostProducts } from './port-limits.ts';
import { NoList, readItems } from './read-items.ts';
import { sheetNames } from './sheet-columns.ts';
import type { Unpacked } from './unpack-workbook.ts';

/** `candidates` are read once, in the order of the file. */
export type Opened =
  | { total: number; candidates: Iterable<Candidate> | AsyncIterable<Candidate> }
  | { reason: ImportView['reason'] };

const threadMilliseconds = 120_000;

export async function openFile(path: string, kind: ImportView['kind']): Promise<Opened> {
  if ((await stat(path)).size === 0) return { reason: 'empty' };
  const opened = kind === 'xlsx' ? openSheets(await unpackApart(await readFile(path))) : await openJson(path);
  if ('reason' in opened) return opened;
  if (opened.total === 0) return { reason: 'empty' };
  return opened.total > (kind === 'xlsx' ? mostProducts : mostListed) ? { reason: 'tooMany' } : opened;
}

/** Read twice, item by item: first whether all of it is a list. */
async function openJson(path: string): Promise<Opened> {
  try {
    let total = 0;
    let inChunk = 0;
    for await (const { letters } of readItems(path)) {
      inChunk = total % chunkRows ? inChunk + letters : letters;
      total += 1;
      if (total > mostListed || inChunk > mostChunkLetters) return { reason: 'tooMany' };
    }
    return { total, candidates: readCandidates(path) };
  } catch (error) {
    if (error instanceof NoList) return { reason: 'unreadable' };
    throw error;
  }
}

async function* readCandidates(path: string): AsyncGenerator<Candidate> {
  let at = 0;
  for await (const { value } of readItems(path)) {
    yield candidateOf(value, at);
    at += 1;
  }
}

function candidateOf(item: unknown, at: number): Candidate {
  const plain = item && typeof item === 'object' && !Array.isArray(item) ? (item as Record<string, unknown>) : {};
  const key = typeof plain.key === 'string' ? plain.key : '';
  return { row: at + 1, key, raw: item, places: null, problems: [] };
}

function openSheets(unpacked: Unpacked): Opened {
  if ('reason' in unpacked) return unpacked;
  const named = new Map(unpacked.sheets.map((sheet) => [sheet.name, sheet.rows]));
  const missing = sheetNames.filter((name) => name !== 'Extras' && !named.has(name));
  if (missing.length) return { reason: 'sheets' };
  const wrong = judgeHeadings(named);
  if (wrong) return { total: 1, candidates: [wrong] };
  const candidates = buildProducts(named);
  return { total: candidates.length, candidates };
}

/** A thread with limited memory: a malicious file cannot take the process down. */
export function unpackApart(bytes: Buffer): Promise<Unpacked> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./unpack-workbook.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    const finish = (reply: Unpacked) => {
      clearTimeout(timer);
      resolve(reply);
      worker.terminate();
    };
    const timer = setTimeout(() => finish({ reason: 'tooMany' }), threadMilliseconds);
    worker.once('message', finish);
    worker.once('error', (error: { code?: string }) =>
      finish({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooMany' : 'unreadable' }),
    );
  });
}
