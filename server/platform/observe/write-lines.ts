// Where the log's lines go. They are written aside, and at most so many wait: a reader that stands still, or a full disk, costs lines and
// never the portal. (pino's own output ends the process at the first line that a full disk refuses, and then tries for ever to write the
// rest before it ends: the portal neither answered nor ended.)
import { write, writeSync } from 'node:fs';

const mostBytesWaiting = 16 * 2 ** 20;
/** Until what could not be written is tried again. */
const againMilliseconds = 200;
/** When the process ends, a reader that is slow for a moment is waited for. */
const lastTries = 10;

export type LineOutput = { write(line: string): void };

export function openLines(fd: number): LineOutput {
  let lines: string[] = [];
  let size = 0;
  let lost = 0;
  let pending: Buffer = Buffer.alloc(0);
  let [isWriting, isUnderWay, isGone] = [false, false, false];

  /** What is written next: the rest of the last piece, or all lines that came since. */
  function take(): Buffer {
    if (pending.length > 0) return pending;
    if (lost > 0)
      lines.push(`${JSON.stringify({ level: 40, time: Date.now(), lost, msg: 'lines of the log are lost' })}\n`);
    pending = Buffer.from(lines.join(''));
    [lines, size, lost] = [[], 0, 0];
    return pending;
  }

  /** Whether writing may go on after an error. */
  function meet({ code }: NodeJS.ErrnoException): boolean {
    // The reader is gone for good.
    if (code === 'EPIPE') isGone = true;
    if (isGone) [lines, size, pending] = [[], 0, Buffer.alloc(0)];
    return !isGone;
  }

  function next(): void {
    const piece = take();
    isWriting = piece.length > 0;
    if (!isWriting) return;
    isUnderWay = true;
    write(fd, piece, (error, written) => {
      isUnderWay = false;
      if (!error) {
        pending = piece.subarray(written);
        next();
      } else if (meet(error)) setTimeout(next, againMilliseconds).unref();
    });
  }

  process.on('exit', () => {
    if (isUnderWay) pending = Buffer.alloc(0);
    for (let tries = 0; tries < lastTries && take().length > 0; )
      try {
        pending = pending.subarray(writeSync(fd, pending));
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code !== 'EAGAIN') return;
        tries += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMilliseconds);
      }
  });

  return {
    write(line) {
      if (isGone) return;
      if (size + line.length > mostBytesWaiting) {
        lost += 1;
        return;
      }
      lines.push(line);
      size += line.length;
      if (!isWriting) next();
    },
  };
}
