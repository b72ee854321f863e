// What processes that start together in one folder must do one after another, or once.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const longestMilliseconds = 300_000;
/** A lock that was made a moment ago may be empty still. */
const shortestMilliseconds = 2000;

/** Runs `work` while no other process holds this lock. One is taken over once its holder is gone, or after it was held for five minutes. */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const mine = `${process.pid} ${randomBytes(6).toString('hex')}`;
  ours.add(mine);
  try {
    await takeLock(file, mine);
    return await work();
  } finally {
    ours.delete(mine);
    if (readHolder(file) === mine) rmSync(file, { force: true });
  }
}

/** Of this process. A container gives its processes the same numbers at each start: a lock with this number may be an earlier one's. */
const ours = new Set<string>();

async function takeLock(file: string, mine: string): Promise<void> {
  let seen = { holder: '', since: performance.now() };
  let tookOver = false;
  for (;;) {
    if (make(file, mine)) {
      // Two that find an old lock may both remove it, the second one the new lock of the first: a moment later one of them is left.
      if (tookOver) await sleep(200);
      if (readHolder(file) === mine) return;
    }
    const holder = readHolder(file);
    if (holder !== seen.holder) seen = { holder, since: performance.now() };
    if (isOver(holder, performance.now() - seen.since)) {
      if (readHolder(file) === holder) rmSync(file, { force: true });
      tookOver = true;
    } else await sleep(100);
  }
}

function make(file: string, mine: string): boolean {
  try {
    writeFileSync(file, mine, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

/** `held`: for how many milliseconds it was seen. */
function isOver(holder: string, held: number): boolean {
  const pid = Number(holder.split(' ')[0]);
  const isHeld = pid === process.pid ? ours.has(holder) : isRunning(pid);
  return held > longestMilliseconds || (held > shortestMilliseconds && !isHeld);
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
