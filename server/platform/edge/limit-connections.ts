// A process may hold so many connections and files open. Callers get all but a reserve, so that a flood of connections takes neither the
// database nor a file from the requests of those who are connected; one connection more is closed at once.
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type { Logger } from '../log.ts';
import type { App } from './fastify-types.ts';

/** Connections to databases, gateways and mail servers; files of the screens, the log and uploads. */
const reserve = 200;

export function limitConnections(app: App, log: Logger): void {
  const limit = readMostOpen();
  if (limit === undefined) return;
  if (limit < 2 * reserve) log.warn({ limit }, 'this process may open too few files: raise its limit (ulimit -n)');
  const most = limit - Math.min(reserve, Math.floor(limit / 2));
  let open = 0;
  // Those of all doors pass here (accept-quickly.ts), so the server's own count would not do.
  app.server.prependListener('connection', (socket: Socket) => {
    if (open >= most) return void socket.destroy();
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
  });
}

/** As Linux names it; undefined elsewhere, and where there is no limit. */
function readMostOpen(): number | undefined {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined ? undefined : Number(most);
  } catch {
    return undefined;
  }
}
