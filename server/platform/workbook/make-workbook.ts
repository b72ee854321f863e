// Workbooks are written on a thread of their own: one of ten thousand rows takes seconds, in which the process would answer no one.
import { Worker } from 'node:worker_threads';
import { makeWorkQueue } from '../queue-work.ts';
import type { BookCell, BookMessage, BookSheet } from './write-workbook.ts';

export type { BookCell, BookSheet } from './write-workbook.ts';

/** `sheet`: the number of the sheet; left out: the first. */
export type BookBatch = { rows: BookCell[][]; sheet?: number };

/** One at a time, because a large one takes some hundred megabytes. */
const queue = makeWorkQueue({ atOnce: 1, waiting: 20 });
const memory = { maxOldGenerationSizeMb: 1024 };

/** A file of the sheets with their headings, and the rows in the order of the batches. Refuses with 503 when too many wait. */
export function makeWorkbook(sheets: BookSheet[], batches: AsyncIterable<BookBatch>): Promise<Buffer> {
  return queue(async () => {
    const worker = new Worker(new URL('./write-workbook.ts', import.meta.url), {
      workerData: sheets,
      resourceLimits: memory,
    });
    const book = new Promise<Uint8Array>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      // The next one waits for this one, so it must end in any case.
      worker.once('exit', () => reject(new Error('the thread that writes a workbook ended')));
    });
    // It is awaited after the rows; until then a failure of the thread is not unhandled.
    book.catch(() => undefined);
    const send = (message: BookMessage) => worker.postMessage(message);
    try {
      for await (const { rows, sheet = 0 } of batches) send({ rows, sheet });
      send('end');
      return Buffer.from(await book);
    } finally {
      await worker.terminate();
    }
  });
}
