// What asks must not take the processor from what answers: where there are two at least, the one that asks has the last for itself.
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const count = availableParallelism();
const last = count - 1;

/** Only Linux lets the caller choose the processors of a process. */
const isPossible = count > 1 && process.platform === 'linux';

/** Processes that are started after this use all processors but the last. False where that cannot be said. */
export function leaveLastProcessor(): boolean {
  return isPossible && restrictTo(`0-${last - 1}`);
}

/** From now on this process uses the last one alone; those that it has started do not. */
export function takeLastProcessor(): void {
  restrictTo(String(last));
}

function restrictTo(list: string): boolean {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', list, String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
