// Opens an uploaded file as products to be validated: a list in JSON, or five sheets joined by their keys.
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { ImportView } from '../../contract/porting.ts';
import { buildProducts } from './build-products.ts';
import type { Candidate } from './candidate.ts';
import { mostProducts } from './port-limits.ts';
import { sheetNames } from './sheet-columns.ts';
import type { Unpacked } from './unpack-workbook.ts';

export type Opened = { candidates: Candidate[] } | { reason: ImportView['reason'] };

const threadMilliseconds = 120_000;

export async function openFile(path: string, kind: ImportView['kind']): Promise<Opened> {
  const bytes = await readFile(path);
  const opened = kind === 'xlsx' ? openSheets(await unpackApart(bytes)) : openJson(bytes);
  if ('reason' in opened) return opened;
  if (opened.candidates.length === 0) return { reason: 'empty' };
  return opened.candidates.length > mostProducts ? { reason: 'tooMany' } : opened;
}

/** Another encoding than that of JSON would put marks in the place of letters. */
function openJson(bytes: Buffer): Opened {
  if (!isUtf8(bytes)) return { reason: 'unreadable' };
  try {
    const list: unknown = JSON.parse(bytes.toString('utf8').replace(/^\ufeff/, ''));
    if (!Array.isArray(list)) return { reason: 'unreadable' };
    if (list.length > mostProducts) return { reason: 'tooMany' };
    return { candidates: list.map((item, at) => candidateOf(item, at)) };
  } catch {
    return { reason: 'unreadable' };
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
  return missing.length ? { reason: 'sheets' } : { candidates: buildProducts(named) };
}

/** A thread with limited memory: a malicious file cannot take the process down. */
export function unpackApart(bytes: Buffer): Promise<Unpacked> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./unpack-workbook.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: 1024 },
    });
    const answer = (answer: Unpacked) => {
      clearTimeout(timer);
      resolve(answer);
      worker.terminate();
    };
    const timer = setTimeout(() => answer({ reason: 'tooMany' }), threadMilliseconds);
    worker.once('message', answer);
    worker.once('error', (error: { code?: string }) =>
      answer({ reason: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooMany' : 'unreadable' }),
    );
  });
}
