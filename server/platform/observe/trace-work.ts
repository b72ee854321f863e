// Spans of requests, statements, jobs and calls to others (decision 0486). Without a collector there is no tracing: nothing of
// OpenTelemetry is loaded, and each function here is one comparison.
export type SpanFacts = Record<string, string | number>;

export type SpanPlan = {
  name: string;
  kind: 'server' | 'client' | 'consumer' | 'internal';
  facts?: SpanFacts;
  /** What this is a part of, as W3C writes it (traceparent); else the span that is current. */
  parent?: string | undefined;
  /** What else caused it. */
  links?: string[];
  beganAgo?: number;
  /** Only as a part of what is traced already: statements of the house's own rounds would each be a trace. */
  inside?: true;
};

export type OpenSpan = {
  within<Result>(run: () => Result): Result;
  note(facts: SpanFacts): void;
  /** `failed` is the kind of the error: its text may contain typed values. */
  end(failed?: string): void;
};

export type Tracing = {
  open(plan: SpanPlan): OpenSpan;
  note(facts: SpanFacts): void;
  /** The current span, as W3C writes it. */
  carry(): string | undefined;
};

let tracing: Tracing | undefined;

export function setTracing(next: Tracing | undefined): void {
  tracing = next;
}

export function openSpan(plan: () => SpanPlan): OpenSpan | undefined {
  return tracing?.open(plan());
}

export async function inSpan<Result>(plan: () => SpanPlan, work: () => Promise<Result>): Promise<Result> {
  if (!tracing) return work();
  const spanPlan = plan();
  if (spanPlan.inside && !tracing.carry()) return work();
  const span = tracing.open(spanPlan);
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (error) {
    span.end(kindOf(error));
    throw error;
  }
}

export function noteSpan(facts: SpanFacts): void {
  tracing?.note(facts);
}

/** For a job, so that its span is linked to what queued it. */
export function carryTrace(): { traceparent?: string } {
  const traceparent = tracing?.carry();
  return traceparent ? { traceparent } : {};
}

/** The trace's number, for lines of the log. */
export function traceNow(): string | undefined {
  return tracing?.carry()?.split('-')[1];
}

function kindOf(error: unknown): string {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown };
  return typeof code === 'string' ? `${name} ${code}` : String(name);
}
