// Fetches the file of a list while it is written, and counts its rows as they arrive.
import { fetchFile } from '../../files.ts';

export type FileSoFar = { rows: number; total: number };

/** Throws CallRefused or CallFailed like `send`; TypeError if the file breaks off. */
export async function readFile(
  address: string,
  report: (soFar: FileSoFar) => void,
  signal: AbortSignal,
): Promise<{ blob: Blob; name: string; rows: number }> {
  const { currency = '' } = document.documentElement.dataset;
  const answer = await fetchFile(address, { headers: { c: currency }, signal });
  const type = answer.headers.get('content-type') ?? '';
  const total = Number(answer.headers.get('x-total-rows') ?? 0);
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'list';
  const isText = type.startsWith('text/csv');
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // The first record is the heading.
  let rows = -1;
  let before = 0;
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(part.value);
    for (const byte of part.value) {
      if (byte === 10 && before === 13) rows += 1;
      before = byte;
    }
    if (isText) report({ rows: Math.max(0, rows), total });
  }
  return { blob: new Blob(chunks, { type }), name, rows: isText ? Math.max(0, rows) : total };
}
