// Sends traces and measures to a collector by OTLP over HTTP, with the official packages (decision 0486). Read only where a collector is
// named. Spans wait in a queue of 2,048 (OTEL_BSP_MAX_QUEUE_SIZE); what does not fit is dropped, and no request waits for the collector.
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Registry } from 'prom-client';
import type { Logger } from '../log.ts';
import { readMeasures } from './read-measures.ts';
import type { OpenSpan, SpanPlan, Tracing } from './trace-work.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} satisfies Record<SpanPlan['kind'], SpanKind>;

export type Exporting = { tracing: Tracing | undefined; stop(): Promise<void> };

export function exportTelemetry(
  what: { traces: boolean; metrics: boolean },
  registries: Registry[],
  log: Logger,
): Exporting {
  const warn = rarely((problem) => log.warn({ problem }, 'traces or metrics did not reach the collector'));
  const quiet = () => undefined;
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  const named = resourceFromAttributes({ 'service.name': 'kembara' });
  const resource = named.merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const tracer = what.traces
    ? new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] })
    : undefined;
  tracer?.register();
  const meter = what.metrics
    ? new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: new OTLPMetricExporter(),
            exportIntervalMillis: Number(process.env.OTEL_METRIC_EXPORT_INTERVAL) || 60_000,
            metricProducers: [readMeasures(registries)],
          }),
        ],
      })
    : undefined;
  return {
    tracing: tracer && makeTracing(),
    async stop() {
      // A collector that does not answer does not hold up the end.
      const late = new Promise((resolve) => setTimeout(resolve, 2000).unref());
      await Promise.race([Promise.allSettled([tracer?.shutdown(), meter?.shutdown()]), late]);
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
    },
  };
}

function makeTracing(): Tracing {
  const tracer = trace.getTracer('kembara');
  return {
    open({ name, kind, facts, parent, links = [], beganAgo }): OpenSpan {
      const under = parent ? contextOf(parent) : context.active();
      const span = tracer.startSpan(
        name,
        {
          kind: kinds[kind],
          attributes: facts ?? {},
          links: links.flatMap((link) => trace.getSpanContext(contextOf(link)) ?? []).map((context) => ({ context })),
          ...(beganAgo === undefined ? {} : { startTime: Date.now() - beganAgo }),
        },
        under,
      );
      return {
        within: (run) => context.with(trace.setSpan(under, span), run),
        note: (more) => void span.setAttributes(more),
        end(failed) {
          if (failed) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failed);
          span.end();
        },
      };
    },
    note: (facts) => void trace.getActiveSpan()?.setAttributes(facts),
    carry() {
      const carried: Record<string, string> = {};
      propagation.inject(context.active(), carried);
      return carried.traceparent;
    },
  };
}

function contextOf(traceparent: string): Context {
  return propagation.extract(ROOT_CONTEXT, { traceparent });
}

/** One line a minute, however often it happens. */
function rarely(report: (text: string) => void): (text: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    report(String(text).slice(0, 300));
  };
}
