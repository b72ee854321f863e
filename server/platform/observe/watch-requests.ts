// Each request as the installation's operator sees it: its time by route and status, its span, and what its lines in the log say of it.
import { limitWaiting } from '../database/limit-waiting.ts';
import type { App, FastifyRequest } from '../edge/fastify-types.ts';
import { factsOfWork, inWork, type Work } from './know-work.ts';
import type { Measures } from './measure.ts';
import { type OpenSpan, openSpan } from './trace-work.ts';

type Watched = { work: Work; span: OpenSpan | undefined };

export function watchRequests(app: App, { seconds }: Measures): void {
  const watched = new WeakMap<FastifyRequest, Watched>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = openSpan(() => ({
      name: `${request.method} ${request.routeOptions.url ?? 'none'}`,
      kind: 'server',
      facts: { 'http.request.method': request.method, 'http.route': request.routeOptions.url ?? 'none' },
      parent: parentOf(request),
    }));
    watched.set(request, { work: { request: request.id }, span });
    done();
  });
  // Begins once the body is there: the caller's upload time is not the server's, and what its events run in is not the request.
  app.addHook('preHandler', (request, _reply, done) => {
    const { work, span } = watched.get(request) ?? { work: {}, span: undefined };
    const begin = () => limitWaiting(() => inWork(work, done));
    if (span) span.within(begin);
    else begin();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const { statusCode: status } = reply;
    const { work, span } = watched.get(request) ?? { work: {}, span: undefined };
    seconds.observe({ route, status: String(status) }, reply.elapsedTime / 1000);
    if (status >= failedFrom) inWork(work, () => request.log.warn({ route, status }, 'answered with an error'));
    span?.note({ ...factsOfWork(work), 'http.response.status_code': status });
    span?.end(status >= failedFrom ? String(status) : undefined);
    done();
  });
}

const failedFrom = 500;

/** Trusted from a proxy that TRUSTED_PROXIES names, like its other headers: any other caller could write into traces of others. */
function parentOf(request: FastifyRequest): string | undefined {
  const { traceparent } = request.headers;
  return typeof traceparent === 'string' && (request.ips?.length ?? 0) > 1 ? traceparent : undefined;
}
