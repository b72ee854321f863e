// Stops the server without interrupting requests: a balancer notices, running requests are answered, and idle kept-alive
// connections are closed.
import type { App } from './edge/fastify-types.ts';

/** Whether the process was asked to stop. */
export type Stopping = { begun: boolean };

export const makeStopping = (): Stopping => ({ begun: false });

const sweepMilliseconds = 50;
const longestAnswerMilliseconds = 15_000;

/** From the stop on, each answer ends its connection: the next request goes to another process. */
export function closeAfterAnswers(app: App, stopping: Stopping): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.begun) reply.header('connection', 'close');
    done();
  });
}

/** Accepts requests for `drainMilliseconds` more, then none, and resolves after the last answer. */
export async function closeGently(
  app: App,
  stopping: Stopping,
  { drainMilliseconds, closeDoors }: { drainMilliseconds: number; closeDoors(): Promise<void> },
): Promise<void> {
  stopping.begun = true;
  if (drainMilliseconds) await new Promise((resolve) => setTimeout(resolve, drainMilliseconds));
  // A connection becomes idle after its last answer; the server itself would wait for the next request.
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMilliseconds);
  const late = setTimeout(() => app.server.closeAllConnections(), longestAnswerMilliseconds);
  try {
    // The server itself waits for the connections of its first listener alone.
    await closeDoors();
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(late);
  }
}
