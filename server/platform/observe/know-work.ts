// The current work of the running code: a request, a job, their owner and order. Each log line and each span contains it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { noteSpan, traceNow } from './trace-work.ts';

/** Our own numbers and names: nothing that a person typed. */
export type Work = { request?: string; job?: string; call?: string; owner?: number; order?: string };

const works = new AsyncLocalStorage<Work>();

export function inWork<Result>(work: Work, run: () => Result): Result {
  return works.run(work, run);
}

/** Adds what is found out about the work while it runs. */
export function noteWork(facts: Work): void {
  const work = works.getStore();
  if (!work) return;
  Object.assign(work, facts);
  noteSpan(factsOfWork(facts));
}

/** For a line of the log: a new object at each call, since the line's own fields are added to it. */
export function workNow(): Record<string, unknown> {
  const trace = traceNow();
  return { ...works.getStore(), ...(trace && { trace }) };
}

/** As attributes of a span. */
export function factsOfWork(work: Work): Record<string, string | number> {
  return Object.fromEntries(Object.entries(work).map(([name, value]) => [`kembara.${name}`, value]));
}

const orderForm = /^[A-Z0-9]{8,20}$/;

/** The order that the input or the answer of a call names; nothing that does not look like one of our numbers. */
export function noteOrder(value: unknown): void {
  const { orderNo } = (value ?? {}) as { orderNo?: unknown };
  if (typeof orderNo === 'string' && orderForm.test(orderNo)) noteWork({ order: orderNo });
}
