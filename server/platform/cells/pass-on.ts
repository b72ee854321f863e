// One port for several cells (decision 0490): the server of the first cell listens, and passes a request whose host lives elsewhere on to
// that cell's server, within the process and before anything of its body was read.
import type { App } from '../edge/fastify-types.ts';
import { hostOf } from '../http.ts';

/** `cellOf` names the cell of a host; hosts of cells that are not in `others` are answered by `app`. */
export function passOn(app: App, others: Map<string, App>, cellOf: (host: string) => string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const other = others.get(cellOf(hostOf(request)));
    if (!other) return done();
    reply.hijack();
    other.server.emit('request', request.raw, reply.raw);
  });
}
