// What a process measures of its work, for /metrics (decision 0485). One registry for the process, and one for each house in it, which
// holds the values that are read of that house on request.
import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DatabaseState } from '../database/detect-outage.ts';
import type { GuardedPool } from '../database/guard-pool.ts';

const ofProcess = new Registry();
let isCounting = false;

/** Where a request's time goes before its statement: other calls have the connections. */
export const connectionWaits = new Histogram({
  name: 'database_connection_wait_seconds',
  help: 'Wait for a connection to the database',
  buckets: [0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2, 6],
  registers: [ofProcess],
});

export const jobSeconds = new Histogram({
  name: 'job_seconds',
  help: 'Time of jobs by queue and outcome (done, failed)',
  labelNames: ['queue', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 20, 60, 300],
  registers: [ofProcess],
});

export const outsideSeconds = new Histogram({
  name: 'outside_call_seconds',
  help: 'Time of calls to gateways, suppliers, mail servers and web hooks by outcome (answered, refused, failed)',
  labelNames: ['to', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30],
  registers: [ofProcess],
});

export const clockAheadSeconds = new Gauge({
  name: 'clock_ahead_seconds',
  help: 'How far the clock of this process is ahead of that of the database',
  aggregator: 'max',
  registers: [ofProcess],
});

export const logFailing = new Gauge({
  name: 'log_failing',
  help: '1 while no line of the log of this process can be written: its disk is full, or its reader is gone',
  aggregator: 'max',
  registers: [ofProcess],
});

export const searchPages = new Counter({
  name: 'search_pages_total',
  help: 'Pages of searches by where the hits came from: known to the process (kept), or found by the database',
  labelNames: ['hits'] as const,
  registers: [ofProcess],
});

export type Measures = {
  /** Of one house. */
  registry: Registry;
  /** All that /metrics shows. */
  registries: Registry[];
  seconds: Histogram<'route' | 'status'>;
};

export function makeMeasures(): Measures {
  const registry = new Registry();
  // Once, whatever number of houses the process has: each count looks at the event loop a hundred times a second, for good.
  if (!isCounting) collectDefaultMetrics({ register: ofProcess });
  isCounting = true;
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to answer by route and status',
    labelNames: ['route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  });
  return { registry, registries: [registry, ofProcess], seconds };
}

/** Of the disk with the keys, and with the database where the portal runs its own. */
export function measureDisk(registry: Registry, dataFolder: string): void {
  new Gauge({
    name: 'data_disk_free_ratio',
    help: 'Share of the disk of DATA_FOLDER that is free, 0 to 1',
    aggregator: 'min',
    registers: [registry],
    async collect() {
      // Without the folder, or on a file system without blocks, there is no figure; the others stay.
      const disk = await statfs(dataFolder).catch(() => undefined);
      if (disk?.blocks) this.set(disk.bavail / disk.blocks);
    },
  });
}

const states: DatabaseState[] = ['up', 'away', 'read-only', 'full', 'crowded'];

/** Of several processes on one port the worst counts: `max`. */
export function measureDatabase(registry: Registry, state: () => DatabaseState, guard: GuardedPool): void {
  new Gauge({
    name: 'database_state',
    help: '1 for what the database is at the moment: up, away, read-only, full or crowded (no connection is left for this process)',
    labelNames: ['state'] as const,
    aggregator: 'max',
    registers: [registry],
    collect() {
      for (const one of states) this.set({ state: one }, state() === one ? 1 : 0);
    },
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process: busy and idle ones, and callers that wait for one',
    labelNames: ['state'] as const,
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = guard.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
}
