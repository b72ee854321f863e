// Waiting and stuck work for /metrics: read on request, at most every ten seconds, left out while the database is away.
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../platform/db.ts';
import { countJobQueues, countStuck, type QueueCount, type StuckCount } from './count-work.sql.ts';

const keepMilliseconds = 10_000;

type Counted = { queues: QueueCount[]; stuck: StuckCount | undefined };
const nothing: Counted = { queues: [], stuck: undefined };

const ofQueues = {
  jobs_waiting: ['Jobs that wait, by queue', 'waiting'],
  jobs_dead: ['Jobs that failed for good, by queue', 'dead'],
  jobs_oldest_seconds: ['Age of the eldest job that waits, by queue', 'oldest'],
} as const satisfies Record<string, readonly [string, keyof QueueCount]>;

const ofHouse = {
  payments_in_question: ['Payments whose time is over while the gateway does not say what became of them', 'payments'],
  refunds_in_question: ['Refunds that the gateway has not answered for a quarter of an hour', 'refunds'],
  hooks_paused: ['Web hooks that were paused because nothing got through', 'hooks_paused'],
  hooks_failing: ['Web hooks to which nothing got through for a quarter of an hour', 'hooks_failing'],
  database_archive_failing: ['1 when the last try to archive the write-ahead log failed', 'archive_failing'],
  database_standbys: ['Standbys that are connected to the primary', 'standbys'],
  database_size_bytes: ['Size of the database', 'size'],
} as const satisfies Record<string, readonly [string, keyof StuckCount]>;

export function measureWork(registry: Registry, house: Db): void {
  const read = remember(async (): Promise<Counted> => {
    const [queues, stuck] = await Promise.all([countJobQueues(house), countStuck(house)]);
    return { queues, stuck };
  });
  // All processes count the same rows.
  const shared = { aggregator: 'max' as const, registers: [registry] };
  for (const [name, [help, field]] of Object.entries(ofQueues))
    new Gauge({
      ...shared,
      name,
      help,
      labelNames: ['queue'],
      async collect() {
        this.reset();
        for (const queue of (await read()).queues) this.set({ queue: queue.name }, queue[field]);
      },
    });
  for (const [name, [help, field]] of Object.entries(ofHouse))
    new Gauge({
      ...shared,
      name,
      help,
      async collect() {
        const { stuck } = await read();
        this.reset();
        if (stuck) this.set(Number(stuck[field]));
        else this.remove();
      },
    });
}

/** One reading for all gauges of a scrape. */
function remember(read: () => Promise<Counted>): () => Promise<Counted> {
  let known: Promise<Counted> | undefined;
  return () => {
    known ??= read()
      .catch(() => nothing)
      .finally(() => setTimeout(() => (known = undefined), keepMilliseconds).unref());
    return known;
  };
}
