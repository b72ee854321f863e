// Where the log's lines go. They are written aside, and at most so many wait: a reader that stands still, or a full disk, costs lines and
// never the portal. (pino's own output ends the process at the first line that a full disk refuses, and then tries for ever to write the
// rest before it ends: the portal neither answered nor ended, decision 0801.)
import { write, writeSync } from 'node:fs';
import { logFailing } from './measure.ts';

const mostBytesWaiting = 16 * 2 ** 20;
/** What is written at once: of this much a part may be lost when the process ends while it is under way. */
const mostBytesAtOnce = 65_536;
/** Until what could not be written is tried again: where the disk is full, and where the reader has not read yet. */
const againMilliseconds = 200;
const soonMilliseconds = 10;
/** When the process ends, a reader that is slow for a moment is waited for. */
const lastTries = 10;

export type LineOutput = { write(line: string): void };

export function openLines(fd: number): LineOutput {
  const queue = makeQueue();
  let [isWriting, isUnderWay, isGone] = [false, false, false];

  function next(): void {
    const piece = queue.take();
    isWriting = piece.length > 0;
    if (!isWriting) return;
    isUnderWay = true;
    write(fd, piece, (error, written) => {
      isUnderWay = false;
      // A reader that is slow for a moment is no fault.
      if (error?.code !== 'EAGAIN') logFailing.set(error ? 1 : 0);
      if (!error) {
        queue.drop(written);
        next();
        return;
      }
      // The reader of a closed pipe is gone for good.
      isGone = error.code === 'EPIPE';
      if (isGone) queue.clear();
      else setTimeout(next, error.code === 'EAGAIN' ? soonMilliseconds : againMilliseconds).unref();
    });
  }

  process.on('exit', () => {
    if (isUnderWay) queue.drop(queue.take().length);
    writeRest(fd, queue);
  });
  return {
    write(line) {
      if (isGone || !queue.add(line) || isWriting) return;
      next();
    },
  };
}

type Queue = ReturnType<typeof makeQueue>;

function makeQueue() {
  let lines: string[] = [];
  let [size, lost] = [0, 0];
  let piece: Buffer = Buffer.alloc(0);
  return {
    /** False for a line that is lost because too many wait. */
    add(line: string): boolean {
      if (size + line.length > mostBytesWaiting) {
        lost += 1;
        return false;
      }
      lines.push(line);
      size += line.length;
      return true;
    },
    /** What is written next: the rest of the last piece, or the first of the lines that came since. */
    take(): Buffer {
      if (piece.length > 0) return piece;
      if (lost > 0) lines.push(`${JSON.stringify({ level: 40, lost, msg: 'lines of the log are lost' })}\n`);
      lost = 0;
      let [count, bytes] = [0, 0];
      for (; count < lines.length && bytes < mostBytesAtOnce; count += 1) bytes += lines[count]?.length ?? 0;
      piece = Buffer.from(lines.splice(0, count).join(''));
      size = Math.max(0, size - bytes);
      return piece;
    },
    drop(bytes: number): void {
      piece = piece.subarray(bytes);
    },
    clear(): void {
      [lines, size, lost, piece] = [[], 0, 0, Buffer.alloc(0)];
    },
  };
}

function writeRest(fd: number, queue: Queue): void {
  for (let tries = 0; tries < lastTries && queue.take().length > 0; )
    try {
      queue.drop(writeSync(fd, queue.take()));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
      tries += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, againMilliseconds);
    }
}
