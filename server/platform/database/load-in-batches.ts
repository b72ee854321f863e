// Requests that need the same kind of statement at the same time share one (decision 0630): while a statement runs, later requests wait,
// and the next statement serves all of them. Starting a long plan costs the database more than a few more rows in it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ShopBusy } from '../../../domain/errors.ts';
import type { Db, Owner } from '../db.ts';
import { lockLeft } from './limit-waiting.ts';

type Limits = {
  /** Statements of one kind that run at once, for one owner in one process. */
  mostRunning?: number;
  /** One statement serves so many requests: the slowest of them delays the others. */
  mostItems?: number;
};

type Loader<Item, Result> = {
  /** A result for each item, in their order. */
  load(items: Item[]): Promise<Result[]>;
  /** An item whose statement failed; left out: `load` again, unless the item was alone in it already. */
  loadAlone?(item: Item): Promise<Result>;
};
type Waiting<Item, Result> = {
  item: Item;
  /** Runs a function with the connection share, time budget and trace of the request that waits. */
  inContext: ReturnType<typeof AsyncLocalStorage.snapshot>;
  loader: Loader<Item, Result>;
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Refuses it when no statement takes it in time. */
  late?: NodeJS.Timeout;
};
type Queue<Item, Result> = { running: number; waiting: Waiting<Item, Result>[] };

const retryAfterSeconds = 2;

/**
 * The function that it makes serves one item. `kind` must name everything else that the result depends on, such as a price level; `load`
 * takes that from the request that it was made for. No item is read by a statement that began before the item was requested, so a
 * caller sees its own writes. When a statement fails, each of its items is served alone, so that one request cannot fail another, and the
 * next statement does not wait for that. Inside a transaction an item is served alone, too. Throws ShopBusy when the statements before
 * it do not end within the time that its request may wait: the database is slow or does not answer (security rule 73).
 */
export function loadInBatches<Item, Result>({ mostRunning = 2, mostItems = 16 }: Limits = {}) {
  const queues = new WeakMap<Db, Map<string, Queue<Item, Result>>>();

  const runNext = (kinds: Map<string, Queue<Item, Result>>, kind: string, queue: Queue<Item, Result>) => {
    const batch = queue.waiting.splice(0, mostItems);
    for (const { late } of batch) clearTimeout(late);
    // The latest request has most of its time left.
    const latest = batch.at(-1);
    if (!latest) {
      if (queue.running === 0) kinds.delete(kind);
      return;
    }
    queue.running += 1;
    const end = () => {
      queue.running -= 1;
      runNext(kinds, kind, queue);
    };
    latest.inContext(() => serve(batch, latest.loader)).then(end, end);
  };

  return (owner: Owner, kind: string, item: Item, loader: Loader<Item, Result>): Promise<Result> => {
    if (owner.statements !== owner.pool) return loadOne(item, loader);
    const kinds = queues.get(owner.pool) ?? new Map<string, Queue<Item, Result>>();
    queues.set(owner.pool, kinds);
    const queue = kinds.get(kind) ?? { running: 0, waiting: [] };
    kinds.set(kind, queue);
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Item, Result> = { item, inContext: AsyncLocalStorage.snapshot(), loader, resolve, reject };
      queue.waiting.push(waiting);
      if (queue.running < mostRunning) return runNext(kinds, kind, queue);
      waiting.late = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        reject(new ShopBusy(retryAfterSeconds));
      }, lockLeft());
    });
  };
}

async function serve<Item, Result>(batch: Waiting<Item, Result>[], { load }: Loader<Item, Result>): Promise<void> {
  try {
    const results = await load(batch.map(({ item }) => item));
    for (const [at, waiting] of batch.entries()) waiting.resolve(results[at] as Result);
  } catch (error) {
    for (const { item, inContext, loader, resolve, reject } of batch) {
      if (batch.length === 1 && !loader.loadAlone) reject(error);
      else inContext(() => loadOne(item, loader)).then(resolve, reject);
    }
  }
}

async function loadOne<Item, Result>(item: Item, { load, loadAlone }: Loader<Item, Result>): Promise<Result> {
  if (loadAlone) return loadAlone(item);
  const [result] = await load([item]);
  return result as Result;
}
