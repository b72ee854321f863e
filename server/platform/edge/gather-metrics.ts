// Metrics of several processes on one port: every process answers for all of them, or the figures would jump from one to another.
import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Registry } from 'prom-client';

type Question = { type: 'allMetrics'; id: number };
type Answer = Question & { text: string };

const patienceMilliseconds = 6000;
let questions = 0;

/** In the process that started the others: asks all of them for the one that was asked. */
export function gatherForWorkers(): void {
  const gathered = new AggregatorRegistry();
  cluster.on('message', (worker: Worker, message: Partial<Question>) => {
    if (message?.type !== 'allMetrics') return;
    gathered
      .clusterMetrics()
      .catch(() => '')
      .then((text) => worker.isConnected() && worker.send({ ...message, text }));
  });
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;

/** The answer of /metrics. A process without a group counts for itself. */
export function readMetrics(registries: Registry[]): () => Promise<string> {
  const readOwn = async () => (await Promise.all(registries.map((registry) => registry.metrics()))).join('\n');
  if (!cluster.isWorker) return readOwn;
  // Makes this process answer requests of the first one.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registries);
  return async () => (await askFirst()) || readOwn();
}

function askFirst(): Promise<string> {
  questions += 1;
  const question: Question = { type: 'allMetrics', id: questions };
  return new Promise((resolve) => {
    const end = (text: string) => {
      clearTimeout(late);
      process.off('message', hear);
      resolve(text);
    };
    const hear = (message: Partial<Answer>) => {
      if (message?.type === 'allMetrics' && message.id === question.id) end(message.text ?? '');
    };
    const late = setTimeout(() => end(''), patienceMilliseconds);
    process.on('message', hear);
    process.send?.(question);
  });
}
