// The measures of /metrics as OpenTelemetry sends them: read from the same registry at each export, so that both say the same.
import { type Attributes, ValueType } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type Found = MetricObjectWithValues<MetricValue<string>>;
type Time = [number, number];

export function readMeasures(registries: Registry[]): MetricProducer {
  const began = timeOf(Date.now());
  return {
    async collect() {
      const found = (await Promise.all(registries.map((registry) => registry.getMetricsAsJSON()))).flat() as Found[];
      const metrics = found.flatMap((measure) => translate(measure, began, timeOf(Date.now())) ?? []);
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'kembara' }, metrics }] },
        errors: [],
      };
    },
  };
}

function timeOf(milliseconds: number): Time {
  return [Math.floor(milliseconds / 1000), (milliseconds % 1000) * 1_000_000];
}

/** Summaries are left out: of ours there are none, and those of the runtime are histograms or gauges. */
function translate(found: Found, startTime: Time, endTime: Time): MetricData | undefined {
  const { name, help } = found;
  const descriptor = { name, description: help, unit: /_seconds/.test(name) ? 's' : '1', valueType: ValueType.DOUBLE };
  const shared = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const type = String(found.type);
  if (type === 'histogram') {
    const dataPoints = gatherHistograms(found).map((histogram) => ({ ...histogram, startTime, endTime }));
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = found.values.map(({ labels, value }) => ({
    startTime,
    endTime,
    attributes: labels as Attributes,
    value,
  }));
  if (type === 'counter') return { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  return type === 'gauge' ? { ...shared, dataPointType: DataPointType.GAUGE, dataPoints } : undefined;
}

type Gathered = { bounds: number[]; upTo: number[]; sum: number; count: number; attributes: Attributes };

/** Prometheus counts what lies below each bound, OpenTelemetry what lies between two. */
function gatherHistograms({ name, values }: Found) {
  const all = new Map<string, Gathered>();
  for (const { labels, value, metricName } of values as (MetricValue<string> & { metricName?: string })[]) {
    const { le, ...attributes } = labels as Record<string, string | number>;
    const key = JSON.stringify(attributes);
    const gathered = all.get(key) ?? { bounds: [], upTo: [], sum: 0, count: 0, attributes };
    all.set(key, gathered);
    if (metricName === `${name}_sum`) gathered.sum = value;
    else if (metricName === `${name}_count`) gathered.count = value;
    else if (le !== '+Inf') {
      gathered.bounds.push(Number(le));
      gathered.upTo.push(value);
    }
  }
  return [...all.values()].map(({ bounds, upTo, sum, count, attributes }) => ({
    attributes,
    value: {
      buckets: {
        boundaries: bounds,
        counts: [...upTo, count].map((value, at) => value - (upTo[at - 1] ?? 0)),
      },
      sum,
      count,
    },
  }));
}
