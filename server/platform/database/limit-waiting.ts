// One budget for all waits of a request in this process: for a connection, its turn at a row, the lock of a row. Each wait
// uses up some of it, so that several waits do not add up, and the answer is 503 early (security rules 69 and 73).
import { AsyncLocalStorage } from 'node:async_hooks';

/** The total wait allowed to a request, counted from its arrival: LONGEST_WAIT_SECONDS. */
let waitMilliseconds = 2000;
/** A statement whose request has less left still gets this much: a row may be busy for a moment without being stuck. */
const leastLockMilliseconds = 750;

/** Once, at the start of a process. */
export function setLongestWait(seconds: number): void {
  waitMilliseconds = seconds * 1000;
}

export function longestWait(): number {
  return waitMilliseconds;
}

const budgets = new AsyncLocalStorage<{ until: number }>();

/** Runs a request: its budget starts now. */
export function limitWaiting<Result>(work: () => Result): Result {
  return budgets.run({ until: performance.now() + waitMilliseconds }, work);
}

/** Milliseconds left to wait; jobs and commands have no budget and get a new one for each wait. */
export function waitLeft(): number {
  const budget = budgets.getStore();
  return budget ? Math.max(0, budget.until - performance.now()) : waitMilliseconds;
}

/** Milliseconds that the next statement may wait for locks. */
export function lockLeft(): number {
  return Math.max(leastLockMilliseconds, waitLeft());
}

/** Time spent on another company's server does not count: its answer must still be saved. */
export async function withoutCounting<Result>(work: () => Promise<Result>): Promise<Result> {
  const budget = budgets.getStore();
  const began = performance.now();
  try {
    return await work();
  } finally {
    if (budget) budget.until += performance.now() - began;
  }
}
