// What processes that start together in one folder must do one after another, or once.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

const longestMilliseconds = 300_000;

/** Runs `work` while no other process holds this lock. A lock whose holder is gone, or that is five minutes old, is taken over. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const mine = `${process.pid} ${randomBytes(6).toString('hex')}`;
  while (!take(file, mine) || !(await isHeld(file, mine))) await sleep(100);
  try {
    return await work();
  } finally {
    if (readHolder(file) === mine) rmSync(file, { force: true });
  }
}

let tookOver = false;

function take(file: string, mine: string): boolean {
  try {
    writeFileSync(file, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (isOver(file)) {
      rmSync(file, { force: true });
      tookOver = true;
    }
    return false;
  }
}

/** Two that find an old lock may both remove it, the second one the new lock of the first: a moment later one of them is left. */
async function isHeld(file: string, mine: string): Promise<boolean> {
  if (tookOver) await sleep(200);
  return readHolder(file) === mine;
}

function isOver(file: string): boolean {
  try {
    const pid = Number(readHolder(file).split(' ')[0]);
    const age = Date.now() - statSync(file).mtimeMs;
    // One that was made a moment ago may be empty still.
    return age > longestMilliseconds || (age > 2000 && !isRunning(pid));
  } catch {
    return false;
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The text of a secret's file, which is made if it is missing: whoever is first makes it whole, and all read the same. */
export function readOrMakeFile(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const text = make();
    const fresh = `${file}.${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(fresh, text, { mode: 0o600 });
      unlessThere(() => linkSync(fresh, file));
    } catch {
      // A disk without links.
      unlessThere(() => writeFileSync(file, text, { mode: 0o600, flag: 'wx' }));
    } finally {
      rmSync(fresh, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}

function unlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
