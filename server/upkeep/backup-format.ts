// The file of a backup: gzip over text. Each part begins with a line of JSON; a table's rows follow as lines of COPY's text
// format up to a line `\.`. The last line says how much there is, so that a file that was cut off is refused.
import type { Writable } from 'node:stream';
import type { Sequence, Table, WaitingJob } from './backup.sql.ts';

export type Manifest = {
  backup: 'kembara';
  format: 1;
  madeAt: string;
  migrations: string[];
  /** Distinguishes the installation's key from another without containing it. */
  keyMark: string;
};

export type Part =
  | Manifest
  | { file: string; content: string }
  | { table: Table }
  | { sequence: Sequence }
  | { job: WaitingJob }
  | { end: true; rows: number; jobs: number };

export const endOfRows = '\\.';
export const cutOff = 'the file was cut off';

/** Reads a stream line by line; lines come in lists, without their line feeds. A last line without one is cut off and refused. */
export async function* splitLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = [];
  for await (const chunk of stream) {
    const lines: Buffer[] = [];
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      const piece = chunk.subarray(start, at);
      lines.push(rest.length ? Buffer.concat([...rest, piece]) : piece);
      rest = [];
      start = at + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    if (lines.length) yield lines;
  }
  if (rest.length) throw new Error(cutOff);
}

/** Writes and waits while the receiver is slower than the sender; fails with the receiver (disk full, statement refused). */
export async function put(to: Writable, piece: string | Buffer): Promise<void> {
  await new Promise<void>((resolve, reject) => to.write(piece, (error) => (error ? reject(error) : resolve())));
}
