// Who sends a body slower than any telephone, or takes nothing of an answer, is disconnected: otherwise it could hold connections and
// memory.
import type { Socket } from 'node:net';
import type { App } from './fastify-types.ts';

/** Options of the server: Node itself limits headers and whole requests. */
export const timeLimits = {
  headersMilliseconds: 15_000,
  /** A whole request, the largest import over a slow line included. */
  requestMilliseconds: 300_000,
  lookMilliseconds: 2_000,
  /** An answer of which nothing is taken between two looks is given up. What fits into the buffers of the system counts as taken. */
  stalledMilliseconds: 15_000,
} as const;

/** Every body may take this long, and longer only while it keeps arriving at this pace. */
const graceMilliseconds = 20_000;
const bytesPerSecond = 8_000;

export function closeSlowBodies(app: App): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.complete || !hasBody(raw.headers)) return;
    const { socket } = raw;
    const [began, before] = [performance.now(), socket.bytesRead];
    const timer = setInterval(() => {
      const milliseconds = performance.now() - began;
      if (raw.complete || socket.destroyed) return clearInterval(timer);
      const due = (milliseconds / 1000) * bytesPerSecond;
      if (milliseconds < graceMilliseconds || socket.bytesRead - before >= due) return;
      clearInterval(timer);
      socket.destroy();
    }, timeLimits.lookMilliseconds);
    timer.unref();
    raw.once('close', () => clearInterval(timer));
  });
}

/**
 * Node looks every `stalledMilliseconds` and ends a connection without any traffic since, unless its answer listens. An answer that is
 * still being prepared is no fault of its reader; one that waits to be taken is.
 */
export function closeStalledAnswers(app: App): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    raw.on('timeout', endIfNotTaken);
    done();
  });
}

function endIfNotTaken(socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

function hasBody(headers: Record<string, unknown>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
