// Accepts new connections as fast as they come (decision 0548). Node accepts one from each listening socket in each round of its event
// loop: at three times what a process can answer, callers waited fifteen seconds for their connection, and the process could not refuse
// them. So several sockets listen at one port, and the system distributes the connections.
import cluster from 'node:cluster';
import { createServer, type ListenOptions, type Server } from 'node:net';
import type { App } from './fastify-types.ts';

const doorCount = 16;
/** Others would refuse the option. Processes that share one port (WORKERS) get their connections from the one that listens. */
const isPossible = () => process.platform === 'linux' && !cluster.isWorker;

/** Listens; the result ends the doors beside the first, which the server itself closes, when their last answers are given. */
export async function listenQuickly(app: App, options: ListenOptions & { port: number }): Promise<() => Promise<void>> {
  if (!isPossible()) {
    await app.listen(options);
    return async () => undefined;
  }
  // Sockets that share a port do not say that another process has it.
  await close(await listen(createServer(), options));
  const shared = { ...options, reusePort: true };
  await app.listen(shared);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const doors = await Promise.all(
    Array.from({ length: doorCount - 1 }, () =>
      listen(
        createServer((socket) => app.server.emit('connection', socket)),
        { ...shared, port },
      ),
    ),
  );
  return async () => void (await Promise.all(doors.map(close)));
}

function listen(server: Server, options: ListenOptions): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
