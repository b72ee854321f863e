// Switches on what is sent to a collector, where one is named (decision 0486). Requests do not wait until its packages are read.
import type { Registry } from 'prom-client';
import type { Telemetry } from '../config.ts';
import type { Logger } from '../log.ts';
import { setTracing } from './trace-work.ts';

/** Returns how it ends. */
export function startTelemetry(what: Telemetry, registries: Registry[], log: Logger): () => Promise<void> {
  if (!what.traces && !what.metrics) return async () => undefined;
  const started = import('./export-telemetry.ts').then(({ exportTelemetry }) => {
    const exporting = exportTelemetry(what, registries, log);
    setTracing(exporting.tracing);
    return exporting;
  });
  return async () => {
    setTracing(undefined);
    await (await started).stop();
  };
}
