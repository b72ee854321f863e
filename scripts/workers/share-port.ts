// Several processes of the portal on one port (WORKERS): this one starts them, replaces one that ended, and stops them. It answers nothing
// itself, except what they ask it about their metrics.
import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { gatherForWorkers } from '../../server/platform/edge/gather-metrics.ts';
import { bundleServer } from '../bundle/bundle-server.ts';
import { root } from '../open-database.ts';

const longestPauseMilliseconds = 10_000;

export type Shared = { port: number; stop(isGraceful: boolean): Promise<void> };

/** Resolves when all of them listen; rejects when one ends before that. */
export async function sharePort(count: number, databaseUrl: string, report: (line: string) => void): Promise<Shared> {
  cluster.setupPrimary({ exec: fileURLToPath(bundleServer(root, 'worker', report)), args: [] });
  const env = { DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: '', CELLS_OWNER: '' };
  gatherForWorkers();
  let stopping = false;
  let pause = 500;
  const opened = Array.from({ length: count }, () => untilListening(cluster.fork(env)));
  const [port = 0] = await Promise.all(opened);
  cluster.on('exit', (worker, code, signal) => {
    if (stopping) return;
    report(`Process ${worker.process.pid} ended (${signal ?? code}); another one starts`);
    setTimeout(() => stopping || cluster.fork(env), pause);
    // One that ends again and again is not started in a circle.
    pause = Math.min(2 * pause, longestPauseMilliseconds);
  });
  cluster.on('listening', () => {
    pause = 500;
  });
  return {
    port,
    async stop(isGraceful) {
      stopping = true;
      await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && untilEnded(worker, isGraceful)));
    },
  };
}

function untilListening(worker: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port));
    worker.once('exit', (code, signal) => reject(new Error(`a process ended before it listened (${signal ?? code})`)));
  });
}

/** It finishes what is under way, as a single process does. */
function untilEnded(worker: Worker, isGraceful: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (worker.isDead()) return resolve();
    worker.once('exit', () => resolve());
    worker.process.kill(isGraceful ? 'SIGTERM' : 'SIGINT');
  });
}
