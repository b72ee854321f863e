// Runs hashing on separate threads, two at most; with many waiting, callers are asked to come again (security rule 73).
import { Worker } from 'node:worker_threads';
import { makeWorkQueue } from '../platform/queue-work.ts';
import type { HashCost, HashDone, HashTask } from './run-hashing.ts';

const mostThreads = 2;
/** Some four seconds of work for two threads. */
const queue = makeWorkQueue({ atOnce: mostThreads, waiting: 200 });

type Waiting = { resolve(hash: Buffer): void; reject(error: Error): void };
type HashThread = { worker: Worker; waiting: Map<number, Waiting> };

const threads: HashThread[] = [];
let count = 0;

/** argon2id of a text with a salt. */
export function hashApart(message: string, nonce: Buffer, cost: HashCost): Promise<Buffer> {
  return queue(() => {
    const thread = freeThread();
    const id = ++count;
    return new Promise<Buffer>((resolve, reject) => {
      thread.waiting.set(id, { resolve, reject });
      // An idle thread keeps no process alive; a busy one does.
      thread.worker.ref();
      const task: HashTask = { id, message, nonce, ...cost };
      thread.worker.postMessage(task);
    });
  });
}

function freeThread(): HashThread {
  const idle = threads.find(({ waiting }) => waiting.size === 0);
  return idle ?? startThread();
}

function startThread(): HashThread {
  const thread: HashThread = { worker: new Worker(new URL('./run-hashing.ts', import.meta.url)), waiting: new Map() };
  thread.worker.on('message', ({ id, hash }: HashDone) => {
    thread.waiting.get(id)?.resolve(Buffer.from(hash));
    thread.waiting.delete(id);
    if (thread.waiting.size === 0) thread.worker.unref();
  });
  // A thread that ended is dropped, and its callers fail; the next call starts another.
  const leave = (error: Error) => {
    const at = threads.indexOf(thread);
    if (at >= 0) threads.splice(at, 1);
    for (const { reject } of thread.waiting.values()) reject(error);
    thread.waiting.clear();
  };
  thread.worker.on('error', leave);
  thread.worker.on('exit', () => leave(new Error('the thread that hashes ended')));
  threads.push(thread);
  return thread;
}
