// The gateway's only store: a file of JSON lines that is appended to and never rewritten.
// One line holds everything that happened at one moment, so a payment cannot survive without its notice.
import { closeSync, fstatSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Change } from './describe-records.ts';

export type Journal = {
  /** Returns after the line is in the file; `durable` also waits for the disk. */
  append(changes: readonly Change[], durable: boolean): void;
  close(): void;
};

export function openJournal(file: string | undefined, replay: (change: Change) => void): Journal {
  if (file === undefined) return { append: () => undefined, close: () => undefined };
  mkdirSync(dirname(file), { recursive: true });
  const fd = openSync(file, 'a+', 0o600);
  try {
    readLines(fd, file, replay);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return { append: (changes, durable) => appendLine(fd, changes, durable), close: () => closeSync(fd) };
}

// A process killed while writing leaves at most one line without its end. No answer was sent for it, so it is cut off;
// an unreadable line anywhere else means that the file was damaged, and guessing would lose money.
function readLines(fd: number, file: string, replay: (change: Change) => void): void {
  const bytes = readFileSync(file);
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole < bytes.length) ftruncateSync(fd, whole);
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
  for (const [index, line] of lines.entries()) {
    let changes: Change[];
    try {
      changes = (JSON.parse(line) as { changes: Change[] }).changes;
    } catch {
      throw new Error(`The journal ${file} is damaged in line ${index + 1}`);
    }
    for (const change of changes) replay(change);
  }
}

function appendLine(fd: number, changes: readonly Change[], durable: boolean): void {
  const line = Buffer.from(`${JSON.stringify({ changes })}\n`);
  const before = fstatSync(fd).size;
  try {
    let written = 0;
    while (written < line.length) written += writeSync(fd, line, written);
    if (durable) fsyncSync(fd);
  } catch (error) {
    ftruncateSync(fd, before);
    throw error;
  }
}
