// Bodies that arrive very slowly: a sender slower than any telephone is disconnected, so that it cannot hold connections.
import type { App } from './fastify-types.ts';

/** Options of the server: Node itself limits headers and whole requests. */
export const timeLimits = {
  headersMilliseconds: 15_000,
  /** A whole request, the largest import over a slow line included. */
  requestMilliseconds: 300_000,
  lookMilliseconds: 2_000,
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

function hasBody(headers: Record<string, unknown>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
